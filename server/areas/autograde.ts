import type { ExpressionBuilder } from 'kysely';
import type { autograde as autogradeCalls, GradedItem } from '../../contract/autograde.ts';
import { isHandedIn } from '../../contract/content.ts';
import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { compareNames } from './assignments.ts';
import { bankOf, commentsOn, newAnswersFor, newestOf, placesOf, takeBack } from './autograde/comments.ts';
import { correctedKey, ownKey } from './autograde/correctedKey.ts';
import { attemptsInScope, gradedQuiz, questionNamed } from './autograde/inScope.ts';
import { askedIn, numberIn } from './autograde/numbers.ts';
import { applyRegrade, assertSettings, previewRegrade, regradesOf, undoRegrade } from './autograde/regrade.ts';
import { responsesTo } from './autograde/responses.ts';
import { assertScore, commentOf, decide } from './autograde/scoring.ts';
import { agreementWith, scoredByPeople } from './autograde/suggestions.ts';
import { withNumbers } from './quiz/drawing.ts';
import { withPictures } from './quiz/pictures.ts';
import { loadQuestions, type StoredQuestion, withKey } from './quiz/questions.ts';
import { courseScoring, questionIn, scoringOfClasses } from './quiz/settings.ts';

const byAnswer = new Intl.Collator('en', { numeric: true });
const keyOfRow = (row: { group_name: string; answer_id: number | null; answer_text: string; points: number | null }) =>
  [row.group_name, row.answer_id ?? '', row.answer_text, row.points ?? ''].join('\n');

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

/** How the questions of the attempts in scope are laid out, oldest attempt first. */
async function layoutsOf(db: Db, user: TokenUser, { quiz_id, group_puid }: { quiz_id: number; group_puid: number | undefined }) {
  let found = attemptsInScope(db, user).select('a.layout').where('a.quiz_id', '=', quiz_id).orderBy('a.result_id');
  if (group_puid !== undefined) found = found.where('g.group_puid', '=', group_puid);
  return (await found.execute()).map(({ layout }) => layout);
}

/** The place of a question among all of its quiz, from 0. */
function placesOfQuestions(questions: readonly StoredQuestion[]): (question: StoredQuestion) => number {
  const places = new Map(questions.map(({ question_id }, at) => [question_id, at]));
  return ({ question_id }) => places.get(question_id) as number;
}

/** The attempts before and after one with answers to its quiz, in the order of names. */
async function neighbors(db: Db, user: TokenUser, quiz_id: number, result_id: number) {
  const rows = await answered(db, user)
    .select(['a.result_id', 'u.user_puid', 'u.first_name', 'u.last_name'])
    .distinct()
    .where('a.quiz_id', '=', quiz_id)
    .execute();
  const all = rows.toSorted((a, b) => compareNames(a, b) || a.result_id - b.result_id).map((row) => row.result_id);
  const at = all.indexOf(result_id);
  return { previous_result_id: (at > 0 && all[at - 1]) || null, next_result_id: (at >= 0 && all[at + 1]) || null };
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

/** A submitted attempt in scope with its item. Throws 404 if there is none. */
async function attemptInScope(db: Db, user: TokenUser, result_id: number) {
  const attempt = await attemptsInScope(db, user)
    .select([
      'a.result_id',
      'a.quiz_id',
      'a.state',
      'a.lesson_id',
      'a.layout',
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
    const asked = askedIn(questions, await layoutsOf(ports.db, user, { quiz_id, group_puid: query.group_puid }));
    const own = asked.map(({ question }) => question);
    const shown = await withPictures(ports.db, await questionsOfClass(ports.db, own, counted.size > 0 ? query.group_puid : undefined));
    const placeOf = placesOfQuestions(questions);
    return {
      title,
      questions: shown.map((question, at) => {
        const { responses = 0, scored = 0 } = counted.get(question.question_id) ?? {};
        return {
          ...{ question_index: placeOf(question), number: asked[at]?.number ?? at + 1, is_retired: question.retired_at !== null },
          ...{ question: withKey(question), responses: Number(responses), waiting: Number(responses) - Number(scored) },
        };
      }),
    };
  },

  questionResponses: async ({ query }, { ports, user }) => {
    assertReader(user, query);
    const { quiz_id, questions } = await gradedQuiz(ports.db, user, query);
    const question = questionNamed(questions, query);
    const [responses = []] = await responsesTo(ports.db, user, quiz_id, [question], { group_puid: query.group_puid });
    return responses;
  },

  exportResponses: async ({ body }, { ports, user }) => {
    assertReader(user, body);
    const { quiz_id, questions } = await gradedQuiz(ports.db, user, body);
    const question = questionNamed(questions, body);
    const [responses = []] = await responsesTo(ports.db, user, quiz_id, [question], { group_puid: body.group_puid });
    const rows = responses.map(({ first_name, last_name, group_name, answer_id, answer_text, points, scored_by }) => ({
      ...(body.with_names ? { first_name, last_name } : { first_name: null, last_name: null }),
      ...{ group_name, answer_id, answer_text, points, scored_by },
    }));
    await writeAudit(ports, ports.db, {
      ...{ actor_puid: user.user_puid, action: 'export.responses', subject: `item ${body.item_id}` },
      detail: { count: rows.length, question_id: question.question_id, with_names: body.with_names },
    });
    return body.with_names ? rows : rows.toSorted((a, b) => byAnswer.compare(keyOfRow(a), keyOfRow(b)));
  },

  responseComments: async ({ query }, { ports, user }) => {
    assertReader(user, query);
    const { quiz_id, result_id } = await attemptInScope(ports.db, user, query.result_id);
    const { question_id } = questionNamed(await loadQuestions(ports.db, [quiz_id]), query);
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
      const question = questionNamed(questions, body);
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
      const question = questionNamed(questions, body);
      assertScore(question, body.score, 'score');
      const { score, grading_key, responses } = body;
      return decide(trx, context, { quiz_id, question, score, comment, grading_key, responses });
    });
  },

  studentResponses: async ({ query }, { ports, user }) => {
    const { quiz_id, lesson_id: _, layout, ...attempt } = await attemptInScope(ports.db, user, query.result_id);
    const all = await loadQuestions(ports.db, [quiz_id]);
    const asked = askedIn(all, [layout]);
    const questions = await withPictures(
      ports.db,
      asked.map(({ question }) => question),
    );
    const responses = await responsesTo(ports.db, user, quiz_id, questions, { result_id: attempt.result_id });
    const shown = await questionsOfClass(ports.db, questions, responses.flat()[0]?.group_puid);
    const placeOf = placesOfQuestions(all);
    const answers = shown.map((question, at) => {
      const [response = null] = responses[at] ?? [];
      return {
        ...{ question_index: placeOf(question), number: asked[at]?.number ?? at + 1, is_retired: question.retired_at !== null },
        question: withKey(withNumbers(question, response?.drawn?.numbers)),
        ...{ responses: response ? 1 : 0, waiting: response?.points === null ? 1 : 0, response },
      };
    });
    return { ...attempt, answers, ...(await neighbors(ports.db, user, quiz_id, attempt.result_id)) };
  },

  scoring: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { questions } = await gradedQuiz(ports.db, user, query);
    const [question] = (await withPictures(ports.db, [questionNamed(questions, query)])) as [StoredQuestion];
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
      number: numberIn(await layoutsOf(ports.db, user, { quiz_id: question.quiz_id, group_puid: query.group_puid }), question),
      key: ownKey(question),
      corrected_key: correctedKey(question, questions),
      ideas: question.key.kind === 'open' ? (question.key.ideas ?? []).map((idea) => ({ ...idea, ways: [...idea.ways] })) : null,
      classes: all,
      agreement: agreementWith(question, all[0] ?? courseScoring, isOpen ? await scoredByPeople(ports.db, question) : []),
    };
  },

  previewRegrade: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { questions } = await gradedQuiz(ports.db, user, body);
    const question = questionNamed(questions, body);
    assertSettings(question, body.settings);
    const group_puids = [...new Set(body.group_puids)];
    return previewRegrade(ports.db, user, { question, group_puids, settings: body.settings, is_rule: body.is_rule });
  },

  applyRegrade: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      const { questions } = await gradedQuiz(trx, user, body);
      const question = questionNamed(questions, body);
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
    const question = questionNamed(questions, query);
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

  takeBackComment: async ({ body }, context) => {
    assertSelf(context.user, body.user_puid);
    await transact(context.ports.db, (trx) => takeBack(trx, context, body.comment_id));
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
