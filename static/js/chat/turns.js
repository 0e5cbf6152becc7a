/**
 * One turn at a time, over connections that may break.
 *
 * `#pending` is a question without any event yet: it is sent again under the same request id.
 * `#turn` is the running turn: after a break it is resumed behind its last event, and events
 * that were already seen are dropped.
 */

import { isNewer, uuid } from "./events.js";

const NOT_SO = "아니에요";
const LABEL_PAUSE = 3000;
const SILENCE = 35000;
const NO_ANSWER = 20000;
const PREPARING = "답변을 준비하고 있어요";
const CONNECTING = "연결하고 있어요…";
const BUSY = "답변이 끝난 뒤에 보낼 수 있어요.";
const NOT_SENT = "아직 보내지 않았어요. 적으신 내용은 그대로 있어요.";
const LOST = "연결이 끊겨 있어요. 적으신 내용은 그대로 있으니 잠시 뒤에 다시 보내 주세요.";

export class Turns {
  #turn = null;
  #last = "0";
  #pending = null;
  #asking = null;
  #question = "";
  #asked = null;
  #citations = [];
  #ended = new Set();
  #spoken = 0;

  constructor({ socket, log, composer, announcer, conversation, onConversation }) {
    Object.assign(this, { socket, log, composer, announcer, conversation, onConversation });
    setInterval(() => this.#watch(), 5000);
  }

  get active() {
    return this.#turn !== null || this.#pending !== null;
  }

  /** Send a question, when there is a connection; false when it has to stay in the box. */
  ask(text) {
    return this.#send({ text });
  }

  /** Strike a fact, or change it to `correction.value`: the last question is answered again. */
  correct(correction) {
    const text = `${correction.label} → ${correction.value || NOT_SO}`;
    return this.#send({ text, correction });
  }

  #send({ text, correction = null }) {
    if (this.active) {
      this.composer.error(BUSY);
      return false;
    }
    const pending = { text, correction, request: uuid(), since: Date.now() };
    if (this.socket.isRefused) {
      this.composer.error(LOST, { aboutConnection: true });
      return false;
    }
    const sent = this.socket.send(this.#askMessage(pending));
    this.announcer.clear();
    this.#pending = { ...pending, node: this.log.question(text) };
    this.#begin(text);
    if (!sent) {
      this.log.stage(CONNECTING);
      this.socket.hurry();
    }
    return true;
  }

  /** Go on with a turn that was running when the page was loaded. */
  follow(turn, question) {
    this.#turn = turn;
    this.#begin(question);
    this.#resume();
  }

  /** Run a turn that did not end well again; false when that was not possible now. */
  retry(turn, question) {
    if (this.active || !this.socket.send({ type: "retry", turn })) {
      this.composer.error(this.active ? BUSY : LOST, { aboutConnection: !this.active });
      return false;
    }
    this.announcer.clear();
    this.#ended.delete(turn);
    this.#turn = turn;
    this.log.clearTrouble();
    this.#begin(question);
    return true;
  }

  /** Stop the running turn; a question that still waits for a connection goes back to the box. */
  cancel() {
    if (this.#turn) this.socket.send({ type: "cancel", turn: this.#turn });
    else if (this.#pending && !this.socket.isOpen) this.#refuse(NOT_SENT);
  }

  connected() {
    if (this.#turn) this.#resume();
    else if (this.#pending && this.socket.send(this.#askMessage(this.#pending))) {
      this.log.stage(PREPARING);
    }
  }

  /** Take back a question that no connection took; "" when there is none. */
  takeBack() {
    const text = this.#pending?.correction ? "" : this.#pending?.text ?? "";
    if (text) {
      this.#pending.node.remove();
      this.#end();
    }
    return text;
  }

  receive(event) {
    if (!event.turn) {
      this.#refused(event.data);
      return;
    }
    if (this.#ended.has(event.turn)) return;
    if (this.#turn === null) {
      if (this.#pending === null) return;
      this.#turn = event.turn;
      this.#asking = this.#pending.node ?? null;
      this.#pending = null;
    }
    if (event.turn !== this.#turn) return;
    if (event.id && !isNewer(event.id, this.#last)) return;
    if (event.id) this.#last = event.id;
    this.#handle(event.type, event.data);
  }

  #handle(type, data) {
    if (type === "SESSION_CREATED") {
      this.conversation = data.conversation;
      this.onConversation(data.conversation);
      this.log.noteMasked(this.#asking, data.text);
    } else if (type === "THINK") this.#stage(data.label);
    else if (type === "TOKEN") {
      this.log.stage("");
      this.log.grow(data.text);
      this.announcer.stream(data.text);
    } else if (type === "CITATION") this.#citations.push(data);
    else if (type === "ASK") this.#asked = data;
    else if (type === "DONE") this.#done(data);
    else if (type === "ERROR") this.#failed(data);
  }

  #done({ status, answer, text }) {
    const asked = this.#asked && { conclusion: "", citations: [], ask: this.#asked };
    this.log.finish(answer ?? asked, text ?? "", this.#citations);
    if (status === "cancelled") this.#trouble("답변을 멈췄어요.", true);
    this.announcer.say(status === "cancelled" ? "답변을 멈췄어요." : "답변이 끝났어요.");
    this.#end();
  }

  #failed({ message, retryable }) {
    const words = message || "답변을 마치지 못했어요.";
    this.#trouble(words, retryable);
    this.announcer.say(words);
    this.#end();
  }

  #trouble(message, retryable) {
    const question = retryable ? this.#question : "";
    this.log.trouble({ message, retry: question, turn: this.#turn });
  }

  /** The server did not take the last message. */
  #refused(data) {
    if (this.#pending) this.#refuse(data.message);
    else if (this.#turn) this.#failed(data);
  }

  #refuse(message) {
    const { text, node, correction } = this.#pending;
    node.remove();
    // A correction is still on the page, to be tapped again.
    if (!correction) {
      this.composer.text = this.composer.text ? `${text}\n${this.composer.text}` : text;
    }
    const aboutConnection = message === LOST || message === NOT_SENT;
    this.composer.error(message || "질문을 보내지 못했어요. 다시 보내 주세요.", { aboutConnection });
    this.#end();
  }

  #begin(question) {
    this.#question = question;
    this.#last = "0";
    this.#asked = null;
    this.#citations = [];
    this.composer.busy(true);
    this.composer.error("");
    this.log.stage(PREPARING);
  }

  #end() {
    if (this.#turn) this.#ended.add(this.#turn);
    this.#turn = null;
    this.#pending = null;
    this.log.stage("");
    this.composer.busy(false);
  }

  #stage(label) {
    this.log.stage(label);
    if (Date.now() - this.#spoken < LABEL_PAUSE) return;
    this.#spoken = Date.now();
    this.announcer.say(label);
  }

  #askMessage({ text, request, correction }) {
    if (correction) return { type: "correct", correction, request, conversation: this.conversation };
    const message = { type: "ask", text, request };
    return this.conversation ? { ...message, conversation: this.conversation } : message;
  }

  #resume() {
    this.socket.send({ type: "resume", turn: this.#turn, after: this.#last });
  }

  #watch() {
    if (this.#turn && this.socket.isOpen && Date.now() - this.socket.lastHeard > SILENCE) {
      this.socket.restart();
    }
    if (this.#pending && !this.socket.isOpen && Date.now() - this.#pending.since > NO_ANSWER) {
      this.#refuse(LOST);
    }
  }
}
