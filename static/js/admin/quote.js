// Correction of a rule: words selected in the source go into the quote that was last touched.
// Without it, quotes are typed or pasted.
"use strict";

(() => {
  const source = document.querySelector("[data-quote-source]");
  let target = null;
  if (!source) return;

  document.addEventListener("focusin", (event) => {
    if (event.target.matches("textarea[name$='-quote']")) target = event.target;
  });

  const button = document.createElement("button");
  button.type = "button";
  button.className = "poly-small";
  button.textContent = "고른 글을 인용문에 넣기";
  button.hidden = true;
  source.before(button);

  const chosen = () => {
    const selection = window.getSelection();
    if (!selection.rangeCount || !source.contains(selection.anchorNode)) return "";
    const part = selection.getRangeAt(0).cloneContents();
    part.querySelectorAll(".poly-ref").forEach((mark) => mark.remove());
    part.querySelectorAll("br").forEach((end) => end.replaceWith("\n"));
    return part.textContent.trim();
  };

  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== button) button.hidden = !target || !chosen();
  });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const words = chosen();
    if (!words || !target) return;
    target.value = words;
    target.focus();
  });
})();
