import type { WorkerAnswer, WorkerOrder } from './rosterWorker.ts';
import address from './rosterWorker.ts?worker&url';

interface Policy {
  createScriptURL: (url: string) => string;
}
let policy: Policy | undefined;

/** Trusted Types require a policy for a worker's URL. It allows only this one. */
function trusted(): string {
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  };
  policy ??= trustedTypes?.createPolicy('roster-worker', { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}

/**
 * Runs one order in its own worker, which ends with the order.
 * @returns a function that terminates the worker early
 */
export function giveOrder(order: WorkerOrder, hear: (answer: WorkerAnswer) => void): () => void {
  const worker = new Worker(trusted(), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind !== 'advanced') worker.terminate();
    hear(data);
  };
  worker.onerror = ({ message }) => {
    worker.terminate();
    hear({ kind: 'failed', message });
  };
  worker.postMessage(order);
  return () => worker.terminate();
}
