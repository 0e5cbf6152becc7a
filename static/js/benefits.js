/**
 * 우리 가족 혜택: asks for the members one by one, shows how far it is, can be stopped and taken
 * up again, and fetches further rows of a list in place. Without this script the links do the same.
 */

import { withFacts } from "./profile-form.js";
import { withRegions } from "./regions.js";

const page = document.querySelector("[data-benefits]");
const box = page.querySelector("[data-screening]");

async function part(address, signal) {
  const response = await fetch(address, { signal, credentials: "same-origin" });
  // A session that ended answers with the login page.
  if (!response.ok || response.redirected) throw new Error(`status ${response.status}`);
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  return holder.content;
}

function screening() {
  const bar = box.querySelector("progress");
  const label = box.querySelector("label");
  const status = box.querySelector("[data-screening-status]");
  const stop = box.querySelector("[data-screening-stop]");
  const resume = box.querySelector("[data-screening-resume]");
  const question = page.querySelector("[data-question]");
  const total = page.querySelectorAll("section[id^=member-]").length;
  let running;

  const waiting = () => page.querySelectorAll("[data-waiting]");
  const progress = () => {
    const done = total - waiting().length;
    bar.value = done;
    return done;
  };

  const halt = (text) => {
    status.textContent = text;
    label.textContent = "확인을 멈춤";
    stop.hidden = true;
    resume.hidden = false;
  };

  async function run() {
    running = new AbortController();
    const { signal } = running;
    label.textContent = "확인하는 중";
    stop.hidden = false;
    resume.hidden = true;
    try {
      for (const section of waiting()) {
        status.textContent = `${total}명 가운데 ${progress() + 1}번째, ${section.dataset.name} 확인 중`;
        section.replaceWith(await part(section.dataset.src, signal));
        progress();
      }
      status.textContent = "다음에 여쭤볼 것을 고르고 있어요.";
      question.replaceChildren(await part(question.dataset.src, signal));
      withRegions(question);
      withFacts(question);
      bar.value = bar.max;
      status.textContent = `가족 ${total}명을 모두 확인했어요.`;
      stop.hidden = true;
      label.textContent = "확인을 마침";
    } catch (error) {
      const done = `${total}명 가운데 ${progress()}명까지 확인했어요.`;
      if (error.name === "AbortError") halt(`멈췄어요. ${done}`);
      else halt(`연결이 끊겨 멈췄어요. ${done}`);
    }
  }

  stop.addEventListener("click", (event) => {
    event.preventDefault();
    running.abort();
    resume.hidden = false;
    resume.focus();
  });
  resume.addEventListener("click", run);
  box.hidden = false;
  progress();
  run();
}

page.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-more]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const more = link.closest("[data-more-box]");
  const list = more.previousElementSibling;
  try {
    const rows = await part(`${link.href}&part=1`);
    const first = rows.querySelector("a");
    list.append(...rows.querySelectorAll(".benefit"));
    more.replaceWith(...rows.querySelectorAll("[data-more-box]"));
    first?.focus();
  } catch {
    location.assign(link.href);
  }
});

if (box) screening();
