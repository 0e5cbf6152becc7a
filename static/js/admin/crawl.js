// Collections: when a run moves, the parts of the page that show it are fetched again.
// Without a socket they are fetched every few seconds; without either, reloading shows the same.
"use strict";

(() => {
  const boxes = [...document.querySelectorAll("[data-crawl-part]")];
  if (!boxes.length) return;
  const pause = 5000;
  let connected = false;

  const refresh = async (box) => {
    try {
      const answer = await fetch(box.dataset.crawlPart, { credentials: "same-origin" });
      // Signed out meanwhile: the answer would be another page.
      if (!answer.ok || answer.redirected) return;
      const focused = box.contains(document.activeElement) && document.activeElement.href;
      box.innerHTML = await answer.text();
      if (focused) {
        [...box.querySelectorAll("a")].find((link) => link.href === focused)?.focus();
      }
    } catch {
      // The next try may get through.
    }
  };
  const refreshAll = () => boxes.forEach(refresh);

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/admin/crawl/`);
    socket.addEventListener("open", () => {
      connected = true;
    });
    socket.addEventListener("message", refreshAll);
    socket.addEventListener("close", (event) => {
      connected = false;
      // 4403: this account may not watch; asking again would not help.
      if (event.code !== 4403) setTimeout(connect, pause);
    });
  };

  connect();
  setInterval(() => {
    if (!connected && boxes.some((box) => box.querySelector("[data-running]"))) refreshAll();
  }, pause);
})();
