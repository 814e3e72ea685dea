import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CatalogRows } from './catalogRows.ts';
import type { CourseOrder } from './courseThread.ts';
import type { PackedCourse, ReadCourse } from './packedCourse.ts';

/** Memory limit of the thread, in MB. The product's own course needs a tenth of it, and no other can take down the server. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
const program = new URL(import.meta.url.endsWith('.ts') ? './courseThread.ts' : './courseThread.js', import.meta.url);

async function inThread<T>(workerData: CourseOrder, transferList: ArrayBuffer[] = []): Promise<T> {
  const thread = new Worker(program, { workerData, transferList, resourceLimits });
  try {
    const ended = once(thread, 'exit').then(() => null);
    const done = await Promise.race([once(thread, 'message') as Promise<[T]>, ended]);
    if (done === null) throw new Error('The thread of the course ended early.');
    return done[0];
  } finally {
    await thread.terminate();
  }
}

/** Reads a packed course in a thread: a large one takes seconds, and other requests must not wait. */
export async function readInThread(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadCourse> {
  try {
    return await inThread({ task: 'read', name, bytes }, [bytes.buffer]);
  } catch (error) {
    if (Object(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return { set: null, findings: [{ severity: 'error', file: name, line: null, field: '', code: 'zipRatio', params: {} }] };
  }
}

/** Writes a packed course in a thread. `at`: time of its files, in ms since 1970. */
export const writeInThread = (rows: CatalogRows, at: number): Promise<PackedCourse> => inThread({ task: 'write', rows, at });
