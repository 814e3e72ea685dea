import type { SelectionMode } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';

/** Name and consequence of what can happen to many people at once. */
export const batchNames: Readonly<Record<SelectionMode, readonly [name: () => string, about: () => string]>> = {
  close: [m.people_batch_close, m.people_batch_close_about],
  open: [m.people_batch_open, m.people_batch_open_about],
  move: [m.people_batch_move, m.people_batch_move_about],
  endSessions: [m.people_batch_endSessions, m.people_batch_endSessions_about],
  resetCodes: [m.people_batch_resetCodes, m.people_batch_resetCodes_about],
};
