/**
 * Enter in the box before the chat script runs: it is kept and carried out when that is ready.
 * A plain script, because modules wait for the whole page.
 */
(() => {
  const root = document.documentElement;
  const isReady = () => root.dataset.chatReady !== undefined;

  document.addEventListener("keydown", (event) => {
    if (isReady() || event.target.id !== "question") return;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) {
      return;
    }
    event.preventDefault();
    root.dataset.chatEnter = "";
    if (document.readyState === "complete") event.target.form.requestSubmit();
  });

  // The chat script did not come: the form goes the ordinary way.
  addEventListener("load", () => {
    if (!isReady() && root.dataset.chatEnter !== undefined) {
      document.getElementById("question").form.requestSubmit();
    }
  });
})();
