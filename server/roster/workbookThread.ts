import { parentPort, workerData } from 'node:worker_threads';
import { fileOfBytes } from '../../common/roster/source.ts';
import { type Limits, Unreadable } from '../../common/roster/unzip.ts';
import { type SheetChoice, workbooksHere } from '../../common/roster/workbook.ts';

/** The thread's task, as `workerData`. */
export interface ThreadOrder {
  order: 'choose' | 'rows';
  name: string;
  bytes: Uint8Array;
  limits: Limits;
}
/** Messages from the thread. After each piece of rows it waits for a request for the next. */
export type ThreadNews =
  | { kind: 'chosen'; choice: SheetChoice }
  | { kind: 'piece'; bytes: Uint8Array }
  | { kind: 'ended' }
  | { kind: 'unreadable'; code: string };

async function work({ order, name, bytes, limits }: ThreadOrder): Promise<void> {
  const say = (news: ThreadNews) => parentPort?.postMessage(news);
  const asked = () => new Promise<void>((resolve) => parentPort?.once('message', () => resolve()));
  const file = fileOfBytes(name, bytes);
  try {
    if (order === 'choose') return say({ kind: 'chosen', choice: await workbooksHere.choose(file, limits) });
    for await (const piece of workbooksHere.rows(file, limits)) {
      const next = asked();
      say({ kind: 'piece', bytes: piece });
      await next;
    }
    say({ kind: 'ended' });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    say({ kind: 'unreadable', code: error.code });
  }
}
await work(workerData as ThreadOrder);
