import type { Context } from 'hono';
import { Refusal } from './handler.ts';
import type { Ports } from './ports.ts';

/** A response of server-sent events. */
export interface EventStream {
  /** Whether the response has ended, or the client has gone. */
  readonly isOver: boolean;
  /** Sends an event; `data` is one line. Resolves once the client takes more. */
  send: (id: number, data: string) => Promise<void>;
  /** Sends a comment, so that neither the client nor a proxy takes the connection for dead. */
  sendSignOfLife: () => Promise<void>;
}

const encoder = new TextEncoder();

/**
 * Responds with events until `work` ends. `left` is called once, when the client goes or the work ends. An ended session or a class taken
 * away ends the stream, and is no error.
 *
 * Hono's `streamSSE` does the same through two more streams. Decision 067 says what they cost.
 */
export function eventStream(
  c: Context,
  { report }: Pick<Ports, 'report'>,
  work: (stream: EventStream) => Promise<void>,
  left: () => void,
): Response {
  let isOver = false;
  let taken = Promise.withResolvers<void>();
  const end = () => {
    if (isOver) return;
    isOver = true;
    taken.resolve();
    left();
  };
  const open = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const write = async (text: string) => {
      if (isOver) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) > 0) return;
      taken = Promise.withResolvers();
      await taken.promise;
    };
    const stream: EventStream = {
      get isOver() {
        return isOver;
      },
      send: (id, data) => write(`data: ${data}\nid: ${id}\n\n`),
      sendSignOfLife: () => write(': still here\n\n'),
    };
    const done = () => {
      if (!isOver) controller.close();
      end();
    };
    work(stream).then(done, (error: unknown) => {
      if (!(error instanceof Refusal)) report(error, `GET ${c.req.path}`);
      done();
    });
  };
  const body = new ReadableStream<Uint8Array>({ start: open, pull: () => taken.resolve(), cancel: end });
  return c.body(body, 200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'transfer-encoding': 'chunked',
    connection: 'keep-alive',
  });
}
