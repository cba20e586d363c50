/**
 * One player's place at the table that is settled: name, score, and what it wins or loses. It is built once and
 * then filled in, since somebody may be in the midst of it.
 *
 * @import { Table } from "./table.js"
 * @import { Seat } from "./types.js"
 */

import { face, h } from "./dom.js";
import { drawn } from "./notation.js";
import { NumberField } from "./number.js";
import { counting } from "./table.js";
import { say, signed } from "./words.js";

export class SeatCard {
  /**
   * @param {Seat} seat
   * @param {(edit: (table: Table) => Table) => void} change
   * @param {(seat: Seat, name: string) => void} rename
   */
  constructor(seat, change, rename) {
    this.seat = seat;
    const wind = say(`seat.${seat}`);
    this.net = h("p", { class: "net", hidden: true });
    this.player = h("input", { type: "text", id: `player-${seat}`, maxlength: 40, autocomplete: "off" });
    this.score = new NumberField({ id: `score-${seat}`, least: 0, placeholder: say("settle.missing") });
    this.dead = h("input", { type: "checkbox", id: `dead-${seat}` });
    this.capped = h("p", { class: "hint", role: "status", hidden: true });
    this.laid = h("p", { hidden: true });
    this.photograph = h("a", { class: "chip", href: `/?seat=${seat}` });
    this.open = h("a", { class: "chip", href: `/?seat=${seat}&open`, hidden: true }, say("settle.open"));
    this.card = h(
      "section",
      { class: "seat card", "aria-label": wind },
      h("div", { class: "seat-head" }, h("span", { class: "seat-tile" }, face(`${seat}w`)), h("h2", {}, wind), this.net),
      h("label", { class: "seat-player", for: this.player.id }, h("span", {}, say("settle.player")), this.player),
      h(
        "div",
        { class: "seat-score" },
        h("label", { for: this.score.input.id }, h("span", {}, say("settle.score")), this.score.input),
        h("label", { class: "seat-dead", for: this.dead.id }, this.dead, h("span", {}, say("settle.dead"))),
      ),
      this.score.trouble,
      this.capped,
      this.laid,
      h("div", { class: "chips" }, this.photograph, this.open),
    );
    this.player.addEventListener("change", () => rename(seat, this.player.value.trim()));
    this.score.input.addEventListener("change", () => {
      const { value } = this.score.input;
      const score = value === "" ? null : Number(value);
      change((table) => this.#with(table, { score, dead: false, notation: "", scored: undefined }));
    });
    this.dead.addEventListener("change", () => {
      const dead = this.dead.checked;
      change((table) => this.#with(table, { dead }));
    });
  }

  /** @param {Table} table @param {Partial<Table["hands"][Seat]>} said @returns {Table} */
  #with(table, said) {
    return { ...table, hands: { ...table.hands, [this.seat]: { ...table.hands[this.seat], ...said } } };
  }

  /** @param {Table} table @param {number} limit  The most that a typed score counts. */
  draw({ hands, players, winner }, limit) {
    const { score, dead, notation, scored } = hands[this.seat];
    this.card.classList.toggle("is-winner", winner === this.seat);
    // Somebody may be typing there.
    if (this.player !== document.activeElement) this.player.value = players[this.seat];
    this.score.show(String(score ?? ""));
    this.score.input.disabled = dead;
    this.dead.checked = dead;
    const capped = !dead && counting(hands[this.seat], limit) !== score;
    this.capped.hidden = !capped;
    this.capped.textContent = capped ? say("settle.capped", { limit }) : "";
    this.laid.hidden = !notation;
    this.laid.replaceChildren(...drawn(notation));
    this.photograph.textContent = say(notation ? "settle.photo.again" : "settle.photo");
    this.open.hidden = !scored;
  }

  /** @param {number | null} net  null while it is not known. @param {string} name  The player's. */
  drawNet(net, name) {
    this.net.hidden = net === null;
    if (net === null) return;
    this.net.className = netClass(net);
    this.net.textContent = signed(net);
    this.net.ariaLabel = say("settle.net.seat", { seat: name, net: signed(net) });
  }
}

/** @param {number} net */
export function netClass(net) {
  return net > 0 ? "net is-gain" : net < 0 ? "net is-loss" : "net";
}
