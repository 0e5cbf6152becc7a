// Embedding models: while a run goes on the table is fetched again every few seconds.
// Without it, reloading the page shows the same.
"use strict";

(() => {
  const box = document.querySelector("[data-embedding-progress]");
  if (!box) return;
  const pause = 3000;

  const refresh = async () => {
    try {
      const answer = await fetch(box.dataset.embeddingProgress, { credentials: "same-origin" });
      // Signed out meanwhile: the answer would be another page.
      if (answer.ok && !answer.redirected) {
        const focused = box.contains(document.activeElement) && document.activeElement.href;
        box.innerHTML = await answer.text();
        if (focused) {
          [...box.querySelectorAll("a")].find((link) => link.href === focused)?.focus();
        }
      }
    } catch {
      // The next try may get through.
    }
    if (box.querySelector("[data-running]")) setTimeout(refresh, pause);
  };

  if (box.querySelector("[data-running]")) setTimeout(refresh, pause);
})();
