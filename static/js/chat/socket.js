/** A WebSocket that comes back by itself: backoff with jitter, at once when the net returns. */

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15000;
const REFUSED = new Set([4401, 4403]);

export class ReconnectingSocket {
  #url;
  #socket = null;
  #delay = FIRST_DELAY;
  #timer = null;

  /** `on` has open(), message(object), down(failures) and refused(). */
  constructor(path, on) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#url = `${scheme}//${location.host}${path}`;
    this.on = on;
    this.failures = 0;
    this.everOpen = false;
    this.isRefused = false;
    this.lastHeard = Date.now();
    addEventListener("online", () => this.hurry());
    addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send, or say that it was not possible. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Give up a connection that has gone silent. */
  restart() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#later();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = null;
    let socket;
    try {
      socket = new WebSocket(this.#url);
    } catch {
      this.#later();
      return;
    }
    this.#socket = socket;
    const current = () => this.#socket === socket;
    socket.onopen = () => {
      if (!current()) return;
      this.failures = 0;
      this.everOpen = true;
      this.#delay = FIRST_DELAY;
      this.lastHeard = Date.now();
      this.on.open();
    };
    socket.onmessage = (event) => {
      if (!current()) return;
      this.lastHeard = Date.now();
      this.#receive(event.data);
    };
    socket.onclose = (event) => {
      if (!current()) return;
      this.#socket = null;
      this.isRefused = REFUSED.has(event.code);
      if (this.isRefused) this.on.refused();
      else this.#later();
    };
  }

  #receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.type !== "PING") this.on.message(message);
  }

  #later() {
    if (this.#timer !== null) return;
    this.failures += 1;
    this.on.down(this.failures);
    this.#timer = setTimeout(() => this.#connect(), this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  /** Try again now instead of at the end of the pause. */
  hurry() {
    if (this.#timer === null) return;
    this.#delay = FIRST_DELAY;
    this.#connect();
  }
}
