import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';

/** Describes a failure: the refusal in the user's language, else the server's text, else what the HTTP code means and what to do. */
export function problemText({ code, message, texts }: Problem): string {
  if (texts) return texts[getLocale()];
  if (message !== '') return message;
  if (code === 0) return m.common_no_answer();
  if (code === 502) return m.common_unreadable_answer();
  return m.common_server_failed();
}
