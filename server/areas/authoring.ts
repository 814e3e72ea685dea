import { withEveryField } from '../../common/authoring/emptyQuiz.ts';
import { picturesOf, quizProblems } from '../../common/authoring/quizProblems.ts';
import {
  type AuthoredQuiz,
  type AuthoredQuizDetail,
  type authoring as authoringCalls,
  pictureLimits,
  quizLimits,
  type SavedQuiz,
} from '../../contract/authoring.ts';
import type { Photo } from '../../contract/shell.ts';
import { keepPictures } from '../content/unusedPictures.ts';
import type { Row } from '../db/schema.ts';
import { authoredQuizzes, type Db, iso } from '../kit/access.ts';
import { auditLearning } from '../kit/audit.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { cleanedQuiz, pictureToStore } from './authoring/cleanedQuiz.ts';
import { keyCorrectionsOf } from './authoring/keyCorrections.ts';
import { cardOf, draftFacts, draftQuestions, publishVersion, type QuizCard, quizIdOf } from './authoring/versions.ts';
import { withPictures } from './quiz/pictures.ts';
import { markOf } from './quiz/preview.ts';
import { layOut, newLayout, withKey } from './quiz/questions.ts';
import { colleagues, staffToShareWith } from './sharing.ts';
import { takeTurn } from './workspace/places.ts';

type Stored = Row<'authored_quiz'>;

const read = (document: string) => withEveryField(JSON.parse(document) as AuthoredQuiz);

/** The quiz with sanitized texts, and without pictures that the user does not have. */
const cleaned = (db: Db, user: TokenUser, quiz: AuthoredQuiz): Promise<AuthoredQuiz> =>
  cleanedQuiz(quiz, {
    pictures: async (names) => {
      await keepPictures(db, 'authored_picture', names);
      const own = db.selectFrom('authored_picture').select(['picture_id', 'width', 'height']).where('owner_puid', '=', user.user_puid);
      return own.where('picture_id', 'in', names).execute();
    },
  });

/** Gives the user the pictures of a colleague's quiz, so that a copy of it can be changed. */
async function takePictures(trx: Db, { ports, user }: UserContext, quiz: AuthoredQuiz): Promise<void> {
  const names = [...picturesOf(quiz.questions)];
  if (names.length === 0) return;
  const rows = await trx.selectFrom('authored_picture').selectAll().where('picture_id', 'in', names).execute();
  const taken = [...new Map(rows.map((row) => [row.picture_id, row])).values()];
  if (taken.length === 0) return;
  await trx
    .insertInto('authored_picture')
    .values(taken.map((row) => ({ ...row, owner_puid: user.user_puid, uploaded_at: ports.now(), unused_since: null })))
    .onConflict((conflict) => conflict.columns(['district_id', 'owner_puid', 'picture_id']).doUpdateSet({ unused_since: null }))
    .execute();
}

/** The user's own quiz, not deleted. Throws 404 for any other, also for a shared one, which is for use only. */
async function ownQuiz(db: Db, user: TokenUser, item_id: number): Promise<Stored> {
  const quiz = await db
    .selectFrom('authored_quiz')
    .selectAll()
    .where('item_id', '=', item_id)
    .where('owner_puid', '=', user.user_puid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!quiz) throw notFound('quiz');
  return quiz;
}

const savedOf = ({ item_id, version, published_version }: Stored): SavedQuiz => ({ item_id, version, published_version });
const detailOf = (quiz: Stored): AuthoredQuizDetail => ({ ...savedOf(quiz), quiz: read(quiz.document) });

/** Stores a new quiz of the user's own. The same creation key again changes nothing. */
async function create(trx: Db, { ports, user }: UserContext, quiz: AuthoredQuiz, creation_key: string): Promise<SavedQuiz> {
  await takeTurn(trx, user);
  const own = trx.selectFrom('authored_quiz').where('owner_puid', '=', user.user_puid);
  const known = await own.selectAll().where('creation_key', '=', creation_key).executeTakeFirst();
  if (known) return savedOf(known);
  const { count } = await own
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= quizLimits.quizzes) throw refuse('tooManyQuizzes', { most: quizLimits.quizzes });
  const row: Stored = {
    ...{ district_id: user.district_id, item_id: ports.newId(), owner_puid: user.user_puid, creation_key },
    ...{ document: JSON.stringify(quiz), version: 1, published_version: null, published_document: null },
    ...{ card: JSON.stringify(cardOf(quiz)), published_card: null },
    ...{ created_at: ports.now(), updated_at: ports.now(), deleted_at: null },
  };
  await trx.insertInto('authored_quiz').values(row).execute();
  return savedOf(row);
}

export const authoring: HandlersOf<typeof authoringCalls> = {
  authoredQuizzes: async (_, { ports, user }) => {
    const rows = await authoredQuizzes(ports.db, user)
      .innerJoin('app_user as u', 'u.user_puid', 'z.owner_puid')
      .select(['z.item_id', 'z.owner_puid', 'z.version', 'z.published_version', 'z.card', 'z.published_card', 'z.updated_at'])
      .select(['u.first_name', 'u.last_name'])
      .orderBy('z.updated_at', 'desc')
      .orderBy('z.item_id')
      .execute();
    return rows.flatMap(({ item_id, owner_puid, version, published_version, ...row }) => {
      const is_own = owner_puid === user.user_puid;
      // Colleagues see what lessons use, and no drafts.
      const card = is_own ? row.card : row.published_card;
      if (card === null) return [];
      return [
        {
          ...(JSON.parse(card) as QuizCard),
          ...{ item_id, version, is_own, author: `${row.first_name} ${row.last_name}` },
          is_ready: published_version !== null,
          has_changes: is_own && published_version !== null && published_version !== version,
          updated_at: iso(row.updated_at),
        },
      ];
    });
  },

  authoredQuiz: async ({ query }, { ports, user }) => detailOf(await ownQuiz(ports.db, user, query.item_id)),

  createQuiz: async ({ body }, context) =>
    transact(context.ports.db, async (trx) => create(trx, context, await cleaned(trx, context.user, body.quiz), body.creation_key)),

  saveQuiz: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const before = await ownQuiz(trx, user, body.item_id);
      const quiz = await cleaned(trx, user, body.quiz);
      const document = JSON.stringify(quiz);
      const { numUpdatedRows } = await trx
        .updateTable('authored_quiz')
        .set({ document, card: JSON.stringify(cardOf(quiz)), version: body.version + 1, updated_at: ports.now() })
        .where('item_id', '=', body.item_id)
        .where('version', '=', body.version)
        .executeTakeFirst();
      const now = await ownQuiz(trx, user, body.item_id);
      // The same save again: its first response was lost.
      const isRepeated = before.version === body.version + 1 && before.document === document;
      if (Number(numUpdatedRows) === 0 && !isRepeated) throw refuse('quizChanged', {}, detailOf(now));
      return savedOf(now);
    }),

  publishQuiz: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      // Locks the quiz until the transaction ends.
      await trx
        .updateTable('authored_quiz')
        .set(({ ref }) => ({ published_version: body.version, published_document: ref('document'), published_card: ref('card') }))
        .where('item_id', '=', body.item_id)
        .where('owner_puid', '=', user.user_puid)
        .where('version', '=', body.version)
        .execute();
      const stored = await ownQuiz(trx, user, body.item_id);
      if (stored.version !== body.version) throw refuse('quizChanged', {}, detailOf(stored));
      const quiz = read(stored.document);
      const { length } = quizProblems(quiz);
      if (length > 0) throw refuse('quizIncomplete', { count: length });
      await publishVersion(trx, stored, quiz, ports.now());
      return savedOf(stored);
    }),

  copyQuiz: async ({ body }, context) => {
    const { ports, user } = context;
    const source = await authoredQuizzes(ports.db, user).selectAll('z').where('z.item_id', '=', body.item_id).executeTakeFirst();
    const document = source?.owner_puid === user.user_puid ? source.document : source?.published_document;
    if (!document) throw notFound('quiz');
    const quiz = read(document);
    const copy = { ...quiz, title: body.title || quiz.title };
    return transact(ports.db, async (trx) => {
      await takePictures(trx, context, copy);
      return create(trx, context, copy, `copy-${ports.newId()}`);
    });
  },

  removeQuiz: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { item_id } = await ownQuiz(trx, user, body.item_id);
      await trx.updateTable('authored_quiz').set({ deleted_at: ports.now() }).where('item_id', '=', item_id).execute();
      return null;
    }),

  restoreQuiz: async ({ body }, { ports, user }) => {
    const { numUpdatedRows } = await ports.db
      .updateTable('authored_quiz')
      .set({ deleted_at: null })
      .where('item_id', '=', body.item_id)
      .where('owner_puid', '=', user.user_puid)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw notFound('quiz');
    return null;
  },

  previewDraft: async ({ body }, { ports, user }) => {
    const { item_id, document } = await ownQuiz(ports.db, user, body.item_id);
    const quiz = read(document);
    const { length } = quizProblems(quiz);
    if (length > 0) throw refuse('quizIncomplete', { count: length });
    const drafted = await withPictures(ports.db, draftQuestions(item_id, quiz));
    // The same numbers for the questions and for the answers, which come in another call.
    const questions = layOut(drafted, newLayout(drafted, ports.randomBytes, `preview/${user.user_puid}`));
    return {
      ...draftFacts(item_id, quiz),
      questions: questions.map(withKey),
      marks: body.answers.flatMap((answer) => {
        const question = questions.find(({ question_id }) => question_id === answer.question_id);
        if (!question) throw notFound('question');
        return markOf(question, answer) ?? [];
      }),
    };
  },

  keyCorrections: async ({ query }, { ports, user }) => {
    const { item_id } = await ownQuiz(ports.db, user, query.item_id);
    return keyCorrectionsOf(ports.db, user, quizIdOf(item_id));
  },

  uploadPicture: async ({ body }, { ports, user }) => {
    const picture = await pictureToStore(body.picture);
    const { picture_id } = picture;
    return transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      await keepPictures(trx, 'authored_picture', [picture_id]);
      const own = trx.selectFrom('authored_picture').where('owner_puid', '=', user.user_puid);
      const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      const known = await own.select('picture_id').where('picture_id', '=', picture_id).executeTakeFirst();
      if (known) return known;
      if (Number(count) >= pictureLimits.pictures) throw refuse('tooManyPictures', { most: pictureLimits.pictures });
      const { district_id, user_puid: owner_puid } = user;
      await trx
        .insertInto('authored_picture')
        .values({ district_id, owner_puid, ...picture, uploaded_at: ports.now() })
        .execute();
      return { picture_id };
    });
  },

  picture: async ({ query }, { ports, user }) => {
    const found = await ports.db
      .selectFrom('authored_picture')
      .select(['media_type', 'content'])
      .where('owner_puid', '=', user.user_puid)
      .where('picture_id', '=', query.picture_id)
      .executeTakeFirst();
    if (!found) throw notFound('picture');
    return found as Photo;
  },

  quizColleagues: async ({ body }, { ports, user }) => {
    const { item_id } = await ownQuiz(ports.db, user, body.item_id);
    const shares = await ports.db.selectFrom('item_share').select('user_puid').where('item_id', '=', item_id).execute();
    return staffToShareWith(ports.db, user, body, new Set(shares.map(({ user_puid }) => user_puid)));
  },

  shareQuiz: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { item_id, card } = await ownQuiz(trx, user, body.item_id);
      const wanted = [...new Set(body.user_puid_list)];
      const known = await colleagues(trx, user).select('u.user_puid').where('u.user_puid', 'in', wanted).execute();
      if (known.length < wanted.length) throw notFound('colleague');
      await trx
        .insertInto('item_share')
        .values(wanted.map((user_puid) => ({ district_id: user.district_id, item_id, user_puid, shared_at: ports.now() })))
        .onConflict((conflict) => conflict.columns(['district_id', 'item_id', 'user_puid']).doNothing())
        .execute();
      await auditLearning(ports, trx, user, {
        action: 'quiz.share',
        subject: `item ${item_id}`,
        detail: { after: { name: (JSON.parse(card) as QuizCard).title, people_puids: wanted } },
      });
      return null;
    }),

  unshareQuiz: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { item_id, card } = await ownQuiz(trx, user, body.item_id);
      const shares = trx.deleteFrom('item_share').where('item_id', '=', item_id);
      const { numDeletedRows } = await shares.where('user_puid', 'in', body.user_puid_list).executeTakeFirst();
      if (Number(numDeletedRows) === 0) throw notFound('colleague');
      await auditLearning(ports, trx, user, {
        action: 'quiz.unshare',
        subject: `item ${item_id}`,
        detail: { before: { name: (JSON.parse(card) as QuizCard).title, people_puids: body.user_puid_list } },
      });
      return null;
    }),
};
