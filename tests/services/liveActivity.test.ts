import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { liveActivityMachine } from '../../src/machines/reports/liveActivityMachine.ts';
import { liveActivityActors, readEvents } from '../../src/services/reports/liveActivity.ts';

const body = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
const all = async (...parts: string[]) => Array.fromAsync(readEvents(body(...parts)));

afterEach(() => vi.unstubAllGlobals());

it('reads events however they are cut, and takes comments for signs of life', async () => {
  expect(await all('id: 1\nda', 'ta: {"a":1}\n', '\n: still here\n\ndata: b\ndata: c\r\n\r\ndata: unfinished')).toEqual([
    '{"a":1}',
    null,
    'b\nc',
  ]);
  expect(await all()).toEqual([]);
});

it('shows what the stream brings, with the token of now, and lets go of it', async () => {
  const activity = (name: string) => ({
    at: '2030-01-15T15:00:00.000Z',
    students: [
      {
        ...{ user_puid: 1, first_name: name, last_name: '', state: 'inProgress', last_active_at: null, is_active: true },
        ...{ resource_title: null, answered: null, questions: null, wrong: null, needs_help: false },
      },
    ],
  });
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCut = false;
  const requests: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push([address, init]);
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller;
      },
      cancel: () => {
        isCut = true;
      },
    });
    init.signal?.addEventListener('abort', () => feed?.error(new Error('aborted')));
    return new Response(source);
  });
  const send = async () => activity('first') as never;
  const access = { backend: () => '/api/lms', token: () => 'abc' };
  const actor = createActor(liveActivityMachine.provide({ actors: liveActivityActors(send, access, 7) })).start();
  const firstName = () => actor.getSnapshot().context.activity?.students[0]?.first_name;
  await expect.poll(() => requests).toHaveLength(1);
  expect(firstName()).toBe('first');
  expect(requests[0]).toMatchObject([
    '/api/lms/v2/workspace/get_class_activity/stream?group_assignment_id=7',
    { headers: { authorization: 'Bearer abc' } },
  ]);
  feed?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(activity('second'))}\n\n`));
  await expect.poll(firstName).toBe('second');
  feed?.enqueue(new TextEncoder().encode('data: {"surprise":true}\n\n'));
  await expect.poll(() => actor.getSnapshot().value).toBe('retrying');
  expect(firstName()).toBe('second');
  actor.stop();
  expect(requests[0]?.[1].signal?.aborted || isCut).toBe(true);
});
