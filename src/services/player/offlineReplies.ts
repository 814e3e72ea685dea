import { content } from '../../../contract/content.ts';
import { glossary } from '../../../contract/glossary.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import type { Call, DataOf, InputOf } from '../../../contract/kit.ts';
import { player } from '../../../contract/player.ts';
import { quiz } from '../../../contract/quiz.ts';
import { asShelved, type Shelf, type ShelvedLesson } from './lessonShelf.ts';

const ofOwner = async (shelf: Shelf, isOwner: (owner: string) => boolean): Promise<ShelvedLesson[]> =>
  (await shelf.all()).map(asShelved).filter((one) => one !== null && isOwner(one.owner)) as ShelvedLesson[];

const termsIn = (lessons: readonly ShelvedLesson[], item_id: number): ItemTerm[] | undefined =>
  lessons.flatMap(({ terms = [] }) => terms).find((one) => one.item_id === item_id)?.terms;

/** Terms of an item of a saved lesson that is read before the session is known. Those of other users are not on this device. */
export const savedTerms = async (shelf: Shelf, item_id: number): Promise<readonly ItemTerm[]> =>
  termsIn(await ofOwner(shelf, () => true), item_id) ?? [];

/** The response from a user's saved lessons to a call without a response; undefined if they do not know it. */
export async function offlineReply<C extends Call>(
  shelf: Shelf,
  owner: string,
  call: C,
  input: InputOf<C>,
): Promise<DataOf<C> | undefined> {
  const asked = input as Record<string, unknown>;
  const lessons = () => ofOwner(shelf, (of) => of === owner);
  const found = async (): Promise<unknown> => {
    switch (call as Call) {
      case player.lessonPlayer as Call:
        return (await lessons()).find(
          ({ saved }) => saved.lessonId === asked.lesson_id && (asked.assignment_id === 0 || saved.assignmentId === asked.assignment_id),
        )?.lesson;
      case content.getContent as Call:
        return (await lessons()).flatMap(({ contents }) => contents).find(({ item_details }) => item_details.item_id === asked.id);
      case quiz.quizDetails as Call:
      case quiz.assessmentOverview as Call: {
        const wanted = asked.quiz_id ?? asked.assessment_id;
        const details = (await lessons())
          .filter(({ saved }) => saved.lessonId === asked.lesson_id)
          .flatMap(({ quizzes }) => quizzes)
          .find(({ quiz_id }) => quiz_id === wanted);
        return details && { quiz_details: details };
      }
      case glossary.glossaryItemTerms as Call:
        return termsIn(await lessons(), asked.item_id as number);
      default:
        return undefined;
    }
  };
  return (await found().catch(() => undefined)) as DataOf<C> | undefined;
}

/**
 * Saved lessons of the user that this browser remembers, before the session is known: `userPuid` as stored. Those of other users were
 * removed when this user signed in.
 */
export const lessonsOfRemembered = (shelf: Shelf, userPuid: number): Promise<ShelvedLesson[]> =>
  ofOwner(shelf, (owner) => owner.endsWith(`.${userPuid}`));
