import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RosterFile } from '../../common/roster/source.ts';
import { type Limits, Unreadable } from '../../common/roster/unzip.ts';
import type { SheetChoice, Workbooks } from '../../common/roster/workbook.ts';
import type { ThreadNews, ThreadOrder } from './workbookThread.ts';

/** Memory limit of a thread, in MB. A workbook within the limits needs a third of it, and no other can take down the server. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
const program = new URL(import.meta.url.endsWith('.ts') ? './workbookThread.ts' : './workbookThread.js', import.meta.url);

/** Runs one order in a new thread and yields its messages. The thread ends with the order. */
async function* ask(order: ThreadOrder['order'], file: RosterFile, limits: Limits): AsyncGenerator<ThreadNews> {
  const bytes = new Uint8Array(await file.read(0, file.size));
  const workerData: ThreadOrder = { order, name: file.name, bytes, limits };
  const thread = new Worker(program, { workerData, transferList: [bytes.buffer], resourceLimits });
  try {
    for await (const [news] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[ThreadNews]>) {
      if (news.kind === 'unreadable') throw new Unreadable(news.code);
      yield news;
      if (news.kind !== 'piece') return;
      thread.postMessage('next');
    }
    throw new Error(`The thread that reads ${file.name} ended early.`);
  } catch (error) {
    // Within the limits but still too large for memory.
    if (Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Unreadable('zipRatio');
    throw error;
  } finally {
    await thread.terminate();
  }
}

/** Reads workbooks in a thread: a large one takes seconds, and other requests must not wait. */
export const workbooksInThread: Workbooks = {
  choose: async (file, limits): Promise<SheetChoice> => {
    for await (const news of ask('choose', file, limits)) if (news.kind === 'chosen') return news.choice;
    throw new Error(`The thread that reads ${file.name} chose no sheet.`);
  },
  rows: async function* (file, limits) {
    for await (const news of ask('rows', file, limits)) if (news.kind === 'piece') yield news.bytes;
  },
};
