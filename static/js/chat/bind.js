/**
 * Fills clones of the page's <template> elements, which are the partials of the history.
 *
 * data-slot text · data-value a button's value · data-href safe link · data-policy-link link
 * to a policy · data-if removed when empty · data-each rows of a list · data-with one object ·
 * data-include a template chosen by a value · data-cited text with [n] · data-phones text with
 * telephone numbers · data-written a whole answer in lines. Data reach the page as text only, never as markup.
 */

const NIL = "00000000-0000-0000-0000-000000000000";
const CITATION = /\[(\d{1,3})\]/;
const WEB = /(https?:\/\/[^\s<>"'\])]+)/;
const PHONE =
  /(\(?0\d{1,2}[)\- ]{1,2}(?:\d{3,4}-\d{4}(?:~\d{1,4})?|1\d{2}(?!\d))|\d{4}-\d{4}(?:~\d{1,4})?|0\d{8,10}|(?<!\d)1\d{2,3}(?!\d))/;

const isEmpty = (value) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);

function asRow(value, template) {
  if (value !== null && typeof value === "object") return value;
  if (template === "citation") return { ordinal: value };
  return { text: value, label: value, value };
}

function koreanDate(text) {
  const [year, month, day] = String(text).slice(0, 10).split("-").map(Number);
  return `${year}년 ${month}월 ${day}일`;
}

function isSafe(url) {
  return /^https?:\/\//i.test(url ?? "");
}

/** Lines as [kind, lines]: "head", "line", "list", or "steps" with numbers of their own. */
function textBlocks(text) {
  const blocks = [];
  for (const line of text.split(/\r?\n/).map((each) => each.trim()).filter(Boolean)) {
    const mark = /^[-•]\s+/.exec(line);
    if (!mark) {
      blocks.push([line.endsWith(":") ? "head" : "line", [line]]);
      continue;
    }
    const entry = line.slice(mark[0].length);
    const kind = /^\d+\. /.test(entry) ? "steps" : "list";
    if (blocks.at(-1)?.[0] === kind) blocks.at(-1)[1].push(entry);
    else blocks.push([kind, [entry]]);
  }
  return blocks;
}

export class Binder {
  /** `prompts`: beginning of an answer by fact key; `policyUrl`: address with a nil UUID. */
  constructor({ prompts, policyUrl }) {
    this.prompts = prompts;
    this.policyUrl = policyUrl;
  }

  /** First element of template `name`, filled with `data`. */
  make(name, data, prefix = "") {
    const template = document.getElementById(`tpl-${name}`);
    const node = template.content.firstElementChild.cloneNode(true);
    this.fill(node, data, prefix);
    return node;
  }

  fill(root, data, prefix) {
    const each = (attribute, action) => {
      const found = [...root.querySelectorAll(`[data-${attribute}]`)];
      if (root.matches(`[data-${attribute}]`)) found.unshift(root);
      for (const node of found) action(node, node.getAttribute(`data-${attribute}`));
    };
    each("if", (node, key) => isEmpty(data[key]) && node.remove());
    each("slot", (node, key) => {
      const value = data[key] ?? "";
      node.textContent = node.dataset.format === "date" && value ? koreanDate(value) : value;
    });
    each("count", (node, key) => (node.textContent = data[key]?.length ?? 0));
    each("value", (node, key) => (node.value = data[key] ?? ""));
    each("retry-turn", (node) => (node.dataset.retryTurn = data.turn ?? ""));
    this.#links(each, data, prefix);
    each("cited", (node, key) => this.cite(node, data[key] ?? "", prefix));
    each("written", (node, key) => this.#written(node, data[key] ?? "", prefix));
    each("phones", (node, key) => this.#phones(node, data[key] ?? ""));
    this.#children(each, data, prefix);
  }

  /** Text whose [n] become links to the sources of the message. */
  cite(node, text, prefix) {
    node.replaceChildren(...this.#cited(text, prefix));
  }

  #cited(text, prefix) {
    return text.split(CITATION).map((part, index) =>
      index % 2 ? this.make("citation", { ordinal: part }, prefix) : part,
    );
  }

  /** A whole answer: paragraphs, headings and lists, as the history shows it. */
  #written(node, text, prefix) {
    const filled = (name, line) => {
      const made = document.createElement(name);
      made.append(...this.#linked(line, prefix));
      return made;
    };
    node.replaceChildren(
      ...textBlocks(text).map(([kind, lines]) => {
        if (kind === "list" || kind === "steps") {
          const list = document.createElement("ul");
          list.className = `written__${kind}`;
          list.append(...lines.map((line) => filled("li", line)));
          return list;
        }
        const paragraph = filled("p", lines[0]);
        paragraph.className = `written__${kind}`;
        return paragraph;
      }),
    );
  }

  #linked(text, prefix) {
    return text.split(WEB).flatMap((part, index) => {
      if (index % 2 === 0) return this.#cited(part, prefix);
      const link = document.createElement("a");
      Object.assign(link, { href: part, target: "_blank", rel: "noopener", textContent: part });
      return [link];
    });
  }

  #links(each, data, prefix) {
    each("href", (node, key) => {
      if (isSafe(data[key])) node.href = data[key];
      else if (node.hasAttribute("data-if")) node.remove();
      else {
        node.querySelector(".new-window")?.remove();
        node.replaceWith(...node.childNodes);
      }
    });
    each("policy-link", (node, key) => {
      node.href = this.policyUrl.replace(NIL, encodeURIComponent(data[key]));
    });
    each("prompt-key", (node, key) => {
      // A free key is an internal name: nothing of it goes into the box.
      node.dataset.prompt = this.prompts[data[key]] ?? "";
      node.dataset.question = data.question ?? "";
    });
    each("source-row", (node) => (node.id = `${prefix}-source-${data.ordinal}`));
    each("citation", (node) => {
      node.dataset.citation = data.ordinal;
      node.href = `#${prefix}-source-${data.ordinal}`;
      node.setAttribute("aria-label", `근거 ${data.ordinal}번 보기`);
      node.textContent = `[${data.ordinal}]`;
    });
  }

  #phones(node, text) {
    node.replaceChildren(
      ...text.split(PHONE).map((part, index) => {
        if (index % 2 === 0) return part;
        const link = document.createElement("a");
        link.className = "tel";
        link.href = `tel:${part.split("~")[0].replace(/\D/g, "")}`;
        link.textContent = part;
        return link;
      }),
    );
  }

  /** Rows, objects and choices. All places are found first: what is put in is already filled. */
  #children(each, data, prefix) {
    const jobs = [];
    each("each", (node, key) => {
      const { template, variant } = node.dataset;
      jobs.push([node, (data[key] ?? []).map((row) => {
        const values = asRow(row, template);
        return this.make(variant ? `${template}-${values[variant]}` : template, values, prefix);
      })]);
    });
    each("with", (node, key) => {
      jobs.push([node, data[key] ? [this.make(node.dataset.template, data[key], prefix)] : []]);
    });
    each("include", (node, name) => {
      const value = data[node.dataset.variant];
      jobs.push([node, isEmpty(value) ? [] : [this.make(`${name}-${value}`, data, prefix)]]);
    });
    for (const [node, children] of jobs) node.replaceChildren(...children);
  }
}
