import { setImmediate as breathe } from 'node:timers/promises';

/** Collects what comes while a batch is at work, so that those who come at once share one. */
export class Batches<Item> {
  #waiting: Item[] = [];
  #isWorking = false;
  readonly #work: (batch: readonly Item[]) => Promise<void>;
  readonly #most: number;

  /**
   * @param work tells those who wait what came of it; it never rejects
   * @param most items of a batch
   */
  constructor(work: (batch: readonly Item[]) => Promise<void>, most: number) {
    this.#work = work;
    this.#most = most;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (!this.#isWorking) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      // One turn of the event loop takes in all that has come.
      await breathe();
      await this.#work(this.#waiting.splice(0, this.#most));
    }
    this.#isWorking = false;
  }
}
