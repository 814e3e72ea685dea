import { isFinal } from '../../../common/retry.ts';
import { content, type ItemBody, ResourceType } from '../../../contract/content.ts';
import { glossary } from '../../../contract/glossary.ts';
import type { DataOf } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { type PlayerLesson, type PlayerResource, player } from '../../../contract/player.ts';
import { type Question, type QuizDetails, quiz } from '../../../contract/quiz.ts';
import type { LessonName, SavedLesson } from '../../machines/player/offlineLessonsMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { ownerOf } from '../login/storedSession.ts';
import { asShelved, type Shelf, type ShelvedLesson, shelfKey } from './lessonShelf.ts';

/** The chart's `noRoom` code. */
const insufficientStorage = 507;

const inOrder = (lessons: readonly SavedLesson[]) => lessons.toSorted((a, b) => b.savedAt - a.savedAt);

/** URLs of pictures in an item, on this site only: nothing else is fetched. */
export const picturesOf = (items: readonly { body: ItemBody | Question }[]): string[] => [
  ...new Set(
    [...JSON.stringify(items.map(({ body }) => body)).matchAll(/<img\b[^>]*?\ssrc=\\?["'](\/[^"'\\/][^"'\\]*)/g)].map(
      ([, src]) => src ?? '',
    ),
  ),
];

/** URLs of films and files, on this site only. */
export const filesOf = (items: readonly { body: ItemBody }[]): string[] => [
  ...new Set(
    items.flatMap(({ body }) => ((body.kind === 'film' || body.kind === 'file') && /^\/(?![/\\])/.test(body.url) ? [body.url] : [])),
  ),
];

/** Maps the error of a full device. */
function orFull(error: unknown): never {
  if ((error as Partial<Error>)?.name === 'QuotaExceededError') throw { code: insufficientStorage, message: '' };
  throw error;
}

type ItemDetails = DataOf<typeof content.getContent>['item_details'];

const isAssessment = ({ resource_type_id }: PlayerResource) => resource_type_id === ResourceType.assessment;
/** Kinds delivered by a third party over the network. */
const isElsewhere = ({ resource_type_id }: PlayerResource) => resource_type_id === ResourceType.providerAssessment;

interface Wanted {
  send: Send;
  /** Loads with its library on first use. */
  shelf: () => Promise<Shelf>;
  user: UserData;
  now: () => number;
  /** Preloads the code that draws an item. */
  warm: (body: ItemBody) => Promise<unknown>;
}

/** Actors of the `offlineLessons` chart, for one user. */
export function offlineLessonsActors({ send, shelf: open, user, now, warm }: Wanted) {
  const owner = ownerOf(user);
  const list = async () => {
    const own = (await (await open()).all()).map(asShelved).filter((one) => one?.owner === owner) as ShelvedLesson[];
    return inOrder(own.map(({ saved }) => saved));
  };
  const named = { userPuid: user.userPuid, roleId: user.role, districtId: user.districtID, stateId: user.state_id ?? null };

  const quizOf = async (lesson: PlayerLesson, resource: PlayerResource & { quiz_id: number }, signal: AbortSignal) => {
    const { lesson_id, group_assignment_id } = lesson;
    const query = { user_puid: user.userPuid, lesson_resource_tracking_id: 0, lesson_id, group_assignment_id };
    const { quiz_details } = isAssessment(resource)
      ? await send(quiz.assessmentOverview, { ...query, assessment_id: resource.quiz_id }, { signal, quiet: true })
      : await send(quiz.quizDetails, { ...query, quiz_id: resource.quiz_id }, { signal, quiet: true });
    return quiz_details;
  };

  /** The start data of a quiz; null if it needs a connection, or the server does not return it. The lesson is saved anyway. */
  const questionsOf = async (lesson: PlayerLesson, { quiz_id, is_timed, result }: QuizDetails, signal: AbortSignal) => {
    if (is_timed || (result && result.state !== 'started')) return null;
    const { lesson_id, group_assignment_id } = lesson;
    const query = { user_puid: user.userPuid, lesson_resource_tracking_id: 0, lesson_id, group_assignment_id, quiz_id };
    try {
      return await send(quiz.quizToKeep, query, { signal, quiet: true });
    } catch (error) {
      if (!isFinal(error as Problem)) throw error;
      return null;
    }
  };

  /** The terms that an item uses, to be marked in it. Without them, as where the glossary is switched off, the text is whole. */
  const termsOf = async ({ item_id, language_id }: ItemDetails, signal: AbortSignal) => {
    const query = { user_puid: user.userPuid, item_id, language_id };
    try {
      return { item_id, language_id, terms: await send(glossary.glossaryItemTerms, query, { signal, quiet: true }) };
    } catch (error) {
      if (!isFinal(error as Problem)) throw error;
      return { item_id, language_id, terms: [] };
    }
  };

  /** Removes pictures, films and files that no saved lesson needs any more. */
  const dropUnused = async (shelf: Shelf, pictures: readonly string[]) => {
    const used = new Set((await shelf.all()).flatMap((one) => asShelved(one)?.pictures ?? []));
    await shelf.dropFiles(pictures.filter((address) => !used.has(address)));
  };

  return {
    list: callActor<readonly SavedLesson[]>(list),

    save: callActor<readonly SavedLesson[], LessonName>(async ({ input: { lessonId, assignmentId, name }, signal }) => {
      const shelf = await open();
      const lesson = await send(
        player.lessonPlayer,
        { user_puid: user.userPuid, lesson_id: lessonId, assignment_id: assignmentId },
        { signal, quiet: true },
      );
      const resources = lesson.lesson_resources.filter((resource) => !isElsewhere(resource));
      const ids = [...new Set(resources.map(({ item_id }) => item_id))];
      const contents = await Promise.all(ids.map((id) => send(content.getContent, { id, ...named }, { signal, quiet: true })));
      const items = contents.map(({ item_details }) => item_details);
      const terms = (await Promise.all(items.map((item) => termsOf(item, signal)))).filter((one) => one.terms.length > 0);
      const withQuiz = resources.filter((resource): resource is PlayerResource & { quiz_id: number } => resource.quiz_id !== null);
      const quizzes = await Promise.all(withQuiz.map((resource) => quizOf(lesson, resource, signal)));
      const kept = await Promise.all(quizzes.map((details) => questionsOf(lesson, details, signal)));
      const toAnswer = kept.filter((started) => started !== null);
      await Promise.all(items.map(({ body }) => warm(body)));
      const questions = toAnswer.flatMap(({ quiz_details }) => quiz_details.questions.map((body) => ({ body })));
      const pictures = [...new Set([...picturesOf([...items, ...questions]), ...filesOf(items)])];
      const size = new TextEncoder().encode(JSON.stringify({ lesson, contents, quizzes, toAnswer, terms })).length;
      try {
        const filesSize = await shelf.keepFiles(pictures, signal);
        const key = shelfKey(owner, lessonId, assignmentId);
        const earlier = asShelved(await shelf.get(key));
        signal.throwIfAborted();
        const saved: SavedLesson = { lessonId, assignmentId, name, size: size + filesSize, savedAt: now() };
        await shelf.set(key, { v: 1, owner, saved, lesson, contents, quizzes, toAnswer, terms, pictures });
        // The lesson is saved, even if this cleanup fails.
        await dropUnused(shelf, earlier?.pictures ?? []).catch(() => undefined);
      } catch (error) {
        await dropUnused(shelf, pictures).catch(() => undefined);
        orFull(error);
      }
      return list();
    }),

    remove: callActor<readonly SavedLesson[], LessonName>(async ({ input: { lessonId, assignmentId } }) => {
      const shelf = await open();
      const key = shelfKey(owner, lessonId, assignmentId);
      const shelved = asShelved(await shelf.get(key));
      await shelf.remove([key]);
      await dropUnused(shelf, shelved?.pictures ?? []);
      return list();
    }),
  };
}
