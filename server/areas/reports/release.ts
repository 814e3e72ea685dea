import type { reports as reportCalls } from '../../../contract/reports.ts';
import { statesBefore } from '../../../src/machines/reports/releaseSteps.ts';
import type { Db } from '../../kit/access.ts';
import { auditForClasses, auditLearning, titleOfQuiz } from '../../kit/audit.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { localTime } from '../../kit/localTime.ts';
import type { Tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { quizzesOf } from '../../reports/quizzesOf.ts';
import { studentsOf, visibleAssignment, visibleAssignments } from '../assignments.ts';
import { earlierAttempts } from '../quiz/earlierAttempts.ts';

interface Whose {
  quiz_assessment_id: number;
  item_type_id: number;
  grouppuid: number;
  group_assignment_id?: number | undefined;
  user_puids?: number[] | undefined;
}

/** Visible assignments that contain a quiz. Throws 404 if there are none. */
async function assignmentsWith(
  db: Db,
  user: TokenUser,
  named: { quiz_id: number; item_type_id: number; group_puid?: number; lesson_id?: number; group_assignment_id?: number | undefined },
): Promise<number[]> {
  let found = visibleAssignments(db, user).where((eb) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('lesson_resource as lr')
          .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
          .select('lr.lesson_resource_id')
          .whereRef('lr.lesson_id', '=', 'ga.lesson_id')
          .where('i.quiz_id', '=', named.quiz_id)
          .where('lr.resource_type_id', '=', named.item_type_id),
      ),
      // The quiz was removed from the lesson. Its results can still be released and withdrawn, but not reassigned.
      eb.and([
        eb.lit(named.lesson_id === undefined),
        eb.exists(
          eb
            .selectFrom('attempt as at')
            .innerJoin('resource_tracking as rt', 'rt.resource_tracking_id', 'at.resource_tracking_id')
            .select('at.result_id')
            .whereRef('at.group_assignment_id', '=', 'ga.group_assignment_id')
            .where('at.quiz_id', '=', named.quiz_id)
            .where('rt.resource_type_id', '=', named.item_type_id),
        ),
      ]),
    ]),
  );
  if (named.group_puid !== undefined) found = found.where('ga.group_puid', '=', named.group_puid);
  if (named.lesson_id !== undefined) found = found.where('ga.lesson_id', '=', named.lesson_id);
  if (named.group_assignment_id !== undefined) found = found.where('ga.group_assignment_id', '=', named.group_assignment_id);
  const ids = [...new Set((await found.execute()).map(({ group_assignment_id }) => group_assignment_id))];
  if (ids.length === 0) throw notFound('assignment');
  return ids;
}

/** Throws 404 unless all of them have one of the assignments. */
async function assertStudents(db: Db, group_assignment_ids: readonly number[], user_puids: readonly number[]) {
  const known = new Set((await studentsOf(db, group_assignment_ids)).map(({ user_puid }) => user_puid));
  if (!user_puids.every((user_puid) => known.has(user_puid))) throw notFound('student');
}

const ofGroup = ({ quiz_assessment_id, item_type_id, grouppuid, group_assignment_id }: Whose) => ({
  quiz_id: quiz_assessment_id,
  item_type_id,
  group_puid: grouppuid,
  group_assignment_id,
});

interface Move {
  event: 'report.released' | 'report.scheduled' | 'report.recalled';
  release_at: number | null;
}
/** A device clock up to this far ahead still means "now", in ms. */
const clockTolerance = 60_000;

const releaseAt = (release_date: string, now: number): Move => {
  const release_at = Date.parse(release_date);
  return release_at <= now + clockTolerance
    ? { event: 'report.released', release_at: Math.min(release_at, now) }
    : { event: 'report.scheduled', release_at };
};

/** Moves results with one conditional update and keeps the standing release in sync. */
const move = (body: Whose, context: UserContext, to: Move): Promise<{ count: number }> =>
  transact(context.ports.db, (trx) => moveResults(trx, body, context, to));

async function moveResults(trx: Tenant, body: Whose, { ports, user }: UserContext, to: Move): Promise<{ count: number }> {
  const { district_id } = user;
  const quiz_id = body.quiz_assessment_id;
  const ids = await assignmentsWith(trx, user, ofGroup(body));
  const chosen = body.user_puids && [...new Set(body.user_puids)];
  if (chosen) await assertStudents(trx, ids, chosen);
  const now = ports.now();
  const { event, release_at } = to;
  const state = event === 'report.released' ? 'released' : event === 'report.scheduled' ? 'scheduled' : 'recalled';
  let earlier = trx
    .selectFrom('attempt')
    .select('state')
    .distinct()
    .where('group_assignment_id', 'in', ids)
    .where('quiz_id', '=', quiz_id)
    .where('state', 'in', statesBefore(event));
  if (chosen) earlier = earlier.where('user_puid', 'in', chosen);
  const before = (await earlier.execute()).map((row) => row.state).toSorted();
  let moving = trx
    .updateTable('attempt')
    .set({ state, released_at: event === 'report.released' ? now : release_at })
    .where('group_assignment_id', 'in', ids)
    .where('quiz_id', '=', quiz_id)
    .where('state', 'in', statesBefore(event));
  if (chosen) moving = moving.where('user_puid', 'in', chosen);
  const count = Number((await moving.executeTakeFirst()).numUpdatedRows);
  if (chosen && count === 0) throw refuse(release_at === null ? 'nothingToRecall' : 'nothingToRelease');
  let standing = trx.deleteFrom('report_release').where('group_assignment_id', 'in', ids).where('quiz_id', '=', quiz_id);
  if (chosen) standing = standing.where('user_puid', 'in', chosen);
  await standing.execute();
  // For single students only a future release is stored. An immediate one needs no follow-up.
  const whom = chosen ? (event === 'report.scheduled' ? chosen : []) : [0];
  if (release_at !== null && whom.length > 0)
    await trx
      .insertInto('report_release')
      .values(
        ids.flatMap((group_assignment_id) =>
          whom.map((user_puid) => ({
            district_id,
            group_assignment_id,
            quiz_id,
            user_puid,
            release_at,
            released_by_puid: user.user_puid,
            created_at: now,
            applied_at: release_at <= now ? now : null,
          })),
        ),
      )
      .execute();
  await auditLearning(ports, trx, user, {
    action: event === 'report.recalled' ? 'report.recall' : 'report.release',
    subject: `group ${body.grouppuid}`,
    detail: {
      facts: { quiz: await titleOfQuiz(trx, quiz_id) },
      before: { results: before.join(', ') || null },
      after: { results: state, ...(event === 'report.scheduled' && { release: await localTime(trx, release_at) }) },
      count,
    },
  });
  return { count };
}

type Releasing = 'releaseReport' | 'releaseAssignment' | 'recallReport' | 'reassign';

/** Releasing, unreleasing and reassigning a quiz of an assignment. */
export const release: Pick<HandlersOf<typeof reportCalls>, Releasing> = {
  releaseReport: ({ body }, context) => {
    assertSelf(context.user, body.released_by_puid);
    return move(body, context, releaseAt(body.release_date, context.ports.now()));
  },

  releaseAssignment: ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.released_by_puid);
    return transact(ports.db, async (trx) => {
      const { group_assignment_id, group_puid, lesson_id } = await visibleAssignment(trx, user, body.group_assignment_id);
      const quizzes = await quizzesOf(trx, { lesson_id, group_assignment_ids: [group_assignment_id] });
      if (quizzes.length === 0) throw refuse('noQuizToRelease');
      const to = releaseAt(body.release_date, ports.now());
      let count = 0;
      for (const { quiz_id, resource_type_id } of quizzes) {
        const whose = { quiz_assessment_id: quiz_id, item_type_id: resource_type_id, grouppuid: group_puid, group_assignment_id };
        count += (await moveResults(trx, whose, context, to)).count;
      }
      return { count };
    });
  },

  recallReport: ({ body }, context) => {
    assertSelf(context.user, body.recalled_by_puid);
    return move(body, context, { event: 'report.recalled', release_at: null });
  },

  reassign: async ({ body }, { ports, user }) => {
    assertSelf(user, body.assigned_by_puid);
    const { district_id } = user;
    const quiz_id = body.quiz_assessment_id;
    const students = [...new Set(body.reassigned_students)];
    return transact(ports.db, async (trx) => {
      const ids = await assignmentsWith(trx, user, {
        quiz_id,
        item_type_id: body.item_type_id,
        lesson_id: body.reassigned_lessonid,
        group_assignment_id: body.group_assignment_id,
      });
      await assertStudents(trx, ids, students);
      const attempts = await trx
        .selectFrom('attempt')
        .selectAll()
        .where('group_assignment_id', 'in', ids)
        .where('quiz_id', '=', quiz_id)
        .where('user_puid', 'in', students)
        .where('state', 'in', statesBefore('work.reassigned'))
        .execute();
      if (attempts.length === 0) throw refuse('nothingHandedIn');
      const now = ports.now();
      for (const attempt of attempts) {
        const { result_id, user_puid, group_assignment_id, resource_tracking_id } = attempt;
        const responses = await trx.selectFrom('response').selectAll().where('result_id', '=', result_id).orderBy('question_id').execute();
        await trx
          .insertInto('earlier_attempt')
          .values({
            district_id,
            result_id,
            user_puid,
            quiz_id,
            group_assignment_id,
            attempt_no: (await earlierAttempts(trx, attempt)) + 1,
            state: attempt.state,
            started_at: attempt.started_at,
            submitted_at: attempt.submitted_at,
            is_late: attempt.is_late,
            time_spent: attempt.time_spent,
            score: attempt.score,
            max_score: attempt.max_score,
            layout: attempt.layout,
            responses: JSON.stringify(responses),
            reassigned_by_puid: user.user_puid,
            reassigned_at: now,
            opens_at: Date.parse(body.reassign_date),
            schoolyear: body.schoolyear,
          })
          .execute();
        await trx.deleteFrom('response').where('result_id', '=', result_id).execute();
        await trx.deleteFrom('attempt').where('result_id', '=', result_id).execute();
        // The quiz must be redone, and so must the lesson.
        const tracking = await trx
          .updateTable('resource_tracking')
          .set({ percentage_completed: 0, completed_at: null })
          .where('resource_tracking_id', '=', resource_tracking_id)
          .returning('tracking_id')
          .executeTakeFirst();
        if (tracking)
          await trx.updateTable('lesson_tracking').set({ completed_at: null }).where('tracking_id', '=', tracking.tracking_id).execute();
      }
      const opens = await localTime(trx, Date.parse(body.reassign_date));
      await auditForClasses(ports, trx, user, attempts, { action: 'work.reassign', detail: { facts: { opens } } });
      return { count: attempts.length };
    });
  },
};
