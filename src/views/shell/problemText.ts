import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';

/** A failure in words: the server's own where it has any, otherwise what the code means and what to do. */
export function problemText({ code, message }: Problem): string {
  if (message !== '') return message;
  if (code === 0) return m.common_no_answer();
  if (code === 502) return m.common_unreadable_answer();
  return m.common_server_failed();
}
