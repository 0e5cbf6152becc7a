/** The source of a citation: beside the chat on a wide screen, a sheet from below on a phone. */

const WIDE = matchMedia("(min-width: 70rem)");

export class SourcePanel {
  #dialog = document.getElementById("source-panel");
  #body = document.getElementById("source-body");
  #opener = null;

  constructor(binder) {
    this.binder = binder;
    this.#dialog.addEventListener("close", () => this.#closed());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#dialog.open) this.#dialog.close();
    });
    WIDE.addEventListener("change", () => this.#dialog.open && this.#dialog.close());
  }

  /** Show `source`; `opener` gets the focus back. */
  show(source, opener) {
    this.#body.replaceChildren(this.binder.make("source-panel", source));
    this.#mark(opener);
    if (!this.#dialog.open) {
      if (WIDE.matches) this.#dialog.show();
      else this.#dialog.showModal();
    }
    document.body.classList.toggle("has-panel", WIDE.matches);
    this.#dialog.scrollTop = 0;
    document.getElementById("source-title").focus();
  }

  #mark(opener) {
    this.#opener?.removeAttribute("aria-current");
    this.#opener = opener;
    opener.setAttribute("aria-current", "true");
  }

  #closed() {
    document.body.classList.remove("has-panel");
    this.#opener?.removeAttribute("aria-current");
    if (this.#opener?.isConnected) this.#opener.focus();
    this.#opener = null;
  }
}
