/** Order of event ids ("milliseconds-sequence" of the stream). */

const parts = (id) => id.split("-").map(Number);

/** Whether event `id` comes after `last`. */
export function isNewer(id, last) {
  const [time, sequence = 0] = parts(id);
  const [lastTime, lastSequence = 0] = parts(last);
  return time > lastTime || (time === lastTime && sequence > lastSequence);
}

/** A random UUID, also where crypto.randomUUID is missing (plain http on a local network). */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
