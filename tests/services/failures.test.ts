import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Decision } from '../../src/machines/autograde/decisions.ts';
import { assignActors } from '../../src/services/assigning.ts';
import { gradeDeliveryActors } from '../../src/services/autograde.ts';
import { failureOf, type Send } from '../../src/services/kit/client.ts';
import { loadConfiguration } from '../../src/services/kit/configuration.ts';
import { redrawn } from '../../src/services/kit/redrawn.ts';
import { articlesRead } from '../../src/services/kit/slices/help.ts';
import { forgetDrafts, readDraft, readTab, writeTab } from '../../src/services/kit/tabStorage.ts';
import { browserTabs } from '../../src/services/kit/tabs.ts';
import { untilInstant } from '../../src/services/kit/untilInstant.ts';
import { clearStorage, readStoredSession, writeStoredSession } from '../../src/services/login/storedSession.ts';
import { codeOfRoom, guestAccess, joinAsGuest } from '../../src/services/quizGame/guest.ts';
import { readEvents } from '../../src/services/reports/liveActivity.ts';

const { signal } = new AbortController();
/** A server that answers each call with the next of these: a value, or a Problem. */
const server = (...answers: unknown[]) =>
  (async () => {
    const answer = answers.shift();
    if ((answer as { code?: number } | undefined)?.code !== undefined) throw answer;
    return answer;
  }) as unknown as Send;
const outcome = (logic: AnyActorLogic, input?: unknown) => toPromise(createActor(logic, { input }).start());
const rejecting = (failure: unknown) => () => Promise.reject(failure);
const blocked = () => {
  throw new DOMException('Blocked', 'SecurityError');
};

/** Replaces a property of the page for one test. */
const replace = (name: string, property: PropertyDescriptor) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, ...property });
  onTestFinished(() => {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  });
};

// In a browser that blocks storage, even reading the property throws.
describe('where storage is blocked', () => {
  it.each<[what: string, work: () => unknown, result: unknown]>([
    ['nothing is kept of a tab', () => readTab('proc'), null],
    ['what a tab keeps is lost', () => writeTab('proc', '1'), undefined],
    ['a tab has nothing to forget', () => forgetDrafts(), undefined],
    ['a form begins empty', () => readDraft('login'), {}],
    ['nobody is remembered', () => readStoredSession(), null],
    ['a session lasts until the page is reloaded', () => writeStoredSession({ v: 1, userPuid: 7 }), undefined],
    ['signing out has nothing to clear', () => clearStorage(), undefined],
    ['no article was read', () => articlesRead(() => localStorage, '1.7', 102), []],
    ['no room was joined', () => codeOfRoom(8), undefined],
    [
      'a joined room is known until the page is reloaded',
      async () => {
        const game_id = await joinAsGuest(server({ game_id: 9 }), { game_code: 'moon', player_name: 'Ana' }, signal);
        return codeOfRoom(game_id);
      },
      'moon',
    ],
    ['other tabs have left no session', () => browserTabs().read(), undefined],
    ['other tabs learn of a session by message alone', () => browserTabs().write({ v: 1, owner: '1.7', sequence: 1 }), undefined],
  ])('%s', async (_what, work, result) => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) replace(name, { get: blocked });
    expect(await work()).toEqual(result);
  });
});

it('a draft that is cut off begins empty', () => {
  replace('sessionStorage', { value: { getItem: () => '{"name":' } });
  expect(readDraft('login')).toEqual({});
});

describe('the configuration', () => {
  const complete = { backends: { lms: '', ngss: '', search: '', game: '' }, token: 'memory' };
  const kept = (text: string) => ({ match: async () => new Response(text), put: async () => {} });
  const missing = { code: 0, message: 'Host URL not Found' };
  it.each<[what: string, fetched: () => Promise<Response>, cache: () => Promise<unknown>, result: unknown]>([
    ['is read without a cache', async () => Response.json(complete), rejecting(new Error('blocked')), complete],
    [
      'comes from the cache without a connection',
      rejecting(new TypeError('offline')),
      async () => kept(JSON.stringify(complete)),
      complete,
    ],
    ['is missing without connection and cache', rejecting(new TypeError('offline')), rejecting(new Error('blocked')), missing],
    ['is missing where a page is at its address', async () => new Response('<h1>Welcome</h1>'), async () => kept(''), missing],
  ])('%s', async (_what, fetched, cache, result) => {
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('caches', { open: cache });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await outcome(loadConfiguration).catch((problem: unknown) => problem)).toEqual(result);
  });
});

describe('grading', () => {
  const decision: Decision = {
    key: 'first',
    resource: { itemId: 3, itemTypeId: 4, groupPuid: null },
    questionId: 5,
    points: 1,
    feedback: '',
    responses: [{ resultId: 6, seenGradeId: null }],
  };
  const sent = (send: Send) =>
    outcome(
      gradeDeliveryActors({
        send,
        user: { userPuid: 7, districtID: 1 },
        owner: '1.7',
        device: rejecting(new DOMException('Full', 'QuotaExceededError')),
        app: {} as never,
        conflictsIn: () => [],
      }).sendDecision,
      decision,
    );

  it('that the server has counts as sent, although the device fails', async () => {
    expect(await sent(server(['stored']))).toEqual(['stored']);
  });

  it('of a class that is out of reach is gone, and waits after any other failure', async () => {
    const gone = { result_id: 6, outcome: 'gone', points: null, grade: null, comment_count: 0 };
    expect(await sent(server({ code: 404, message: '', refused: true, reason: 'notFound' }))).toEqual([gone]);
    await expect(sent(server(failureOf(503, '')))).rejects.toMatchObject({ code: 503 });
  });
});

describe('a class', () => {
  const target = { groupPuid: 3, userPuids: null, dates: { from: '2026-03-02', to: '' } };
  const order = { lessonId: 2, category: 1, targets: [target], timeZone: 'UTC', isReadingOpen: true };
  const assigned = (code: number) => outcome(assignActors(server(failureOf(code, ''))).assignLesson, order);

  it('that has the lesson already keeps it', async () => {
    expect(await assigned(409)).toBeNull();
    await expect(assigned(403)).rejects.toMatchObject({ code: 403 });
  });
});

it('a guest whose token is over gets another, and no other failure is tried again', async () => {
  const asked = (...answers: unknown[]) => guestAccess(server({ token: 'first' }, ...answers), 'moon').send({} as never, {} as never);
  expect(await asked(failureOf(401, ''), { token: 'second' }, 'answer')).toBe('answer');
  await expect(asked(failureOf(403, ''), { token: 'second' }, 'answer')).rejects.toMatchObject({ code: 403 });
});

it('a clock that cannot be read ends the wait for an instant', async () => {
  const stopped = new Error('The clock has stopped.');
  let looks = 0;
  const clock = { setTimeout: (look: () => void) => queueMicrotask(look), clearTimeout: () => {} };
  const now = () => {
    looks += 1;
    if (looks > 1) throw stopped;
    return 0;
  };
  await expect(untilInstant('2026-03-02T00:00:00Z', now, signal, clock as never)).rejects.toBe(stopped);
});

it('a file that is no picture is refused before it is sent', async () => {
  vi.stubGlobal('OffscreenCanvas', class {});
  vi.stubGlobal('createImageBitmap', rejecting(new DOMException('No picture', 'InvalidStateError')));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(redrawn(new Blob(['text']), (size) => size, { type: 'image/jpeg', quality: 1 })).rejects.toEqual({
    ...{ code: 415, message: '', refused: true },
  });
});

it('a stream that breaks off fails as it broke', async () => {
  const broken = new TypeError('network error');
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(broken) });
  await expect(Array.fromAsync(readEvents(body))).rejects.toBe(broken);
});
