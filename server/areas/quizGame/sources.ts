import { Language, ResourceType } from '../../../contract/content.ts';
import type { Db } from '../../kit/access.ts';
import { assertVisibleItem, authoredQuizzes } from '../../kit/access.ts';
import { notFound } from '../../kit/handler.ts';
import { hasWords } from '../../kit/pages.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { classStudents } from '../../reports/classWork.ts';
import { withPictures } from '../quiz/pictures.ts';
import { newestQuestions } from '../quiz/questions.ts';
import { askedOf, choiceTypes, type GameDocument, type Reading } from './document.ts';

/** How long ago a wrong answer counts as lately, in ms. */
const lately = 60 * 24 * 3_600_000;
/** Questions of a game from what the class got wrong. */
const missedLength = 5;
/** Quizzes in a list. More are found by searching. */
const mostQuizzes = 50;

type Asked = Pick<GameDocument, 'questions' | 'right' | 'readAgain'> & { title: string; language_id: number };

/** Quizzes with questions to choose an answer in, the user's own first. */
export async function gameQuizzes(db: Db, user: TokenUser, search: string) {
  const own = authoredQuizzes(db, user).select('z.item_id').where('z.published_version', 'is not', null);
  const rows = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .innerJoin('question as qu', 'qu.quiz_id', 'q.quiz_id')
    .select(['q.quiz_id', 'i.title', 'i.owner_puid'])
    .select((eb) => eb.fn.count('qu.question_id').as('question_count'))
    .where('qu.question_type', 'in', choiceTypes)
    .where('qu.retired_at', 'is', null)
    .where('i.item_type_id', '<>', ResourceType.assessment)
    .where((eb) => eb.or([eb('i.owner_puid', 'is', null), eb('i.item_id', 'in', own)]))
    .where('i.is_offered', '=', 1)
    .where(hasWords(search, ['i.title']))
    .groupBy(['q.quiz_id', 'i.title', 'i.owner_puid', 'i.item_type_id'])
    .orderBy((eb) => eb.case().when('i.owner_puid', 'is', null).then(1).else(0).end())
    // Whole quizzes come before the checks at the end of readings, videos and models.
    .orderBy((eb) => eb.case().when('i.item_type_id', '=', ResourceType.quiz).then(0).else(1).end())
    .orderBy('i.title')
    .orderBy('q.quiz_id')
    .limit(mostQuizzes)
    .execute();
  return rows.map(({ quiz_id, title, owner_puid, question_count }) => ({
    ...{ quiz_id, title, question_count: Number(question_count), is_own: owner_puid !== null },
  }));
}

/** Questions that students of a class got wrong lately, those missed most often first. */
export async function missedQuestions(db: Db, group_puid: number, now: number) {
  const ids = (await classStudents(db, group_puid)).map(({ user_puid }) => user_puid);
  if (ids.length === 0) return [];
  return (
    db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .innerJoin('question as qu', 'qu.question_id', 'r.question_id')
      .innerJoin('quiz as q', 'q.quiz_id', 'qu.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['r.question_id', 'qu.quiz_id', 'i.language_id'])
      .where('a.user_puid', 'in', ids)
      .where('a.submitted_at', '>=', now - lately)
      .where('r.is_correct', '=', 0)
      .where('r.is_dropped', '=', 0)
      .where('qu.retired_at', 'is', null)
      .where('qu.question_type', 'in', choiceTypes)
      // An assessment may still be given to others.
      .where('i.item_type_id', '<>', ResourceType.assessment)
      .groupBy(['r.question_id', 'qu.quiz_id', 'i.language_id'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('r.question_id')
      .limit(missedLength)
      .execute()
  );
}

/** What a class got wrong lately, as a game asks it. */
export async function missedAsked(db: Db, group_puid: number, now: number, title: string): Promise<Asked> {
  const missed = await missedQuestions(db, group_puid, now);
  const stored = await newestQuestions(db, [...new Set(missed.map(({ quiz_id }) => quiz_id))]);
  const byId = new Map(stored.map((question) => [question.question_id, question]));
  const questions = missed.flatMap(({ question_id }) => byId.get(question_id) ?? []);
  const language_id = missed[0]?.language_id ?? Language.english;
  const readings = await readingsBeside(db, [...new Set(missed.map(({ quiz_id }) => quiz_id))]);
  return { title, language_id, ...askedOf(await withPictures(db, questions), readings), readAgain: null };
}

/** The first reading of the sub-unit of each quiz. */
async function readingsBeside(db: Db, quiz_ids: readonly number[]): Promise<Map<number, Reading>> {
  if (quiz_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as z', 'z.item_id', 'q.item_id')
    .innerJoin('content_item as i', 'i.sub_unit_id', 'z.sub_unit_id')
    .select(['q.quiz_id', 'i.item_id', 'i.title'])
    .where('q.quiz_id', 'in', quiz_ids)
    .where('i.item_type_id', '=', ResourceType.reading)
    .where('i.owner_puid', 'is', null)
    .where('i.is_offered', '=', 1)
    .orderBy('i.sort_order', 'desc')
    .orderBy('i.item_id', 'desc')
    .execute();
  return new Map(rows.map(({ quiz_id, ...reading }) => [quiz_id, reading]));
}

/** A quiz that the user sees, as a game asks it. Throws 404 for any other, and for an assessment. */
export async function quizAsked(db: Db, user: TokenUser, quiz_id: number): Promise<Asked> {
  const row = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['q.item_id', 'i.title', 'i.item_type_id', 'i.language_id'])
    .where('q.quiz_id', '=', quiz_id)
    .executeTakeFirst();
  if (!row || row.item_type_id === ResourceType.assessment) throw notFound('quiz');
  await assertVisibleItem(db, user, row.item_id);
  const readings = await readingsBeside(db, [quiz_id]);
  const questions = await withPictures(db, await newestQuestions(db, [quiz_id]));
  return { title: row.title, language_id: row.language_id, ...askedOf(questions), readAgain: readings.get(quiz_id) ?? null };
}
