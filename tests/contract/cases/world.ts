import { sql } from 'kysely';
import { ResourceType } from '../../../contract/content.ts';
import { calls } from '../../../contract/index.ts';
import { sharePermission } from '../../../contract/sharing.ts';
import { idOf } from '../../../server/content/ids.ts';
import { makeLink } from '../../../server/kit/links.ts';
import { tenant } from '../../../server/kit/tenant.ts';
import { assessment_id, ids, item_id, makeFixtureSchool, quiz_id, videoQuiz_id } from '../../server/fixtureSchool.ts';
import { addLessonOfKinds, kinds } from '../../server/lessonOfKinds.ts';
import { ownQuiz } from '../../server/ownQuiz.ts';
import { png } from '../../server/pictures.ts';
import { type GivenSet, giveTermSet } from '../../server/termSet.ts';
import { days, preparedServer, type TestServer } from '../../server/testServer.ts';
import { type ClassroomWorld, makeClassroomWorld } from './classroom.ts';
import { type ContentWorld, makeContentWorld } from './contentWorld.ts';
import { makeDistrictsWorld } from './districts.ts';
import { type ExportWorld, makeExportWorld } from './exports.ts';
import { type FactorWorld, makeFactorWorld } from './factorWorld.ts';
import { type GameWorld, makeGameWorld } from './gameWorld.ts';
import { makePrivacyWorld } from './privacy.ts';
import { makeRosterWorld, type RosterWorld } from './rosterWorld.ts';
import { makeSamlWorld, type SamlWorld } from './saml.ts';
import { makeSignOnWorld } from './signOnSetup.ts';

/** An empty submission. */
export const submission = { time_spent: 40, submit_type: 'save' as const, quizResponse: [] };

/**
 * The fixture with something in every state: ana is playing and has started a quiz and an assessment, ben has a released one, and there is
 * a registration at each step.
 */
export interface World {
  server: TestServer;
  assigned: { lesson_id: number; assignment_id: number; group_assignment_id: number };
  tracking_id: number;
  resource_tracking_id: number;
  result_id: number;
  assessment_result_id: number;
  question_id: number;
  /** Ana's, for the check below the video. */
  check_result_id: number;
  check_question_id: number;
  released_result_id: number;
  /** Comments of tess's on it: one that ben may read and answer, one that she may take back. */
  comment_id: number;
  unread_comment_id: number;
  /** Ana's open content item, and her started provider assessment. */
  content_track_id: number;
  provider_result_id: number;
  cookie: string;
  /** A folder of tess's, in the course. */
  folder_id: number;
  /** A lesson that tess made. */
  own_lesson_id: number;
  /** A quiz that tess wrote and shares with sue. */
  own_quiz_id: number;
  picture_id: string;
  /** A term that tess added for her class. */
  own_term_id: number;
  /** A set of terms of tess's, in a lesson that ana has. */
  term_set: GivenSet;
  /** In tess's library: an external resource, and its file. */
  resource_id: number;
  attachment_id: number;
  /** An assignment code. */
  code: string;
  /** From tess, with a file, unanswered. */
  message_id: number;
  /** Ana's: dan answered her. */
  notification_id: number;
  roster: RosterWorld;
  saml: SamlWorld;
  classroom: ClassroomWorld;
  content: ContentWorld;
  games: GameWorld;
  exports: ExportWorld;
  /** A lesson link of tess's. */
  link_id: string;
  /** A link by which colleagues get `own_lesson_id`. Sue has used it already. */
  share_id: string;
  /** Secret of a link that lets ana choose a new password. */
  resetId: string;
  factor: FactorWorld;
  registrations: Record<'waiting' | 'confirmed' | 'detailed', { request_id: string; Id: string }>;
}

async function makeRegistrations(server: TestServer): Promise<World['registrations']> {
  await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
  const register = async (name: string) => {
    const answer = await server.call(calls.registerUser, { ...person, email: `${name}@hill.example` });
    const text = (await server.mails()).find(({ recipient }) => recipient === `${name}@hill.example`)?.text ?? '';
    return { request_id: (answer.data as { request_id: string }).request_id, Id: /Id=([\w-]+)/.exec(text)?.[1] ?? '' };
  };
  const registrations = { waiting: await register('wanda'), confirmed: await register('conny'), detailed: await register('della') };
  for (const { Id } of [registrations.confirmed, registrations.detailed]) await server.call(calls.verifyUserLink, { Id });
  await server.call(calls.submitUserDetails, { Id: registrations.detailed.Id, user_name: 'della', grade: '6' });
  return registrations;
}
async function makeMessages({ signIn, db }: TestServer) {
  const { feedback_id: message_id } = await (await signIn('tess')).ok(calls.insertFeedback, {
    user_puid: ids.tess,
    category: 'problem',
    feedback_text: 'The clock is slow.',
    feedback_file: new File(['%PDF-1.7'], 'clock.pdf'),
  });
  const asked = { user_puid: ids.ana, category: 'idea', feedback_text: 'More moons.' } as const;
  const { feedback_id } = await (await signIn('ana')).ok(calls.insertFeedback, asked);
  await (await signIn('dan')).ok(calls.answerUserMessage, { user_puid: ids.dan, message_id: feedback_id, answer_text: 'They come.' });
  const { notification_id } = await db.selectFrom('notification').select('notification_id').executeTakeFirstOrThrow();
  return { message_id, notification_id };
}
/**
 * Undoes what requests do to their callers: failures are counted, a new password ends all tokens and sessions, and a school or a district
 * can be closed with its accounts. One statement checks whether there is anything to undo. Single sign-ons that a test has switched on
 * are off again.
 */
export async function forgiving({ db, ports }: TestServer): Promise<() => Promise<void>> {
  const password_hash = await ports.passwords.hash('science-rocks');
  // As if each session had been used once: later calls then change nothing in it, so there is nothing to undo after most of them.
  await db
    .updateTable('refresh_session')
    .set(({ ref }) => ({ confirmed: ref('generation') }))
    .execute();
  const sessions = await db.selectFrom('refresh_session').selectAll().execute();
  const accountRows = () => db.selectFrom('app_user').select(['district_id', 'user_puid', 'active', 'role_id']).execute();
  const accounts = new Map((await accountRows()).map((row) => [row.user_puid, row]));
  const open = (await db.selectFrom('district').select('district_id').where('removed_at', 'is', null).execute()).map(
    (row) => row.district_id,
  );
  // Weighted, so that one change does not hide another.
  const count = sql<number>`(select count(*) from failure_count)
    + (select count(*) from app_user where token_version <> 1 or password_hash <> ${password_hash})
    + (select count(*) from sign_on_provider where active = 1)
    + 1000 * (select count(*) from district where removed_at is not null and district_id in (${sql.join(open)}))
    + 1000000 * (select sum(role_id * (1 + active)) from app_user where user_puid in (${sql.join([...accounts.keys()])}))`;
  const look = async () => {
    const columns = ['session_id', 'generation', 'confirmed', 'rotated_at', 'expires_at'] as const;
    const rows = await db
      .selectFrom('refresh_session')
      .select([...columns, count.as('spoilt')])
      .orderBy('session_id')
      .execute();
    return JSON.stringify(rows);
  };
  const undo = async () => {
    await db.deleteFrom('failure_count').execute();
    await db.deleteFrom('district_erasure').where('erased_district', 'in', open).execute();
    await db
      .updateTable('district')
      .set({ removed_at: null })
      .where('district_id', 'in', open)
      .where('removed_at', 'is not', null)
      .execute();
    for (const row of await accountRows()) {
      const { active, role_id } = accounts.get(row.user_puid) ?? row;
      if (active === row.active && role_id === row.role_id) continue;
      const { district_id, user_puid } = row;
      await db
        .updateTable('app_user')
        .set({ active, role_id })
        .where('district_id', '=', district_id)
        .where('user_puid', '=', user_puid)
        .execute();
    }
    // Nobody runs the services that a test has set up.
    await db.updateTable('sign_on_provider').set({ active: 0 }).where('active', '=', 1).execute();
    await db.deleteFrom('refresh_session').execute();
    await db.insertInto('refresh_session').values(sessions).execute();
    await db.updateTable('app_user').set({ token_version: 1 }).where('token_version', '<>', 1).execute();
    await db.updateTable('app_user').set({ password_hash }).where('password_hash', '<>', password_hash).execute();
  };
  await undo();
  const before = await look();
  return async () => {
    if ((await look()) !== before) await undo();
  };
}
/** The registrant. */
export const person = { first_name: 'New', last_name: 'Teacher', district_id: 1, school_id: ids.school };

/** Creates a fresh world. */
export async function makeWorld(): Promise<World> {
  const { server, made } = await preparedServer(make);
  return { server, ...made };
}

async function make(server: TestServer): Promise<Omit<World, 'server'>> {
  await makeFixtureSchool(server.ports);
  const [ana, ben, tess] = [await server.signIn('ana'), await server.signIn('ben'), await server.signIn('tess')];
  const dates = { from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null };
  // Ana has an assessment running, so the readings stay open for the other calls.
  const assignment_details = JSON.stringify({ ...dates, readings_open: true });
  const assigned = await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
  const named = { lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
  const bens = await ben.ok(calls.startQuiz, { quiz_id, ...named });
  const answer = { question_id: bens.quiz_details.questions[0]?.id ?? 0, answer_id: null, answer_text: 'x', time_spent: 1 };
  await ben.ok(calls.submitQuiz, { result_id: bens.result_id, ...submission, quizResponse: [answer] });
  await server.db.updateTable('attempt').set({ state: 'released' }).execute();
  const comment = { result_id: bens.result_id, user_puid: ids.tess, question_index: 0, user_score: null };
  const { comment_id } = await tess.ok(calls.submitUserFeedback, { ...comment, user_feedback: 'Look again.' });
  const { comment_id: unread_comment_id } = await tess.ok(calls.submitUserFeedback, { ...comment, user_feedback: 'And again.' });
  const tracking_id = await ana.ok(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...assigned });
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, ...named });
  const { result_id: assessment_result_id } = await ana.ok(calls.startAssessment, { assessment_id, ...named });
  const check = await ana.ok(calls.startQuiz, { quiz_id: videoQuiz_id, ...named });
  const { resource_tracking_id } = await server.db
    .selectFrom('attempt')
    .select('resource_tracking_id')
    .where('result_id', '=', result_id)
    .executeTakeFirstOrThrow();
  const product_id = idOf('course');
  const folder = { folder_name: 'Week 3', product_id, parent_folder_type: 'product', parent_folder_id: product_id, sort_order: 1 } as const;
  const { folder_id } = await tess.ok(calls.createFolder, { user_puid: ids.tess, ...folder });
  const { lesson_id: own_lesson_id } = await tess.ok(calls.createLesson, { user_puid: ids.tess, lesson_name: 'Made by Tess' });
  const { item_id: own_quiz_id } = await tess.ok(calls.createQuiz, { creation_key: 'device-0', quiz: ownQuiz() });
  const { picture_id } = await tess.ok(calls.uploadPicture, { picture: new File([png(8, 8)], 'a.png') });
  await tess.ok(calls.shareQuiz, { item_id: own_quiz_id, user_puid_list: [ids.sue] });
  const term_set = await giveTermSet(server);
  const ramp = { term: 'Ramp', definition: 'A sloping surface.', fill_in: 'A cart rolls down a ____.' };
  const { term_id: own_term_id } = await tess.ok(calls.addOwnTerm, { group_puid: ids.class, ...ramp });
  await addLessonOfKinds(server.ports);
  await tess.ok(calls.assign, { lesson_id: kinds.lesson_id, group_puid: ids.class, assignment_no: 1, assignment_details });
  const ofKinds = { lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 };
  const begun = await ana.ok(calls.startProviderAssessment, { assessment_id: kinds.quiz('provider'), ...ofKinds });
  const reading = { item_id, item_type_id: ResourceType.reading, lesson_id: ids.freeLesson };
  const content_track_id = await ana.ok(calls.startContentTracking, { user_puid: ids.ana, ...reading });
  const { code } = await tess.ok(calls.generateCode, { lesson_id: ids.orderedLesson });
  const { link_id } = await tess.ok(calls.createLessonLink, { lesson_id: ids.orderedLesson, is_perpectual_expiry: true, assignment_no: 1 });
  const { id: share_id } = await tess.ok(calls.createShareLink, { lesson_id: own_lesson_id });
  const sharedBy = { shared_by_puid: ids.tess, permission: sharePermission } as const;
  await tess.ok(calls.shareLesson, { lesson_id: own_lesson_id, user_puid_list: [ids.sue], ...sharedBy });
  const { attachment_id } = await tess.ok(calls.uploadAttachment, {
    user_puid: ids.tess,
    attachment: new File(['%PDF-1.7 sheet'], 'sheet.pdf'),
  });
  const { resource_id } = await tess.ok(calls.addExternal, { user_puid: ids.tess, title: 'Sheet', attachment_id });
  await makePrivacyWorld(server);
  await makeDistrictsWorld(server);
  await makeSignOnWorld(server);
  return {
    ...(await makeMessages(server)),
    resource_id,
    attachment_id,
    assigned,
    comment_id,
    unread_comment_id,
    tracking_id,
    resource_tracking_id,
    result_id,
    assessment_result_id,
    question_id: quiz_details.questions[0]?.id ?? 0,
    check_result_id: check.result_id,
    check_question_id: check.quiz_details.questions[0]?.id ?? 0,
    released_result_id: bens.result_id,
    content_track_id,
    provider_result_id: begun.result_id,
    cookie: ana.cookie,
    folder_id,
    own_lesson_id,
    own_quiz_id,
    picture_id,
    term_set,
    own_term_id,
    code,
    roster: await makeRosterWorld(server),
    saml: await makeSamlWorld(server),
    classroom: await makeClassroomWorld(server),
    content: await makeContentWorld(server),
    games: await makeGameWorld(server),
    exports: await makeExportWorld(server),
    link_id,
    share_id,
    resetId: await makeLink(tenant(server.db, 1), server.ports, { kind: 'reset', subject: String(ids.ana), life: days(1) }),
    factor: await makeFactorWorld(server),
    registrations: await makeRegistrations(server),
  };
}
