/** The chat page: ties the box, the messages, the sources and the connection together. */

import { Announcer } from "./announcer.js";
import { Binder } from "./bind.js";
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { SourcePanel } from "./panel.js";
import { ReconnectingSocket } from "./socket.js";
import { Turns } from "./turns.js";

const NIL = "00000000-0000-0000-0000-000000000000";
const GIVE_UP_SOCKET = 2;
// A question that waits is given some more attempts.
const GIVE_UP_WAITING = 4;
const page = document.getElementById("chat").dataset;
const connection = document.getElementById("connection");
const chipForm = document.getElementById("chip-form");
const prompts = JSON.parse(document.getElementById("fact-prompts").textContent);

const binder = new Binder({ prompts, policyUrl: page.policyUrl });
const log = new Log(binder);
const panel = new SourcePanel(binder);

function showConnection(text) {
  connection.textContent = text;
  connection.hidden = !text;
}

/** Without any connection the forms go the ordinary way. */
function fallback() {
  return !socket.everOpen && socket.failures >= GIVE_UP_SOCKET;
}

function moveTo(conversation) {
  for (const input of document.querySelectorAll('input[name="conversation"]')) {
    input.value = conversation;
  }
  history.replaceState(null, "", page.conversationUrl.replace(NIL, conversation));
}

const composer = new Composer(Number(page.maxChars), {
  submit: (text) => turns.ask(text),
  stop: () => turns.cancel(),
  fallback,
});
const socket = new ReconnectingSocket(page.socket, {
  open() {
    showConnection("");
    composer.connected();
    turns.connected();
  },
  message: (event) => turns.receive(event),
  down(failures) {
    const lost = socket.everOpen ? "연결이 끊겨서 다시 잇고 있어요." : "연결하고 있어요…";
    if (failures > 1) showConnection(lost);
    const unsent = fallback() && failures >= GIVE_UP_WAITING ? turns.takeBack() : "";
    if (unsent) composer.post(unsent);
  },
  refused: () => showConnection("이 대화를 이어 갈 수 없어요. 페이지를 새로고침해 주세요."),
});
const turns = new Turns({
  socket,
  log,
  composer,
  announcer: new Announcer(document.getElementById("announcer")),
  conversation: page.conversation || null,
  onConversation: moveTo,
});

chipForm.addEventListener("submit", (event) => {
  if (fallback()) return;
  event.preventDefault();
  const { value: text, dataset } = event.submitter;
  if (dataset.retryTurn) {
    turns.retry(dataset.retryTurn, text);
    return;
  }
  if (!turns.ask(text) && !composer.text) composer.text = text;
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-correct]");
  if (!form) return;
  if (turns.conversation) form.elements.conversation.value = turns.conversation;
  if (fallback()) return;
  event.preventDefault();
  const { member, key, item, label, value } = Object.fromEntries(new FormData(form));
  const tapped = event.submitter?.name;
  const said = { strike: "", option: event.submitter?.value }[tapped] ?? value.trim();
  if (said || tapped === "strike") turns.correct({ member, key, item, label, value: said });
  else form.elements.value.focus();
});

document.addEventListener("click", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
  const link = plain && event.target.closest("[data-citation], [data-prompt]");
  if (!link) return;
  if (link.dataset.prompt !== undefined) {
    event.preventDefault();
    composer.prompt(link.dataset.prompt, link.dataset.question);
    return;
  }
  const source = log.sourceOf(link, link.dataset.citation);
  if (!source) return;
  event.preventDefault();
  panel.show(source, link);
});

/** More was said in another tab: show it, unless something is being done here. */
async function catchUp() {
  if (!turns.conversation || turns.active) return;
  const address = page.conversationUrl.replace(NIL, turns.conversation);
  let stored = 0;
  try {
    const response = await fetch(address, { method: "HEAD", cache: "no-store" });
    stored = response.ok ? Number(response.headers.get("X-Poly-Messages")) : 0;
  } catch {
    return;
  }
  if (turns.active || stored <= log.count) return;
  if (composer.text) showConnection("다른 창에서 대화가 이어졌어요. 새로고침하면 볼 수 있어요.");
  else location.reload();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") catchUp();
});
// Out of the back-forward cache the page is as it was left, not as the conversation is now.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

if (page.runningTurn) {
  const questions = document.querySelectorAll("[data-testid=message-user] .bubble");
  turns.follow(page.runningTurn, questions[questions.length - 1]?.textContent ?? "");
}
composer.ready();
