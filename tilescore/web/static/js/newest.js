/** Questions to the server of which, when several are under way, only the newest counts. */
export class Newest {
  #turn = 0;
  /** @type {Promise<void>} */
  #answered = Promise.resolve();
  /** All that were asked so far. @type {Promise<unknown>} */
  #all = Promise.resolve();

  /**
   * Begins to ask, and is done when that is.
   *
   * @param {(isNewest: () => boolean, earlier: Promise<unknown>) => Promise<void>} question  is told whether it
   *   still counts, and when those asked before it are answered: answers may come in any order.
   */
  ask(question) {
    const turn = ++this.#turn;
    const earlier = this.#all;
    this.#answered = question(() => turn === this.#turn, earlier);
    this.#all = Promise.allSettled([earlier, this.#answered]);
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
