import { createPolicy } from '../kit/trustedTypes.ts';
import type { WorkerAnswer, WorkerOrder } from './rosterWorker.ts';
import address from './rosterWorker.ts?worker&url';

/** Trusted Types require a policy for a worker's URL. It allows only this one. */
const policy = createPolicy('roster-worker', { createScriptURL: (_url: string) => address });

/**
 * Runs one order in its own worker, which ends with the order.
 * @returns a function that terminates the worker early
 */
export function giveOrder(order: WorkerOrder, hear: (answer: WorkerAnswer) => void): () => void {
  const worker = new Worker(policy.createScriptURL(address), { type: 'module' });
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
