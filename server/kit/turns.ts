/** Lets works run a few at a time, and refuses those for whom there is no room to wait. */
export type Turns = <T>(from: string | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * Turns for work that takes a processor. Those who wait are served in rotation, one of each sender at a time, so that whoever asks for
 * much waits behind themselves alone.
 *
 * @param lanes works that run at once
 * @param mostOfOne works of one sender that may wait; work without a sender is the server's own, and is never refused
 * @param mostInAll works that may wait in all
 * @param refuse throws what a work is answered that may not wait
 */
export function fairTurns(limits: { lanes: number; mostOfOne: number; mostInAll: number; refuse: () => never }): Turns {
  let free = limits.lanes;
  let waiting = 0;
  /** By sender, in the order of their next turns. */
  const queues = new Map<string, (() => void)[]>();
  const ownWork = '';

  const wait = (from: string) => {
    const queue = queues.get(from) ?? [];
    if (from !== ownWork && (queue.length >= limits.mostOfOne || waiting >= limits.mostInAll)) limits.refuse();
    queues.set(from, queue);
    waiting += 1;
    return new Promise<void>((go) => queue.push(go));
  };
  const passOn = () => {
    const [next] = queues;
    if (!next) {
      free += 1;
      return;
    }
    const [from, queue] = next;
    const go = queue.shift();
    waiting -= 1;
    queues.delete(from);
    if (queue.length > 0) queues.set(from, queue);
    go?.();
  };

  return async (from, work) => {
    if (free > 0) free -= 1;
    else await wait(from ?? ownWork);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
