import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { UserData } from '../../contract/login.ts';
import type { LessonName, SavedLesson } from '../../src/machines/player/offlineLessonsMachine.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { clearShelf } from '../../src/services/player/lessonShelf.ts';
import { filesOf, offlineLessonsActors, picturesOf } from '../../src/services/player/offlineLessons.ts';
import { lessonsOfRemembered, offlineReply, savedTerms } from '../../src/services/player/offlineReplies.ts';
import { ids, item_id, makeFixtureSchool, quiz_id } from '../server/fixtureSchool.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { type TestClient, type TestServer, testServer } from '../server/testServer.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { memoryShelf } from './memoryShelf.ts';

let server: TestServer;
let ana: TestClient;
let lesson: LessonName;
let device: ReturnType<typeof memoryShelf>;
let warmed: string[];
/** A call that the server refuses. */
let refusedCall: Call | null;
beforeEach(async () => {
  server = await testServer();
  await makeFixtureSchool(server.ports);
  ana = await server.signIn('ana');
  const { assignment_id } = await assignTo(server, ids.freeLesson);
  lesson = { lessonId: ids.freeLesson, assignmentId: assignment_id, name: 'In any order' };
  device = memoryShelf();
  warmed = [];
  refusedCall = null;
});

const actors = (by = ana) =>
  offlineLessonsActors({
    send: ((call: Call, input: never) =>
      call === refusedCall ? Promise.reject({ code: 403, message: '', refused: true }) : by.ok(call, input)) as Send,
    shelf: async () => device.shelf,
    user: by.user as UserData,
    now: () => server.clock.now,
    warm: async (body) => void warmed.push(body.kind),
  });
async function run(name: 'list' | 'save' | 'remove', input?: LessonName, by = ana): Promise<readonly SavedLesson[]> {
  const logic = actors(by)[name] as PromiseActorLogic<readonly SavedLesson[], unknown>;
  const actor = createActor(logic, { input });
  actor.subscribe({ error: () => {} });
  actor.start();
  return toPromise(actor);
}
const owner = `1.${ids.ana}`;

describe('a lesson that is saved on this device', () => {
  it('holds all that playing it reads, and its code is loaded', async () => {
    const [saved] = await run('save', lesson);
    expect(saved).toMatchObject({ ...lesson, savedAt: server.clock.now });
    expect(saved?.size).toBeGreaterThan(1000);
    expect(warmed.sort()).toEqual(['html', 'quiz', 'quiz', 'video']);
    const named = { user_puid: ids.ana, lesson_id: lesson.lessonId, assignment_id: lesson.assignmentId };
    const online = await ana.ok(calls.lessonPlayer, named);
    expect(await offlineReply(device.shelf, owner, calls.lessonPlayer, named)).toEqual(online);
    const item = { id: item_id, userPuid: ids.ana, roleId: 1, districtId: 1, stateId: 48 };
    expect(await offlineReply(device.shelf, owner, calls.getContent, item)).toEqual(await ana.ok(calls.getContent, item));
    const overview = { user_puid: ids.ana, lesson_id: lesson.lessonId, quiz_id, lesson_resource_tracking_id: 12 };
    expect(await offlineReply(device.shelf, owner, calls.quizDetails, overview)).toEqual(
      await ana.ok(calls.quizDetails, { ...overview, lesson_resource_tracking_id: 0 }),
    );
  });

  it('holds the terms that its items use, also before the session is known, and is saved without them', async () => {
    const { term_id } = await server.db.selectFrom('glossary_term').select('term_id').executeTakeFirstOrThrow();
    await server.db.insertInto('term_item').values({ term_id, item_id, mentions: 5 }).execute();
    await run('save', lesson);
    const query = { user_puid: ids.ana, item_id, language_id: Language.english };
    const online = await ana.ok(calls.glossaryItemTerms, query);
    expect(online.length).toBeGreaterThan(0);
    expect(await offlineReply(device.shelf, owner, calls.glossaryItemTerms, query)).toEqual(online);
    expect(await offlineReply(device.shelf, `1.${ids.ben}`, calls.glossaryItemTerms, query)).toBeUndefined();
    expect(await savedTerms(device.shelf, item_id)).toEqual(online);
    expect(await savedTerms(device.shelf, 1)).toEqual([]);
    // The glossary may be switched off, and a quiz be taken away.
    for (const call of [calls.glossaryItemTerms, calls.quizToKeep]) {
      refusedCall = call;
      expect(await run('save', lesson), call.path).toMatchObject([lesson]);
    }
  });

  it('answers nothing that it does not know, nothing to anybody else, and no write', async () => {
    await run('save', lesson);
    const named = { user_puid: ids.ana, lesson_id: lesson.lessonId, assignment_id: lesson.assignmentId };
    expect(await offlineReply(device.shelf, owner, calls.lessonPlayer, { ...named, lesson_id: 1 })).toBeUndefined();
    expect(await offlineReply(device.shelf, `1.${ids.ben}`, calls.lessonPlayer, named)).toBeUndefined();
    expect(await offlineReply(device.shelf, owner, calls.studentDashboard, { user_puid: ids.ana })).toBeUndefined();
    expect(
      await offlineReply(device.shelf, owner, calls.startQuiz, { quiz_id, lesson_id: lesson.lessonId, lesson_resource_tracking_id: 0 }),
    ).toBeUndefined();
  });

  it('is listed for its owner alone, newest first, and removed by name', async () => {
    await run('save', lesson);
    const { assignment_id } = await assignTo(server, ids.orderedLesson);
    server.clock.now += 1000;
    const other = { lessonId: ids.orderedLesson, assignmentId: assignment_id, name: 'In order' };
    expect((await run('save', other)).map(({ name }) => name)).toEqual(['In order', 'In any order']);
    expect(await run('list', undefined, await server.signIn('ben'))).toEqual([]);
    expect((await run('remove', other)).map(({ name }) => name)).toEqual(['In any order']);
    expect(device.lessons.size).toBe(1);
  });

  it('is gone when somebody else comes, or the owner signs out', async () => {
    await run('save', lesson);
    await clearShelf(device.shelf, owner);
    expect(device.lessons.size).toBe(1);
    expect(await lessonsOfRemembered(device.shelf, ids.ana)).toHaveLength(1);
    expect(await lessonsOfRemembered(device.shelf, ids.ben)).toEqual([]);
    await clearShelf(device.shelf, `1.${ids.ben}`);
    expect(device.lessons.size).toBe(0);
    await run('save', lesson);
    await clearShelf(device.shelf, null);
    expect(device.lessons.size).toBe(0);
  });

  it('keeps its films and files, until no saved lesson needs them', async () => {
    await addLessonOfKinds(server.ports);
    const { assignment_id } = await assignTo(server, kinds.lesson_id);
    const withFiles = { lessonId: kinds.lesson_id, assignmentId: assignment_id, name: 'Kinds' };
    const [saved] = await run('save', withFiles);
    expect([...device.pictures].sort()).toEqual(['/film.webm', '/sheet.pdf']);
    const key = `${owner}/${kinds.lesson_id}/${assignment_id}`;
    const { lesson: kept, contents, quizzes, toAnswer, terms, pictures } = device.lessons.get(key)!;
    const texts = new TextEncoder().encode(JSON.stringify({ lesson: kept, contents, quizzes, toAnswer, terms })).length;
    expect(saved?.size).toBe(texts + 1000 * pictures.length);

    // As left by an earlier save: two of three addresses are no longer used by any saved lesson.
    await device.shelf.keepFiles(['/old.csv', '/shared.csv'], new AbortController().signal);
    device.lessons.get(key)!.pictures.push('/old.csv', '/shared.csv');
    await run('save', lesson);
    device.lessons.get(`${owner}/${lesson.lessonId}/${lesson.assignmentId}`)!.pictures.push('/shared.csv');
    await run('save', withFiles);
    expect([...device.pictures].sort()).toEqual(['/film.webm', '/shared.csv', '/sheet.pdf']);
    await run('remove', withFiles);
    expect([...device.pictures]).toEqual(['/shared.csv']);
  });

  it('is whole or not at all: a device that is full keeps nothing of it and says so', async () => {
    device.shelf.set = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'));
    await expect(run('save', lesson)).rejects.toEqual({ code: 507, message: '' });
    expect(device.lessons.size + device.pictures.size).toBe(0);
  });

  it('that cannot be read is passed over', async () => {
    await run('save', lesson);
    device.lessons.set(`${owner}/1/1`, { v: 9 } as never);
    expect(await run('list')).toHaveLength(1);
    device.state.fails = () => new Error('The device keeps nothing.');
    expect(await offlineReply(device.shelf, owner, calls.lessonPlayer, { user_puid: 1, lesson_id: 1, assignment_id: 0 })).toBeUndefined();
    await expect(run('list')).rejects.toThrow('keeps nothing');
  });
});

it('takes pictures of this site along, each once, and no others', () => {
  const html =
    '<p><img src="/files/cell.png" alt="A cell"><img alt="" src=\'/files/leaf.jpg\'><img src="https://elsewhere.example/x.png"></p>';
  expect(picturesOf([{ body: { kind: 'html', html } }, { body: { kind: 'html', html } }])).toEqual(['/files/cell.png', '/files/leaf.jpg']);
});

it('takes films and files of this site along, each once, and no others', () => {
  const film = (url: string) => ({ body: { kind: 'film' as const, url, media_type: 'video/webm', duration: 44, captions: [] } });
  const file = (url: string) => ({
    body: { kind: 'file' as const, url, file_name: 'day.csv', media_type: 'text/csv', size: 9, why_html: '' },
  });
  const own = ['/api/lms/v2/content/files/day.webm', '/api/lms/v2/content/files/day.csv'] as const;
  const foreign = ['https://elsewhere.example/x', '//elsewhere.example/x', '/\\elsewhere.example/x', 'javascript:x'];
  expect(filesOf([film(own[0]), film(own[0]), file(own[1]), file(own[1]), ...foreign.flatMap((url) => [film(url), file(url)])])).toEqual(
    own,
  );
});
