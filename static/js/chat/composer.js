/** The box a question is written in: limits, keys, busy state. What is typed is never lost. */

const DRAFT = "poly-draft";

export class Composer {
  #form = document.getElementById("composer");
  #box = document.getElementById("question");
  #send = document.getElementById("send");
  #stop = document.getElementById("stop");
  #error = document.getElementById("composer-error");
  #context = document.getElementById("composer-context");
  #asked = document.getElementById("composer-question");
  #aboutConnection = false;

  /** `max` characters; `on` has submit(text), which says whether it was sent, and stop(). */
  constructor(max, on) {
    this.max = max;
    this.on = on;
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("input", () => this.#changed());
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#stop.addEventListener("click", () => {
      this.#stop.disabled = true;
      on.stop();
    });
    document.getElementById("composer-context-close").addEventListener("click", () => {
      this.#answering("");
      this.#box.focus();
    });
    this.#restore();
  }

  /** Send what was confirmed with Enter before this script ran (see early.js). */
  ready() {
    document.documentElement.dataset.chatReady = "";
    const { chatEnter } = document.documentElement.dataset;
    delete document.documentElement.dataset.chatEnter;
    if (chatEnter !== undefined) this.#form.requestSubmit();
  }

  /** The ordinary way of a form, for a page that never got a connection. */
  post(text) {
    this.text = text;
    this.#keep("");
    this.#form.submit();
  }

  get text() {
    return this.#box.value.trim();
  }

  set text(value) {
    this.#box.value = value;
    this.#changed();
  }

  /** Put the beginning of a sentence into the box for the person to finish, and say above the
   * box which question it answers. */
  prompt(start, question = "") {
    const before = this.text;
    if (start) this.text = before ? `${before} ${start}` : start;
    this.#answering(question);
    this.#box.focus();
    this.#box.setSelectionRange(this.#box.value.length, this.#box.value.length);
  }

  #answering(question) {
    this.#asked.textContent = question;
    this.#context.hidden = !question;
  }

  busy(active) {
    if (active) this.#answering("");
    this.#send.hidden = active;
    this.#stop.hidden = !active;
    this.#stop.disabled = false;
  }

  /** Show `message` at the box; one about the connection goes when there is one again. */
  error(message, { aboutConnection = false } = {}) {
    this.#error.textContent = message;
    this.#error.hidden = !message;
    this.#aboutConnection = aboutConnection;
  }

  connected() {
    if (this.#aboutConnection) this.error("");
  }

  /** Whether `text` may be sent; says why not. */
  check(text) {
    if (!text) {
      this.error("궁금한 것을 먼저 적어 주세요.");
      return false;
    }
    if ([...text].length > this.max) {
      const [most, now] = [this.max, [...text].length].map((n) => n.toLocaleString("ko-KR"));
      this.error(`한 번에 ${most}자까지 보낼 수 있어요. 지금은 ${now}자예요.`);
      return false;
    }
    this.error("");
    return true;
  }

  #key(event) {
    // 229: the Enter that only finishes a Hangul syllable, in browsers without isComposing.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) {
      return;
    }
    event.preventDefault();
    this.#form.requestSubmit();
  }

  #submit(event) {
    if (this.on.fallback()) {
      this.#keep("");
      return;
    }
    event.preventDefault();
    if (!this.check(this.text)) {
      this.#box.focus();
      return;
    }
    if (this.on.submit(this.text)) this.text = "";
    this.#box.focus();
  }

  #changed() {
    this.#box.style.height = "auto";
    this.#box.style.height = `${Math.min(this.#box.scrollHeight + 3, innerHeight * 0.35)}px`;
    if (!this.#error.hidden && this.text) this.check(this.text);
    this.#keep();
  }

  #keep(draft = this.#box.value) {
    try {
      sessionStorage.setItem(DRAFT, draft);
    } catch {
      // Private windows may have no storage: the draft then lives in the box alone.
    }
  }

  #restore() {
    let draft = "";
    try {
      draft = sessionStorage.getItem(DRAFT) ?? "";
    } catch {
      draft = "";
    }
    if (!this.#box.value && draft) this.#box.value = draft;
    this.#changed();
  }
}
