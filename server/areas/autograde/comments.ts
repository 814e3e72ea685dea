import type { BankComment, FeedbackPlace, NewAnswer, ResponseComment } from '../../../contract/autograde.ts';
import { isHandedIn, ResourceType } from '../../../contract/content.ts';
import { textsOf } from '../../content/plainText.ts';
import { type Db, iso, lessonResources } from '../../kit/access.ts';
import { auditForClasses } from '../../kit/audit.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { answerOf, textOf } from '../comments/ofResult.ts';
import { questionsByQuiz } from '../quiz/questions.ts';
import { attemptsInScope } from './inScope.ts';
import { numberIn } from './numbers.ts';

const mostInBank = 50;
/** Most answers that are listed as new. Marking some seen reveals the rest. */
const mostNew = 200;

interface Answer {
  result_id: number;
  question_id: number;
}

/** What people did to an answer, oldest first: comments, and scores without words. */
const rowsOn = (db: Db, { result_id, question_id }: Answer) =>
  db
    .selectFrom('response_comment as c')
    .innerJoin('app_user as u', 'u.user_puid', 'c.user_puid')
    .selectAll('c')
    .select(['u.first_name', 'u.last_name'])
    .where('c.result_id', '=', result_id)
    .where('c.question_id', '=', question_id)
    .orderBy('c.created_at')
    .orderBy('c.comment_id');

function commentOf(row: Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number], user: TokenUser): ResponseComment {
  const answer = answerOf(row);
  return {
    user_puid: row.user_puid,
    user_name: `${row.first_name} ${row.last_name}`,
    comment_time: iso(row.created_at),
    score: row.score,
    comment_id: row.comment_id,
    ...textOf(row),
    place:
      row.place_item_id === null ? null : { item_id: row.place_item_id, place_title: row.place_title ?? '', heading: row.place_heading },
    is_for_student: row.is_for_student === 1,
    is_read: row.read_at !== null,
    answer: answer && { ...answer, is_new: row.answer_seen_at === null && row.user_puid === user.user_puid },
  };
}

/** The comments on an answer, oldest first. */
export const commentsOn = async (db: Db, user: TokenUser, answer: Answer): Promise<ResponseComment[]> =>
  (await rowsOn(db, answer).where('c.feedback_text', '<>', '').execute()).map((row) => commentOf(row, user));

/** What the user did last to an answer. */
export async function newestOf(db: Db, user: TokenUser, answer: Answer): Promise<ResponseComment> {
  const row = (await rowsOn(db, answer).where('c.user_puid', '=', user.user_puid).execute()).at(-1);
  if (!row) throw notFound('comment');
  return commentOf(row, user);
}

/** The teacher's own comments, the most used first. */
export async function bankOf(db: Db, { user_puid }: TokenUser): Promise<BankComment[]> {
  const rows = await db
    .selectFrom('response_comment')
    .select(['feedback_text', 'language', 'translation'])
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('user_puid', '=', user_puid)
    .where('feedback_text', '<>', '')
    .groupBy(['feedback_text', 'language', 'translation'])
    .orderBy('used', 'desc')
    .orderBy('feedback_text')
    .orderBy('language')
    .orderBy('translation')
    .limit(mostInBank)
    .execute();
  return rows.map((row) => ({ ...textOf(row), used: Number(row.used) }));
}

/** The resources of a lesson that a student can read again, with the headings of readings. */
export async function placesOf(db: Db, lesson_id: number): Promise<FeedbackPlace[]> {
  const resources = (await lessonResources(db, [lesson_id])).filter(({ resource_type_id }) => !isHandedIn(resource_type_id));
  const readings = resources.filter(({ resource_type_id }) => resource_type_id === ResourceType.reading).map(({ item_id }) => item_id);
  const bodies = new Map(
    readings.length === 0
      ? []
      : (await db.selectFrom('content_item').select(['item_id', 'body']).where('item_id', 'in', readings).execute()).map(
          ({ item_id, body }) => [item_id, JSON.parse(body) as { html?: string }],
        ),
  );
  return resources.map(({ item_id, title, resource_type_id }) => ({
    item_id,
    title,
    resource_type_id,
    headings: [...new Set(textsOf(bodies.get(item_id)?.html ?? '', 'h2', 'h3'))].filter((text) => text !== ''),
  }));
}

/** Takes the words of an own comment back. Its row stays, for its score, and so that a repeated call does not bring it back. */
export async function takeBack(trx: Db, { ports, user }: UserContext, comment_id: number): Promise<void> {
  const comment = await trx
    .selectFrom('response_comment')
    .select('result_id')
    .where('comment_id', '=', comment_id)
    .where('user_puid', '=', user.user_puid)
    .where('feedback_text', '<>', '')
    .executeTakeFirst();
  const inScope =
    comment &&
    (await attemptsInScope(trx, user)
      .select(['a.quiz_id', 'a.group_assignment_id'])
      .where('a.result_id', '=', comment.result_id)
      .executeTakeFirst());
  if (!inScope) throw notFound('comment');
  const taken = await trx
    .updateTable('response_comment')
    .set({ feedback_text: '', translation: null, place_item_id: null, place_title: null, place_heading: null })
    .where('comment_id', '=', comment_id)
    .where('read_at', 'is', null)
    .returning('comment_id')
    .executeTakeFirst();
  if (!taken) throw refuse('commentRead');
  await auditForClasses(ports, trx, user, [inScope], { action: 'work.take_back_comment' });
}

/** Answers to the teacher's comments that the teacher has not marked seen, oldest first, of attempts that the teacher sees now. */
export async function newAnswersFor(db: Db, user: TokenUser): Promise<NewAnswer[]> {
  const comments = await db
    .selectFrom('response_comment')
    .select(['comment_id', 'result_id', 'question_id', 'answer_text', 'answered_at'])
    .where('user_puid', '=', user.user_puid)
    .where('answered_at', 'is not', null)
    .where('answer_seen_at', 'is', null)
    .orderBy('answered_at')
    .orderBy('comment_id')
    .limit(mostNew)
    .execute();
  if (comments.length === 0) return [];
  const attempts = await attemptsInScope(db, user)
    .select(['a.result_id', 'a.quiz_id', 'a.layout', 'i.item_id', 'i.title', 'g.name as group_name'])
    .where('a.result_id', 'in', [...new Set(comments.map(({ result_id }) => result_id))])
    .execute();
  const byResult = new Map(attempts.map((attempt) => [attempt.result_id, attempt]));
  const questions = await questionsByQuiz(
    db,
    [...new Set(attempts.map(({ quiz_id }) => quiz_id))].map((quiz_id) => ({ quiz_id })),
  );
  return comments.flatMap((comment) => {
    const attempt = byResult.get(comment.result_id);
    const question = questions.get(attempt?.quiz_id ?? 0)?.find(({ question_id }) => question_id === comment.question_id);
    const answer = answerOf(comment);
    if (!attempt || !answer || !question) return [];
    const { item_id, result_id, layout, title, group_name } = attempt;
    const { comment_id, question_id } = comment;
    return [{ comment_id, item_id, result_id, question_id, number: numberIn([layout], question), title, group_name, ...answer }];
  });
}
