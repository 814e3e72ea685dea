import type { ExpressionBuilder } from 'kysely';
import type { autograde as autogradeCalls, GradedItem } from '../../contract/autograde.ts';
import { isHandedIn } from '../../contract/content.ts';
import type { ChangedKey } from '../../contract/scoring.ts';
import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { bankOf, commentsOn, newAnswersFor, newestOf, placesOf, takeBack } from './autograde/comments.ts';
import { attemptsInScope, gradedQuiz, questionAt } from './autograde/inScope.ts';
import { applyRegrade, assertSettings, previewRegrade, regradesOf, undoRegrade } from './autograde/regrade.ts';
import { responsesTo } from './autograde/responses.ts';
import { assertScore, commentOf, decide } from './autograde/scoring.ts';
import { agreementWith, scoredByPeople } from './autograde/suggestions.ts';
import { hasNumbers, withNumbers } from './quiz/drawing.ts';
import { withPictures } from './quiz/pictures.ts';
import { loadQuestions, type StoredQuestion, withKey } from './quiz/questions.ts';
import { courseScoring, questionIn, scoringOfClasses } from './quiz/settings.ts';

function assertReader(user: TokenUser, { user_puid, district_id }: { user_puid: number; district_id: number }): void {
  assertSelf(user, user_puid);
  if (district_id !== user.district_id) throw notFound('district');
}

/** Answered responses in scope. */
const answered = (db: Db, user: TokenUser) =>
  attemptsInScope(db, user)
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .where((eb) => eb.or([eb('r.answer_id', 'is not', null), eb('r.answer_text', 'not in', ['', '[]', '{}'])]));

/** Counts the responses that need no points any more. */
const settled = (eb: ExpressionBuilder<{ r: Row<'response'> }, 'r'>) =>
  eb.fn
    .count<number>(
      eb
        .case()
        .when(eb.or([eb('r.points', 'is not', null), eb('r.is_dropped', '=', 1)]))
        .then(1)
        .end(),
    )
    .as('scored');

/** Classes in scope that have answered a quiz, with how many answers to a question they have. */
async function answeringClasses(db: Db, user: TokenUser, { quiz_id, question_id }: StoredQuestion, group_puid: number | undefined) {
  let found = attemptsInScope(db, user)
    .leftJoin('response as r', (join) => join.onRef('r.result_id', '=', 'a.result_id').on('r.question_id', '=', question_id))
    .select(['g.group_puid', 'g.name as group_name'])
    .select((eb) => eb.fn.count<number>('r.result_id').as('responses'))
    .where('a.quiz_id', '=', quiz_id)
    .groupBy(['g.group_puid', 'g.name'])
    .orderBy('g.name')
    .orderBy('g.group_puid');
  if (group_puid !== undefined) found = found.where('g.group_puid', '=', group_puid);
  return (await found.execute()).map(({ responses, ...row }) => ({ ...row, responses: Number(responses) }));
}

/** Questions of one quiz with the keys that hold in a class; undefined: those of the course. */
async function questionsOfClass(
  db: Db,
  questions: readonly StoredQuestion[],
  group_puid: number | undefined,
): Promise<readonly StoredQuestion[]> {
  const [first] = questions;
  if (group_puid === undefined || !first) return questions;
  const scoringOf = await scoringOfClasses(db, first.quiz_id, [group_puid]);
  return questions.map((question) => questionIn(question, scoringOf(group_puid, question.question_id)));
}

/** The course's key in the form of a changed one, for a choice or a number. */
function ownKey({ key }: StoredQuestion): ChangedKey | null {
  if (key.kind === 'one') return { kind: key.kind, option: key.option };
  if (key.kind === 'many') return { kind: key.kind, options: key.options };
  return key.kind === 'numeric' && !hasNumbers(key) ? { kind: key.kind, value: key.value, tolerance: key.tolerance } : null;
}

/** A submitted attempt in scope with its item. Throws 404 if there is none. */
async function attemptInScope(db: Db, user: TokenUser, result_id: number) {
  const attempt = await attemptsInScope(db, user)
    .select([
      'a.result_id',
      'a.quiz_id',
      'a.state',
      'a.lesson_id',
      'i.item_id',
      'i.item_type_id as itemtype_id',
      'i.title',
      'u.user_puid',
      'u.first_name',
      'u.last_name',
      'g.name as group_name',
    ])
    .where('a.result_id', '=', result_id)
    .executeTakeFirst();
  if (!attempt || !isHandedIn(attempt.itemtype_id)) throw notFound('attempt');
  return attempt;
}

export const autograde: HandlersOf<typeof autogradeCalls> = {
  itemData: async ({ query }, { ports, user }) => {
    assertReader(user, query);
    const rows = await answered(ports.db, user)
      .select(['i.item_id', 'i.item_type_id as itemtype_id', 'i.title', 'g.group_puid', 'g.name as group_name'])
      .select((eb) => [
        eb.fn.countAll<number>().as('responses'),
        settled(eb),
        eb.fn.count<number>(eb.case().when('r.scored_by', '=', 'person').then(1).end()).as('by_person'),
      ])
      .groupBy(['i.item_id', 'i.item_type_id', 'i.title', 'g.group_puid', 'g.name'])
      .orderBy('i.title')
      .orderBy('i.item_id')
      .orderBy('g.name')
      .orderBy('g.group_puid')
      .execute();
    return rows
      .filter(({ itemtype_id }) => isHandedIn(itemtype_id))
      .map(
        ({ responses, scored, by_person, ...row }): GradedItem => ({
          ...row,
          responses: Number(responses),
          waiting: Number(responses) - Number(scored),
          scored_by_person: Number(by_person),
        }),
      );
  },

  itemQuestions: async ({ query }, { ports, user }) => {
    const { quiz_id, title, questions } = await gradedQuiz(ports.db, user, query);
    let counting = answered(ports.db, user).where('a.quiz_id', '=', quiz_id);
    if (query.group_puid !== undefined) counting = counting.where('g.group_puid', '=', query.group_puid);
    const counted = new Map(
      (
        await counting
          .select('r.question_id')
          .select((eb) => [eb.fn.countAll<number>().as('responses'), settled(eb)])
          .groupBy('r.question_id')
          .execute()
      ).map((row) => [row.question_id, row]),
    );
    const shown = await withPictures(
      ports.db,
      await questionsOfClass(ports.db, questions, counted.size > 0 ? query.group_puid : undefined),
    );
    return {
      title,
      questions: shown.map((question, question_index) => {
        const { responses = 0, scored = 0 } = counted.get(question.question_id) ?? {};
        return { question_index, question: withKey(question), responses: Number(responses), waiting: Number(responses) - Number(scored) };
      }),
    };
  },

  questionResponses: async ({ query }, { ports, user }) => {
    assertReader(user, query);
    const { quiz_id, questions } = await gradedQuiz(ports.db, user, query);
    const question = questionAt(questions, query.question_index);
    const [responses = []] = await responsesTo(ports.db, user, quiz_id, [question], { group_puid: query.group_puid });
    return responses;
  },

  responseComments: async ({ query }, { ports, user }) => {
    assertReader(user, query);
    const { quiz_id, result_id } = await attemptInScope(ports.db, user, query.result_id);
    const { question_id } = questionAt(await loadQuestions(ports.db, [quiz_id]), query.question_index);
    return commentsOn(ports.db, user, { result_id, question_id });
  },

  submitUserFeedback: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const comment = commentOf(body);
    if (comment.feedback_text === '' && body.user_score === null) throw refuse('feedbackEmpty');
    return transact(ports.db, async (trx) => {
      const { quiz_id, result_id } = await attemptInScope(trx, user, body.result_id);
      const questions = await loadQuestions(trx, [quiz_id]);
      if (body.question_index === undefined && questions.length > 1) throw refuse('questionUnnamed');
      const question = questionAt(questions, body.question_index ?? 0);
      assertScore(question, body.user_score, 'user_score');
      const [graded] = await decide(trx, context, {
        quiz_id,
        question,
        score: body.user_score,
        comment,
        grading_key: null,
        responses: [{ result_id, seen_grade_id: body.seen_grade_id }],
      });
      if (!graded || graded.outcome === 'gone') throw notFound('attempt');
      if (graded.outcome === 'taken') throw refuse('alreadyScored', { name: graded.grade?.user_name ?? '', score: graded.points ?? 0 });
      return newestOf(trx, user, { result_id, question_id: question.question_id });
    });
  },

  scoreResponses: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const comment = commentOf(body);
    if (comment.feedback_text === '' && body.score === null) throw refuse('feedbackEmpty');
    return transact(ports.db, async (trx) => {
      const { quiz_id, questions } = await gradedQuiz(trx, user, body);
      const question = questionAt(questions, body.question_index);
      assertScore(question, body.score, 'score');
      const { score, grading_key, responses } = body;
      return decide(trx, context, { quiz_id, question, score, comment, grading_key, responses });
    });
  },

  studentResponses: async ({ query }, { ports, user }) => {
    const { quiz_id, lesson_id: _, ...attempt } = await attemptInScope(ports.db, user, query.result_id);
    const questions = await withPictures(ports.db, await loadQuestions(ports.db, [quiz_id]));
    const responses = await responsesTo(ports.db, user, quiz_id, questions, { result_id: attempt.result_id });
    const shown = await questionsOfClass(ports.db, questions, responses.flat()[0]?.group_puid);
    const answers = shown.map((question, question_index) => {
      const [response = null] = responses[question_index] ?? [];
      const counts = { responses: response ? 1 : 0, waiting: response?.points === null ? 1 : 0 };
      return { question_index, question: withKey(withNumbers(question, response?.drawn?.numbers)), ...counts, response };
    });
    return { ...attempt, answers };
  },

  scoring: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { questions } = await gradedQuiz(ports.db, user, query);
    const [question] = (await withPictures(ports.db, [questionAt(questions, query.question_index)])) as [StoredQuestion];
    const classes = await answeringClasses(ports.db, user, question, query.group_puid);
    const scoringOf = await scoringOfClasses(
      ports.db,
      question.quiz_id,
      classes.map(({ group_puid }) => group_puid),
    );
    const all = classes.map((one) => ({ ...one, ...scoringOf(one.group_puid, question.question_id) }));
    const isOpen = question.key.kind === 'open';
    return {
      question: withKey(question),
      key: ownKey(question),
      ideas: question.key.kind === 'open' ? (question.key.ideas ?? []).map((idea) => ({ ...idea, ways: [...idea.ways] })) : null,
      classes: all,
      agreement: agreementWith(question, all[0] ?? courseScoring, isOpen ? await scoredByPeople(ports.db, question) : []),
    };
  },

  previewRegrade: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { questions } = await gradedQuiz(ports.db, user, body);
    const question = questionAt(questions, body.question_index);
    assertSettings(question, body.settings);
    const group_puids = [...new Set(body.group_puids)];
    return previewRegrade(ports.db, user, { question, group_puids, settings: body.settings, is_rule: body.is_rule });
  },

  applyRegrade: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      const { questions } = await gradedQuiz(trx, user, body);
      const question = questionAt(questions, body.question_index);
      assertSettings(question, body.settings);
      return applyRegrade(trx, context, { ...body, question, group_puids: [...new Set(body.group_puids)] });
    });
  },

  undoRegrade: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    return transact(ports.db, (trx) =>
      undoRegrade(trx, context, body.regrade_id, async (quiz_id, question_id) => {
        const question = (await loadQuestions(trx, [quiz_id])).find((one) => one.question_id === question_id);
        if (!question) throw notFound('question');
        return question;
      }),
    );
  },

  regrades: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { questions } = await gradedQuiz(ports.db, user, query);
    const question = questionAt(questions, query.question_index);
    return regradesOf(ports.db, question, await answeringClasses(ports.db, user, question, query.group_puid));
  },

  commentBank: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return bankOf(ports.db, user);
  },

  feedbackPlaces: async ({ query }, { ports, user }) => {
    const { lesson_id } = await attemptInScope(ports.db, user, query.result_id);
    return placesOf(ports.db, lesson_id);
  },

  takeBackComment: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    await transact(ports.db, (trx) => takeBack(trx, user, body.comment_id));
    return null;
  },

  newAnswers: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return newAnswersFor(ports.db, user);
  },

  markAnswersSeen: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    await ports.db
      .updateTable('response_comment')
      .set({ answer_seen_at: ports.now() })
      .where('comment_id', 'in', body.comment_ids)
      .where('user_puid', '=', user.user_puid)
      .where('answered_at', 'is not', null)
      .where('answer_seen_at', 'is', null)
      .execute();
    return null;
  },
};
