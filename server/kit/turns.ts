/** Runs a few tasks at a time and refuses those that do not fit in the queue. */
export type Turns = <T>(from: string | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * Fair queue for CPU-heavy work. Senders are served in rotation, one task at a time, so that heavy senders wait only behind themselves.
 *
 * @param lanes tasks that run at once
 * @param mostOfOne queued tasks per sender; tasks without a sender are the server's own and never refused
 * @param mostInAll queued tasks in total
 * @param refuse throws the error for a refused task
 */
export function fairTurns(limits: { lanes: number; mostOfOne: number; mostInAll: number; refuse: () => never }): Turns {
  let free = limits.lanes;
  let waiting = 0;
  /** By sender, in order of their next turns. */
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
