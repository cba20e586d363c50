/** Questions to the server of which, when several are under way, only the newest counts. */
export class Newest {
  #turn = 0;
  /** @type {Promise<void>} */
  #answered = Promise.resolve();

  /**
   * Begins to ask, and is done when that is.
   *
   * @param {(isNewest: () => boolean) => Promise<void>} question  is told whether it still counts.
   */
  ask(question) {
    const turn = ++this.#turn;
    this.#answered = question(() => turn === this.#turn);
    return this.#answered;
  }

  /** What is under way no longer counts. */
  forget() {
    this.#turn += 1;
  }

  /** Waits for the newest answer, also where something else is asked meanwhile. */
  async answered() {
    for (let waited; waited !== this.#answered; await waited) waited = this.#answered;
  }
}
