/** The messages on the page: questions, the growing answer, the finished one, troubles. */

const NEAR_END = 160;
// As many as the history shows before it folds the rest.
const FIRST_CARDS = 3;

function nearEnd() {
  const page = document.documentElement;
  return page.scrollHeight - page.scrollTop - innerHeight < NEAR_END;
}

function smoothly() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

export class Log {
  #root = document.getElementById("log");
  #stage = document.getElementById("stage");
  #label = document.getElementById("stage-label");
  #sources = new Map();
  #growing = null;
  #count = 0;

  constructor(binder) {
    this.binder = binder;
    for (const data of this.#root.querySelectorAll('script[type="application/json"]')) {
      this.#remember(data.id.replace(/-data$/, ""), JSON.parse(data.textContent));
    }
  }

  /** A question; returns its element. */
  question(text) {
    document.getElementById("hero")?.remove();
    document.querySelector(".hero__title")?.classList.replace("hero__title", "sr-only");
    this.#root.querySelectorAll(".trouble .button").forEach((button) => button.remove());
    const node = this.binder.make("user", { text });
    this.#root.append(node);
    this.#toEnd(true);
    return node;
  }

  stage(label) {
    this.#stage.hidden = !label;
    this.#label.textContent = label;
    if (label) this.#toEnd(false);
  }

  /** Streamed text, into the bubble of the growing answer. */
  grow(text) {
    const follow = nearEnd();
    this.#growing ??= this.#begin();
    this.#growing.querySelector("[data-slot]").append(text);
    if (follow) this.#toEnd(true);
  }

  /** The structured answer in place of what was streamed. */
  finish(answer, text, citations) {
    const node = this.#growing ?? this.#begin();
    this.#growing = null;
    if (answer) {
      const prefix = node.id;
      const items = answer.items ?? [];
      const shown = { ...answer, items: items.slice(0, FIRST_CARDS), more: items.slice(FIRST_CARDS) };
      this.#remember(prefix, answer.citations ?? []);
      const filled = this.binder.make("answer", shown, prefix);
      filled.querySelector(".policy-card .fold")?.setAttribute("open", "");
      node.querySelector("[data-slot]").replaceWith(filled);
    } else {
      this.#plain(node, text, citations);
    }
    this.#show(node);
  }

  clearTrouble() {
    const trouble = this.#root.lastElementChild;
    if (!trouble?.matches(".trouble")) return;
    const unfinished = trouble.previousElementSibling;
    if (unfinished?.dataset.testid === "message-assistant") unfinished.remove();
    trouble.remove();
  }

  /** What went wrong: { message, retry: the question or "", turn }. */
  trouble(problem) {
    if (this.#growing && !this.#growing.querySelector("[data-slot]").textContent) {
      this.#growing.remove();
    }
    this.#growing = null;
    const node = this.binder.make("trouble", problem);
    this.#root.append(node);
    this.#toEnd(true);
  }

  /** Source `ordinal` of the message that `node` stands in. */
  sourceOf(node, ordinal) {
    const message = node.closest("[data-testid=message-assistant]");
    return this.#sources.get(message?.id)?.get(ordinal) ?? null;
  }

  #begin() {
    const node = this.binder.make("assistant", { text: "" });
    this.#count += 1;
    node.id = `live-${this.#count}`;
    this.#root.append(node);
    return node;
  }

  #plain(node, text, citations) {
    const bubble = node.querySelector("[data-slot]");
    const shown = text || bubble.textContent;
    if (!shown) {
      node.remove();
      return;
    }
    this.#remember(node.id, citations);
    this.binder.cite(bubble, shown, node.id);
  }

  #remember(prefix, citations) {
    this.#sources.set(prefix, new Map(citations.map((each) => [String(each.ordinal), each])));
  }

  #show(node) {
    if (!node.isConnected) return;
    const question = node.previousElementSibling ?? node;
    question.scrollIntoView({ block: "start", behavior: smoothly() });
  }

  #toEnd(always) {
    if (always || nearEnd()) scrollTo({ top: document.documentElement.scrollHeight });
  }
}
