import * as v from 'valibot';
import { type EventObject, fromCallback } from 'xstate';
import { ClassActivity, reports } from '../../../contract/reports.ts';
import type { Send } from '../kit/client.ts';

type News = { type: 'activity.came'; activity: ClassActivity } | { type: 'stream.alive' } | { type: 'stream.failed' };

/** Reads server-sent events from a response body: the data of each, and null for a keep-alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string | null> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split(/\r?\n\r?\n/);
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = part
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart());
        yield data.length > 0 ? data.join('\n') : null;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** What the stream needs from the session and the configuration. */
export interface StreamAccess {
  /** Base URL of the backend, such as `/api/lms`. */
  backend: () => string;
  token: () => string | null;
}

/** Watches a class (`liveActivity` chart): one contract call, which also refreshes the token, then the stream. */
export const liveActivityActors = (send: Send, access: StreamAccess, group_assignment_id: number) => ({
  watchActivity: fromCallback<EventObject, unknown, News>(({ sendBack }) => {
    const ended = new AbortController();
    const { signal } = ended;
    const tell = (news: News) => signal.aborted || sendBack(news);
    const watch = async () => {
      tell({ type: 'activity.came', activity: await send(reports.classActivity, { group_assignment_id }, { signal, quiet: true }) });
      const answer = await fetch(`${access.backend()}${reports.classActivity.path}/stream?group_assignment_id=${group_assignment_id}`, {
        headers: { authorization: `Bearer ${access.token()}` },
        signal,
      });
      if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}.`);
      for await (const data of readEvents(answer.body))
        tell(data === null ? { type: 'stream.alive' } : { type: 'activity.came', activity: v.parse(ClassActivity, JSON.parse(data)) });
    };
    const fail = () => tell({ type: 'stream.failed' });
    watch().then(fail, fail);
    return () => ended.abort();
  }),
});
