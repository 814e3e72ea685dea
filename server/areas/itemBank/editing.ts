import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withEveryField } from '../../../common/authoring/emptyQuiz.ts';
import { quizProblems } from '../../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion, AuthoredQuiz, SavedQuiz } from '../../../contract/authoring.ts';
import { type ItemBody, isHandedIn, Language } from '../../../contract/content.ts';
import type { BankDraft, itemBank as calls } from '../../../contract/itemBank.ts';
import { plainLine } from '../../../contract/plainLine.ts';
import type { Photo } from '../../../contract/shell.ts';
import { writeItemWords } from '../../content/itemWords.ts';
import { textOf } from '../../content/plainText.ts';
import { truthWords } from '../../content/readQuiz.ts';
import { cleanRichText } from '../../content/richText.ts';
import { touchCatalogue } from '../../content/touchCatalogue.ts';
import { keepPictures } from '../../content/unusedPictures.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { transact } from '../../kit/transact.ts';
import { cleanedQuiz, pictureToStore } from '../authoring/cleanedQuiz.ts';
import { questionContent } from '../authoring/questionContent.ts';
import { asStored, cardOf, lockVersion, placeQuestions, retire, rowsOf, type VersionQuestion } from '../authoring/versions.ts';
import { withPictures } from '../quiz/pictures.ts';
import { isTimed } from '../quiz/place.ts';
import { markOf } from '../quiz/preview.ts';
import { layOut, loadQuestions, newestOf, newLayout, type StoredQuestion, withKey } from '../quiz/questions.ts';
import { authoredOf, placesOf } from './authoredOf.ts';
import { storeCatalogPicture } from './catalogPicture.ts';
import { forgetDrafters, noteDrafter } from './drafters.ts';
import { noteDraft, writeOfItem } from './itemAudit.ts';

/** A quiz of the catalog, or the questions of another item of it. @throws 404, also for what a user wrote */
async function catalogQuiz(db: Db, item_id: number) {
  const quiz = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['q.quiz_id', 'q.item_id', 'q.title', 'q.intro_html', 'q.delivery'])
    .select(['i.minutes', 'i.language_id', 'i.mapped_id', 'i.item_type_id', 'i.standards', 'i.is_offered'])
    .where('i.item_id', '=', item_id)
    .where('i.owner_puid', 'is', null)
    .executeTakeFirst();
  if (!quiz) throw notFound('quiz');
  return { ...quiz, isCheck: !isHandedIn(quiz.item_type_id) };
}
type CatalogQuiz = Awaited<ReturnType<typeof catalogQuiz>>;

/** A draft, and what it stands on. */
interface Opened {
  quiz: CatalogQuiz;
  /** Questions of all versions. */
  stored: StoredQuestion[];
  /** As the course has them. */
  course: StoredQuestion[];
  isCourseNew: boolean;
  /** Whether somebody has saved a draft before. */
  isStored: boolean;
  version: number;
  publishedVersion: number;
  document: AuthoredQuiz;
}

const asWritten = ({ title, intro_html, minutes, language_id }: CatalogQuiz, questions: readonly StoredQuestion[]): AuthoredQuiz => ({
  ...{ title: plainLine(title), intro: cleanRichText(intro_html), minutes, language_id },
  questions: questions.map(authoredOf),
});

/** Questions in a reading or a video have its language, and no intro of their own. */
const ofItem = ({ isCheck, language_id, intro_html }: CatalogQuiz, document: AuthoredQuiz): AuthoredQuiz =>
  isCheck ? { ...document, language_id, intro: cleanRichText(intro_html) } : document;

/** The version of a quiz that nobody has edited: another one after an import that changes it. */
const versionOf = (document: AuthoredQuiz) => 1 + Number.parseInt(hash('sha256', JSON.stringify(document), 'hex').slice(0, 7), 16);

async function open(db: Db, item_id: number): Promise<Opened> {
  const quiz = await catalogQuiz(db, item_id);
  const stored = await loadQuestions(db, [quiz.quiz_id]);
  const row = await db.selectFrom('catalog_quiz').selectAll().where('quiz_id', '=', quiz.quiz_id).executeTakeFirst();
  if (!row) {
    const course = newestOf(stored);
    const document = asWritten(quiz, course);
    const version = versionOf(document);
    return { quiz, stored, course, isCourseNew: false, isStored: false, version, publishedVersion: version, document };
  }
  const byId = new Map(stored.map((question) => [question.question_id, question]));
  return {
    ...{ quiz, stored, isStored: true, version: row.version, publishedVersion: row.published_version },
    course: (JSON.parse(row.course) as number[]).flatMap((question_id) => byId.get(question_id) ?? []),
    isCourseNew: row.is_course_new === 1,
    document: ofItem(quiz, withEveryField(JSON.parse(row.document) as AuthoredQuiz)),
  };
}

const savedOf = ({ quiz: { item_id }, version, publishedVersion }: Opened): SavedQuiz => ({
  ...{ item_id, version, published_version: publishedVersion },
});

function draftOf(opened: Opened): BankDraft {
  const { quiz, stored, course, document } = opened;
  const named = new Set([...document.questions.map(({ kept }) => kept?.question_id), ...course.map(({ question_id }) => question_id)]);
  return {
    ...savedOf(opened),
    ...{ quiz: document, quiz_id: quiz.quiz_id, delivery: quiz.delivery as BankDraft['delivery'], is_check: quiz.isCheck },
    ...{ course_questions: course.map(authoredOf), is_course_new: opened.isCourseNew, is_offered: quiz.is_offered === 1 },
    drawings: stored.flatMap(({ question_id, diagram }) => (diagram !== null && named.has(question_id) ? [{ question_id, diagram }] : [])),
  };
}

const languages: readonly number[] = Object.values(Language);

/** The quiz with sanitized texts. It keeps of stored questions what its own quiz has. */
const cleaned = (db: Db, { quiz, stored }: Opened, document: AuthoredQuiz): Promise<AuthoredQuiz> =>
  cleanedQuiz(
    ofItem(quiz, { ...document, language_id: languages.includes(document.language_id) ? document.language_id : quiz.language_id }),
    {
      pictures: async (names) => {
        await keepPictures(db, 'catalog_picture', names);
        return db.selectFrom('catalog_picture').select(['picture_id', 'width', 'height']).where('picture_id', 'in', names).execute();
      },
      kept: ({ question_id }) => {
        const of = stored.find((one) => one.question_id === question_id);
        return of && { question_id, places: placesOf(of) };
      },
    },
  );

/** Whether a question says true and false in this language, if it says them. */
const hasTruthWords = ({ question_type, options }: StoredQuestion, language_id: number) =>
  question_type !== 'true_false' || options[0]?.answer_text === truthWords[language_id]?.[0];

/** The intro as students get it. One that stays is not written anew: the course's may have what the form cannot show. */
const introOf = ({ quiz, document }: Opened) => (document.intro === cleanRichText(quiz.intro_html) ? quiz.intro_html : document.intro);

/** A question of the draft: the course's own while it says the same, so that its results and statistics go on. */
function questionOf({ quiz, stored, document: { language_id } }: Opened, question: AuthoredQuestion): VersionQuestion {
  const kept = stored.find(({ question_id }) => question_id === question.kept?.question_id);
  const before = kept && authoredOf(kept);
  if (kept && isDeepStrictEqual(before, question) && hasTruthWords(kept, language_id)) return kept;
  const content = questionContent(question, language_id, kept);
  // A text that stays is not written anew: the course's may have what the form cannot show.
  if (kept && before?.text === question.text) content.question_html = kept.question_html;
  if (kept && before?.explanation === question.explanation) content.explanation_html = kept.explanation_html;
  const rows = rowsOf(`catalog/${quiz.item_id}`, quiz.quiz_id, question.key, content);
  return { question_id: rows.question.question_id, rows };
}

/** The questions of the draft as the player gets them. */
function played(opened: Opened): StoredQuestion[] {
  return opened.document.questions.map((question, at) => {
    const { question_id, rows } = questionOf(opened, question);
    const known = opened.stored.find((one) => one.question_id === question_id);
    return known || !rows ? { ...(known as StoredQuestion), place: at + 1, retired_at: null } : asStored(rows, opened.quiz.quiz_id, at);
  });
}

/** @throws refusal that counts what is missing */
function assertComplete({ quiz, document }: Opened): void {
  const { length } = quizProblems(document, quiz.isCheck);
  if (length > 0) throw refuse('quizIncomplete', { count: length });
}

/** What the audit shows of a question. */
function inWords(name: string, question: StoredQuestion) {
  const { correct_answer, answer_options } = withKey(question);
  const misconceptions = question.options.flatMap(({ misconception }) => misconception ?? []);
  return {
    ...{ name, question: textOf(question.question_html), points: question.points, difficulty: question.difficulty },
    options: answer_options.map(({ answer_text }) => answer_text).join('; '),
    answer: correct_answer ?? answer_options.flatMap(({ is_answer, answer_text }) => (is_answer ? [answer_text] : [])).join('; '),
    ...{ explanation: textOf(question.explanation_html), misconceptions: misconceptions.join('; ') },
    standards: (JSON.parse(question.standards) as string[]).join(', '),
  };
}

/** The key that a question has in all versions. */
const keyOf = ({ question_id, author_key }: StoredQuestion) => author_key?.split('#')[0] ?? `q${question_id}`;

/** Writes each question that differs between two versions, and the version itself. */
async function note(context: UserContext, trx: Db, before: Opened, after: Opened): Promise<void> {
  const { item_id, title: name } = after.quiz;
  const [old, now] = [newestOf(before.stored), newestOf(after.stored)];
  const known = new Map(old.map((question) => [keyOf(question), question]));
  for (const question of now) {
    const was = known.get(keyOf(question));
    known.delete(keyOf(question));
    if (!was) await writeOfItem(context, trx, 'question.add', item_id, { after: inWords(name, question) });
    else if (was.question_id !== question.question_id)
      await writeOfItem(context, trx, 'question.update', item_id, { before: inWords(name, was), after: inWords(name, question) });
  }
  for (const question of known.values()) await writeOfItem(context, trx, 'question.remove', item_id, { before: inWords(name, question) });
  const numbers = new Map(old.map((question, at) => [keyOf(question), String(at + 1)]));
  const order = (questions: readonly StoredQuestion[]) => questions.map((one) => numbers.get(keyOf(one)) ?? '+').join(', ');
  const words = ({ quiz: { title, minutes, language_id, intro_html } }: Opened, questions: readonly StoredQuestion[]) => ({
    ...{ name: title, minutes, content_language: language_id, text: textOf(intro_html), questions: order(questions) },
  });
  await writeOfItem(context, trx, 'quiz.publish', item_id, { before: words(before, old), after: words(after, now) });
}

/** Changes the language of a quiz's item. Its counterpart stays if it is still of the other one. */
async function setLanguage(trx: Db, { item_id, mapped_id }: CatalogQuiz, language_id: number): Promise<void> {
  const counterpart =
    mapped_id === null
      ? undefined
      : await trx.selectFrom('content_item').select('language_id').where('item_id', '=', mapped_id).executeTakeFirst();
  await trx
    .updateTable('content_item')
    .set((eb) => ({
      ...{ language_id, version: eb('version', '+', 1) },
      mapped_id: counterpart && counterpart.language_id !== language_id ? mapped_id : null,
    }))
    .where('item_id', '=', item_id)
    .execute();
}

/** Makes the draft the version that new attempts get, in all districts. */
async function publish(trx: Db, context: UserContext, opened: Opened): Promise<void> {
  const { quiz, document, version } = opened;
  const { quiz_id, item_id } = quiz;
  await touchCatalogue(trx);
  const dropped = await placeQuestions(
    trx,
    quiz_id,
    document.questions.map((question) => questionOf(opened, question)),
  );
  // None is deleted: attempts of any district may have it, and the form begins with the course's.
  for (const question_id of dropped) await retire(trx, question_id, context.ports.now());
  // An item that administrators wrote has questions once they are published.
  await trx.updateTable('content_item').set({ quiz_id }).where('item_id', '=', item_id).execute();
  // Questions in a reading or a video have its title and its time.
  if (!quiz.isCheck) {
    const { title, minutes } = cardOf(document);
    const { language_id } = document;
    const intro_html = introOf(opened);
    const body: ItemBody = { kind: 'quiz', intro_html };
    await trx.updateTable('quiz').set({ title, intro_html }).where('quiz_id', '=', quiz_id).execute();
    await trx
      .updateTable('content_item')
      .set({ title, minutes, body: JSON.stringify(body), is_offered: 1 })
      .where('item_id', '=', item_id)
      .execute();
    if (language_id !== quiz.language_id) await setLanguage(trx, quiz, language_id);
    await writeItemWords(trx, [{ item_id, language_id, title, body }]);
  }
  await trx
    .updateTable('catalog_quiz')
    .set({ published_version: version, is_edited: 1, is_course_new: 0 })
    .where('quiz_id', '=', quiz_id)
    .execute();
  await forgetDrafters(trx, item_id, 'quiz');
  await note(context, trx, opened, await open(trx, item_id));
}

/** Locks the quiz until the transaction ends, and opens its draft. */
async function openLocked(trx: Db, item_id: number): Promise<Opened> {
  await lockVersion(trx, (await catalogQuiz(trx, item_id)).quiz_id);
  return open(trx, item_id);
}

/** Gives the draft of a quiz the language that its item has got. A form that is open has an older version then. */
export async function draftInLanguage(trx: Db, item_id: number, language_id: number): Promise<void> {
  const draft = await trx
    .selectFrom('catalog_quiz as d')
    .innerJoin('quiz as q', 'q.quiz_id', 'd.quiz_id')
    .select(['d.quiz_id', 'd.document', 'd.version', 'd.published_version'])
    .where('q.item_id', '=', item_id)
    .executeTakeFirst();
  if (!draft) return;
  const version = draft.version + 1;
  const document = JSON.stringify({ ...(JSON.parse(draft.document) as AuthoredQuiz), language_id });
  const isPublished = draft.version === draft.published_version;
  await trx
    .updateTable('catalog_quiz')
    .set({ document, version, ...(isPublished ? { published_version: version } : {}) })
    .where('quiz_id', '=', draft.quiz_id)
    .execute();
}

/** Editing of the catalog's questions (decision 077). */
export const editing: HandlersOf<
  Pick<typeof calls, 'bankDraft' | 'saveBankDraft' | 'publishBankDraft' | 'previewBankDraft' | 'uploadBankPicture' | 'bankPicture'>
> = {
  bankDraft: async ({ query }, { ports }) => draftOf(await open(ports.db, query.item_id)),

  saveBankDraft: ({ body }, context) =>
    transact(context.ports.db, async (trx) => {
      const opened = await openLocked(trx, body.item_id);
      const document = await cleaned(trx, opened, body.quiz);
      if (opened.version !== body.version) {
        // The same save again: its first response was lost.
        if (opened.version === body.version + 1 && isDeepStrictEqual(opened.document, document)) return savedOf(opened);
        throw refuse('quizChanged', {}, draftOf(opened));
      }
      const values = { document: JSON.stringify(document), version: body.version + 1 };
      const { quiz_id } = opened.quiz;
      if (opened.isStored) await trx.updateTable('catalog_quiz').set(values).where('quiz_id', '=', quiz_id).execute();
      else
        await trx
          .insertInto('catalog_quiz')
          .values({
            ...{ quiz_id, ...values, published_version: opened.publishedVersion, is_edited: 0, is_course_new: 0 },
            course: JSON.stringify(opened.course.map(({ question_id }) => question_id)),
          })
          .execute();
      await noteDraft(context, trx, 'quiz.draft', opened.quiz);
      await noteDrafter(context, trx, opened.quiz.item_id, 'quiz');
      return savedOf({ ...opened, version: values.version });
    }),

  publishBankDraft: ({ body }, context) =>
    transact(context.ports.db, async (trx) => {
      const opened = await openLocked(trx, body.item_id);
      if (opened.version !== body.version) throw refuse('quizChanged', {}, draftOf(opened));
      if (opened.version === opened.publishedVersion) return savedOf(opened);
      assertComplete(opened);
      await publish(trx, context, opened);
      return savedOf({ ...opened, publishedVersion: opened.version });
    }),

  previewBankDraft: async ({ body }, { ports, user }) => {
    const opened = await open(ports.db, body.item_id);
    assertComplete(opened);
    const { quiz, document } = opened;
    const drafted = await withPictures(ports.db, played(opened));
    // The same numbers for the questions and for the answers, which come in another call.
    const questions = layOut(drafted, newLayout(drafted, ports.randomBytes, `preview/${user.user_puid}`));
    return {
      ...{ quiz_id: quiz.quiz_id, title: document.title, intro: introOf(opened), minutes: cardOf(document).minutes },
      ...{ is_timed: isTimed(quiz.delivery), standards: JSON.parse(quiz.standards) as string[], questions: questions.map(withKey) },
      marks: body.answers.flatMap((answer) => {
        const question = questions.find(({ question_id }) => question_id === answer.question_id);
        if (!question) throw notFound('question');
        return markOf(question, answer) ?? [];
      }),
    };
  },

  uploadBankPicture: async ({ body }, context) => {
    const picture = await pictureToStore(body.picture);
    return transact(context.ports.db, async (trx) => {
      const { item_id, quiz_id, title } = await catalogQuiz(trx, body.item_id);
      await lockVersion(trx, quiz_id);
      const isNew = await storeCatalogPicture(trx, picture);
      if (isNew) await writeOfItem(context, trx, 'quiz.picture', item_id, { after: { name: title } });
      return { picture_id: picture.picture_id };
    });
  },

  bankPicture: async ({ query }, { ports }) => {
    const found = await ports.db
      .selectFrom('catalog_picture')
      .select(['media_type', 'content'])
      .where('picture_id', '=', query.picture_id)
      .executeTakeFirst();
    if (!found) throw notFound('picture');
    return found as Photo;
  },
};
