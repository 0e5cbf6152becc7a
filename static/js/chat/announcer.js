/** Speaks to screen readers in whole sentences and not too often. */

const PAUSE = 2500;

export class Announcer {
  #region;
  #waiting = "";
  #timer = null;

  constructor(region) {
    this.#region = region;
  }

  /** Add streamed text; it is spoken up to its last finished sentence, in batches. */
  stream(text) {
    this.#waiting += text;
    this.#timer ??= setTimeout(() => this.#flush(false), PAUSE);
  }

  /** Speak what is left of a stream, then `text`. */
  say(text) {
    this.#flush(true);
    this.#speak(text);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = "";
    this.#region.replaceChildren();
  }

  #flush(everything) {
    clearTimeout(this.#timer);
    this.#timer = null;
    const end = everything ? this.#waiting.length : this.#waiting.search(/[.!?\n][^.!?\n]*$/) + 1;
    if (end > 0) this.#speak(this.#waiting.slice(0, end));
    this.#waiting = this.#waiting.slice(Math.max(end, 0));
  }

  #speak(text) {
    const clean = text.replace(/\[\d+\]/g, "").trim();
    if (!clean) return;
    const line = document.createElement("p");
    line.textContent = clean;
    this.#region.append(line);
  }
}
