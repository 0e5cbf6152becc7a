/** The messages on the page: questions, the growing answer, the finished one, troubles. */

const NEAR_END = 160;
// As many as the history shows before it folds the rest.
const FIRST_CARDS = 3;
// As in config/templatetags/answers.py: an answer about so few policies is read as a text.
const WHOLE_TEXT_ITEMS = 3;
const FIRST_QUESTIONS = 3;

/** The text to show in place of the conclusion; "" when the conclusion says it all. */
function wholeText(text, answer) {
  const count = answer.items?.length ?? 0;
  if (count < 1 || count > WHOLE_TEXT_ITEMS) return "";
  const linesOf = (value) => (value ?? "").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  const lines = linesOf(text).filter((line) => !(answer.next_steps ?? []).includes(line));
  return lines.length > Math.max(linesOf(answer.conclusion).length, 1) ? lines.join("\n") : "";
}

/** A card with its first questions; one that names an internal key is left out. */
function withQuestions(item) {
  const open = (item.missing ?? []).filter(({ key, question }) => {
    const name = key.slice(6);
    const names = [`「${name}」`, `‘${name}’`];
    return !(key.startsWith("other.") && names.some((each) => question.includes(each)));
  });
  const rest = Math.max(open.length - FIRST_QUESTIONS, 0);
  return { ...item, missing: open.slice(0, FIRST_QUESTIONS), missing_rest: rest || "" };
}

function squeezed(text) {
  return text.replace(/\s+/g, " ").trim();
}

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

  /** Say below a question that it was stored without what identifies a person. */
  noteMasked(node, stored) {
    const typed = node?.querySelector(".bubble").textContent ?? "";
    if (!node || !stored || squeezed(typed) === squeezed(stored)) return;
    if (!node.querySelector("[data-testid=masked-note]")) node.append(this.binder.make("masked", {}));
  }

  /** How many messages stand on the page. */
  get count() {
    const messages = "[data-testid=message-user], [data-testid=message-assistant]";
    return this.#root.querySelectorAll(messages).length;
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
      const items = (answer.items ?? []).map(withQuestions);
      const written = wholeText(text, answer);
      const shown = {
        ...answer,
        written,
        conclusion: written ? "" : answer.conclusion,
        items: items.slice(0, FIRST_CARDS),
        more: items.slice(FIRST_CARDS),
      };
      this.#remember(prefix, answer.citations ?? []);
      const filled = this.binder.make("answer", shown, prefix);
      if (!written) filled.querySelector(".policy-card .fold")?.setAttribute("open", "");
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
