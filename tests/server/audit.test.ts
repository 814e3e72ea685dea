import { beforeEach, describe, expect, it } from 'vitest';
import { auditActions, auditKinds, auditSorts } from '../../contract/audit.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { administrators, type Call, type InputOf } from '../../contract/kit.ts';
import { type Case, cases } from '../contract/cases/index.ts';
import { makeWorld, type World } from '../contract/cases/world.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, hours, type TestClient, type TestServer } from './testServer.ts';

const readBy = async (client: TestClient, query: Partial<InputOf<typeof calls.auditEntries>> = {}) =>
  client.ok(calls.auditEntries, { user_puid: client.user.userPuid, ...query });
/** Begin a challenge, of which the answer is a call of its own and changes the account, play a draft, and upload and check a file. */
const changeNothing = ['beginEnrollment', 'previewBankDraft', 'checkSamlLinks', 'importCourse', 'checkCourse'];
const changing = (Object.entries(calls) as [keyof typeof calls, Call][]).filter(
  ([name, { method, access }]) =>
    !changeNothing.includes(name) &&
    method === 'POST' &&
    Array.isArray(access) &&
    access.every((role) => administrators.some((one) => one === role)) &&
    !cases[name].refused,
);

describe('what an administrator changes', () => {
  it.each(changing)('is in the audit, without secrets: %s', async (name, call) => {
    const world = await makeWorld();
    const { server } = world;
    const one = cases[name] as Case<typeof name>;
    const client = await server.signIn(one.as as string);
    const input = one.input(world) as never;
    const { audit_id: last } = await server.db
      .selectFrom('audit')
      .select((eb) => eb.fn.max('audit_id').as('audit_id'))
      .executeTakeFirstOrThrow();
    await client.ok(call, input);
    const written = await auditOf(server.db).where('audit_id', '>', last).selectAll().execute();
    expect(written.map(({ actor_puid }) => Number(actor_puid))).toContain(client.user.userPuid);
    for (const { action, address, detail } of written) {
      expect(Object.values(auditActions).flat()).toContain(action);
      expect(address).not.toBe('');
      expect(detail).not.toMatch(/science-rocks|password"|secret|"code"|token/);
    }
  });
});

/**
 * What an administrator may do instead of a teacher, or while acting as somebody, and is not audited, by the reason. `reads`: asks by POST,
 * or brings a file of which the next call is audited. `own`: the person's own library, folders, lessons, drafts and settings. `live`: a
 * game that everybody in the room sees. `student`: work of a student, whose answers the audit must not hold; who acted as the student is
 * audited. `again`: the case repeats what there is already.
 */
const notAudited: Readonly<Record<string, readonly (keyof typeof calls)[]>> = {
  reads: [
    'getContent',
    'prebuiltLessons',
    'units',
    'items',
    'starAndReadingTests',
    'engineeringItems',
    'lessonBlocks',
    'contentUrlId',
    'quizSheet',
    'myLibrary',
    'attachmentLink',
    'gradesAndStandards',
    'itemBreakout',
    'glossaryTermsOfItems',
    'fetchProviderResults',
    'previewProviderAssessment',
    'lessonLinkId',
    'previewQuiz',
    'previewDraft',
    'quizColleagues',
    'previewRegrade',
    'unassignNumbers',
    'sharedUsers',
    'startLesson',
    'previewLesson',
    'uploadRosterPart',
  ],
  own: [
    'updateDefaultFilter',
    'addToMyLibrary',
    'removeFromMyLibrary',
    'addExternal',
    'updateExternal',
    'uploadAttachment',
    'createQuiz',
    'saveQuiz',
    'publishQuiz',
    'copyQuiz',
    'removeQuiz',
    'restoreQuiz',
    'uploadPicture',
    'shareLessonFromUrl',
    'createFolder',
    'updateFolder',
    'moveFolder',
    'deleteFolder',
    'restoreFolder',
    'createLesson',
    'updateLesson',
    'deleteLesson',
    'restoreLesson',
    'duplicateLesson',
  ],
  live: [
    'startGame',
    'nextRound',
    'closeRound',
    'skipRound',
    'pauseGame',
    'resumeGame',
    'removePlayer',
    'admitGuests',
    'barGuests',
    'endGame',
  ],
  student: [
    'startContentTracking',
    'endContentTracking',
    'submitPrintableQuiz',
    'submitReadersQuiz',
    'startProviderAssessment',
    'submitProviderAssessment',
    'trackLesson',
    'trackResource',
    'checkResourceCompletion',
    'assignFromLessonUrl',
    'startQuiz',
    'startAssessment',
    'saveAnswers',
    'checkAnswer',
    'submitQuiz',
    'submitAssessment',
  ],
  again: ['createShareLink'],
};
const isAudited = (name: keyof typeof calls) => !Object.values(notAudited).some((names) => names.includes(name));

type Named = [keyof typeof calls, Call];
const byTeachers = (Object.entries(calls) as Named[]).filter(
  ([name, { method, access, refusedWhileActing }]) =>
    method !== 'GET' &&
    Array.isArray(access) &&
    !access.every((role) => administrators.some((one) => one === role)) &&
    !refusedWhileActing &&
    cases[name].as !== undefined &&
    !cases[name].refused,
);

describe('what an administrator does as a teacher', () => {
  it.each(byTeachers)('is in the audit, or said not to be: %s', async (name, call) => {
    const world = await makeWorld();
    const { server } = world;
    const one = cases[name] as Case<typeof name>;
    const input = one.input(world) as never;
    const max = await server.signIn('max');
    const { token } = await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids[one.as as 'tess'] });
    const { audit_id: last } = await server.db
      .selectFrom('audit')
      .select((eb) => eb.fn.max('audit_id').as('audit_id'))
      .executeTakeFirstOrThrow();
    const answer = await server.call(call, input, { authorization: `Bearer ${token}` });
    expect(answer).toMatchObject({ code: 200 });
    const written = await auditOf(server.db).where('audit_id', '>', last).selectAll().execute();
    expect(written.length > 0).toBe(isAudited(name));
    for (const { acting_puid, detail } of written) {
      expect(Number(acting_puid)).toBe(ids.max);
      expect(detail).not.toMatch(/science-rocks|password"|secret|"code"|token|answer_text/);
    }
  });
});

describe('what an administrator does with learning work', () => {
  let world: World;
  let dan: TestClient;
  beforeEach(async () => {
    world = await makeWorld();
    dan = await world.server.signIn('dan');
  });
  const last = async (query: Partial<InputOf<typeof calls.auditEntries>> = { kind: 'learning' }) => (await readBy(dan, query)).rows[0];
  const whose = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class };

  it('names the quiz, the results before and after, and how many', async () => {
    await dan.ok(calls.recallReport, { recalled_by_puid: ids.dan, ...whose });
    expect(await last()).toMatchObject({
      ...{ action: 'report.recall', subject: { kind: 'group', id: ids.class }, count: 1 },
      facts: [{ field: 'quiz', value: expect.any(String) }],
      changes: [{ field: 'results', before: 'released', after: 'recalled' }],
    });
    await dan.ok(calls.releaseReport, { released_by_puid: ids.dan, ...whose, release_date: '2030-02-01T12:00:00Z' });
    expect(await last()).toMatchObject({
      action: 'report.release',
      changes: [
        { field: 'results', before: 'recalled', after: 'scheduled' },
        // In the district's time zone.
        { field: 'release', before: null, after: '2030-02-01 06:00' },
      ],
    });
  });

  it('names a regrade and its undo for each class, without an answer', async () => {
    const input = cases.applyRegrade.input(world);
    const { regrade_id } = await dan.ok(calls.applyRegrade, { ...input, user_puid: ids.dan });
    const applied = await last();
    expect(applied).toMatchObject({ action: 'regrade.apply', subject: { id: ids.class } });
    expect(applied?.changes).toContainEqual({ field: 'scoring', before: 'key', after: 'full' });
    await dan.ok(calls.undoRegrade, { user_puid: ids.dan, regrade_id });
    expect(await last()).toMatchObject({ action: 'regrade.undo', changes: [{ field: 'scoring', before: 'full', after: 'key' }] });
  });

  it('names the people with whom a lesson is shared, as long as they have a name', async () => {
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const as = { authorization: `Bearer ${token}` };
    await world.server.call(calls.shareLesson, cases.shareLesson.input(world), as);
    const shared = await last();
    expect(shared).toMatchObject({ action: 'lesson.share', actor: { user_puid: ids.tess }, acting: { user_puid: ids.dan } });
    expect(shared?.changes).toEqual([{ field: 'people', before: null, after: expect.stringContaining(' Person') }]);
    await world.server.db.updateTable('app_user').set({ first_name: 'Another', last_name: 'Name' }).execute();
    expect((await last())?.changes).toEqual([{ field: 'people', before: null, after: expect.stringContaining('Another Name') }]);
    await world.server.call(calls.revokeShareLink, cases.revokeShareLink.input(world), as);
    expect(await last()).toMatchObject({ action: 'lesson.unlink', subject: { kind: 'lesson' } });
    await world.server.call(calls.createShareLink, cases.createShareLink.input(world), as);
    expect(await last()).toMatchObject({ action: 'lesson.link' });
  });

  it('says nothing of what teachers do themselves', async () => {
    const tess = await world.server.signIn('tess');
    await tess.ok(calls.recallReport, cases.recallReport.input(world));
    await tess.ok(calls.applyRegrade, cases.applyRegrade.input(world));
    await tess.ok(calls.shareLesson, cases.shareLesson.input(world));
    expect((await readBy(dan, { kind: 'learning' })).rows).toEqual([]);
  });

  it('leaves no line of what was refused', async () => {
    expectFailure(await dan.call(calls.recallReport, { recalled_by_puid: ids.dan, ...whose, user_puids: [ids.ana] }), 409);
    expect(await last()).toBeUndefined();
  });

  it('names the fields of a class, a student and a hand-over, before and after', async () => {
    const { group_puid } = cases.updateGroup.input(world);
    const before = await dan.ok(calls.groupDetail, { group_puid });
    await dan.ok(calls.updateGroup, {
      group_puid,
      group_name: before.group_name,
      subject: 'Physics',
      grade: null,
      period: '3',
      active: false,
    });
    expect(await last({ kind: 'classes' })).toMatchObject({
      action: 'group.update',
      changes: [
        { field: 'subject', before: before.subject, after: 'Physics' },
        { field: 'period', before: before.period, after: '3' },
        { field: 'active', before: 'true', after: 'false' },
      ],
    });
    const ana = { student_puid: ids.ana, user_name: 'ana', first_name: 'Ann', last_name: 'Person' };
    await dan.ok(calls.updateStudent, { ...ana, grade: null, email: 'ann@example.org', student_id: null });
    expect((await last({ kind: 'students' }))?.changes).toContainEqual({ field: 'first_name', before: 'ana', after: 'Ann' });
    expect((await last({ kind: 'students' }))?.changes).toContainEqual({ field: 'email', before: null, after: 'ann@example.org' });
    const handOver = { from_teacher_puid: ids.tess, to_teacher_puid: ids.tom, group_puids: [ids.class] };
    const { transfer_id } = await dan.ok(calls.transferClasses, handOver);
    const changes = [{ field: 'teacher', before: 'tess Person', after: 'tom Person' }];
    expect(await last({ kind: 'classes' })).toMatchObject({ action: 'group.transfer', changes });
    await dan.ok(calls.undoClassTransfer, { transfer_id });
    expect(await last({ kind: 'classes' })).toMatchObject({
      ...{ action: 'group.transfer_undo', changes: [{ field: 'teacher', before: 'tom Person', after: 'tess Person' }] },
    });
  });
});

describe('the audit', () => {
  let server: TestServer;
  beforeEach(async () => {
    [server] = await schoolServer('tess');
  });
  const group = { subject: null, grade: null, period: null, kind: 'group' as const, user_puids: [ids.ana] };
  const addGroup = (client: TestClient, group_name: string) => client.ok(calls.addGroup, { ...group, group_name });

  it('names who, what, about whom and from where, the newest first, and leaves sign-ins to those who ask', async () => {
    const tess = await server.signIn('tess');
    await addGroup(tess, 'Chess');
    server.clock.now += hours(1);
    const dan = await server.signIn('dan');
    await dan.ok(calls.endUserSessions, { user_puid: ids.dan, ended_puid: ids.ben });
    const { total, rows } = await readBy(dan);
    expect(total).toBe(2);
    expect(rows.map(({ actor, action, subject, count }) => [actor?.first_name, action, subject.name, count])).toEqual([
      ['dan', 'session.end_all', 'ben Person', 0],
      ['tess', 'group.add', 'Chess', null],
    ]);
    expect(rows.map(({ address }) => address)).toEqual([expect.any(String), expect.any(String)]);
    const signIns = await readBy(dan, { kind: 'signIn' });
    expect(signIns.rows.map(({ actor, action }) => [actor?.first_name, action])).toEqual([
      ['dan', 'sign_in'],
      ['tess', 'sign_in'],
      // Signed in by the fixture.
      ['tess', 'sign_in'],
    ]);
  });

  it('names the administrator who acted as somebody, beside that person', async () => {
    const dan = await server.signIn('dan');
    const { token } = await dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const headers = { authorization: `Bearer ${token}` };
    await server.call(calls.addGroup, { ...group, group_name: 'By dan' }, headers);
    const [entry] = (await readBy(dan, { kind: 'classes' })).rows;
    expect([entry?.actor?.first_name, entry?.acting?.first_name]).toEqual(['tess', 'dan']);
  });

  it('shows a school administrator what concerns the school, another district nothing, and the provider everything', async () => {
    const tess = await server.signIn('tess');
    await addGroup(tess, 'Chess');
    const seen = async (name: string) => (await readBy(await server.signIn(name))).rows.map(({ subject }) => subject.name);
    expect(await seen('sue')).toEqual(['Chess']);
    expect(await seen('max')).toEqual(['Chess']);
    expect(await seen('dora')).toEqual([]);
    const school_id = ids.otherSchool;
    await server.db.updateTable('app_user').set({ school_id }).where('user_puid', '=', ids.tess).execute();
    await server.db.updateTable('class_group').set({ school_id }).where('name', '=', 'Chess').execute();
    expect(await seen('sue')).toEqual([]);
    expect(await seen('dan')).toEqual(['Chess']);
  });

  it('shows what was changed in a record, from what to what', async () => {
    const dan = await server.signIn('dan');
    const subject = await dan.ok(calls.subjectAdd, { name: 'Math', active: true });
    const { subject_id, version } = subject as { subject_id: number; version: number };
    await dan.ok(calls.subjectUpdate, { subject_id, version, name: 'Mathematics', active: true });
    const [entry] = (await readBy(dan, { kind: 'records' })).rows;
    expect(entry).toMatchObject({ action: 'subject.update', subject: { kind: 'subject', name: 'Mathematics' } });
    expect(entry?.changes).toEqual([{ field: 'name', before: 'Math', after: 'Mathematics' }]);
  });

  it('is narrowed down by kind, by days of the district, and by words, and sorted by every column', async () => {
    const tess = await server.signIn('tess');
    const dan = await server.signIn('dan');
    // It is 9 in the morning of the 15th in Chicago; 20 hours later it is the 16th.
    await addGroup(tess, 'First');
    server.clock.now += hours(20);
    await addGroup(await server.signIn('tess'), 'Second');
    const names = async (query: Partial<InputOf<typeof calls.auditEntries>>) =>
      (await readBy(dan, query)).rows.map(({ subject }) => subject.name);
    expect(await names({ from_date: '2030-01-16' })).toEqual(['Second']);
    expect(await names({ to_date: '2030-01-15' })).toEqual(['First']);
    expect(await names({ search: 'sec' })).toEqual(['Second']);
    expect(await names({ search: 'TESS' })).toEqual(['Second', 'First']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ kind: 'exports' })).toEqual([]);
    for (const sort of auditSorts) expect((await names({ sort })).toSorted()).toEqual(['First', 'Second']);
    expect(await names({ sort: 'about' })).toEqual(['First', 'Second']);
    expect(await names({ sort: '-about' })).toEqual(['Second', 'First']);
    expectFailure(await dan.call(calls.auditEntries, { user_puid: ids.dan, from_date: '2030-01-16', to_date: '2030-01-15' }), 400);
  });

  it('is narrowed down to a school, and for the provider to a district', async () => {
    await addGroup(await server.signIn('tess'), 'Hill club');
    const ted = await server.signIn('ted');
    await ted.ok(calls.addGroup, { ...group, user_puids: [ids.zoe], group_name: 'Coast club' });
    const dan = await server.signIn('dan');
    await dan.ok(calls.updateNavTabs, { user_puid: ids.dan, school_id: ids.otherSchool, nav_tabs: [{ key: 'help', show: false }] });
    const max = await server.signIn('max');
    const actions = async (client: TestClient, query: Partial<InputOf<typeof calls.auditEntries>>) =>
      (await readBy(client, query)).rows.map(({ action, subject }) => subject.name ?? action);
    expect(await actions(dan, { school_id: ids.school })).toEqual(['Hill club']);
    expect(await actions(dan, { school_id: ids.otherSchool })).toEqual(['Lake']);
    expect(await actions(dan, { school_id: 21, about_district_id: 2 })).toEqual([]);
    expect(await actions(max, { school_id: 21, about_district_id: 2 })).toEqual(['Coast club']);
    expect(await actions(max, { about_district_id: 2 })).toEqual(['Coast club']);
    expect(await actions(await server.signIn('sid'), { school_id: ids.school })).toEqual([]);
  });

  it('is narrowed down to a class, of the own district only', async () => {
    const tess = await server.signIn('tess');
    const { group_puid } = await addGroup(tess, 'Chess');
    await addGroup(tess, 'Other');
    const dan = await server.signIn('dan');
    const names = async (client: TestClient, query: Partial<InputOf<typeof calls.auditEntries>>) =>
      (await readBy(client, query)).rows.map(({ subject }) => subject.name);
    expect(await names(dan, { group_puid })).toEqual(['Chess']);
    expect(await names(await server.signIn('dora'), { group_puid })).toEqual([]);
    expect(await names(await server.signIn('dora'), { group_puid, about_district_id: 1 })).toEqual([]);
    expect(await names(await server.signIn('max'), { group_puid, about_district_id: 2 })).toEqual([]);
    expect(await names(await server.signIn('sid'), { group_puid })).toEqual([]);
  });

  it('knows each action by one kind', () => {
    const all = auditKinds.flatMap((kind) => [...auditActions[kind]]);
    expect(new Set(all).size).toBe(all.length);
  });
});
