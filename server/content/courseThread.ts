import { parentPort, workerData } from 'node:worker_threads';
import type { CatalogRows } from './catalogRows.ts';
import { packCourse, readPacked } from './packedCourse.ts';

/** The thread's task, as `workerData`: to read a packed course, or to write one. */
export type CourseOrder = { task: 'read'; name: string; bytes: Uint8Array } | { task: 'write'; rows: CatalogRows; at: number };

const order = workerData as CourseOrder;
parentPort?.postMessage(order.task === 'read' ? await readPacked(order.name, order.bytes) : await packCourse(order.rows, order.at));
