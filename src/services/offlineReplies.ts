import { content } from '../../contract/content.ts';
import type { Call, DataOf, InputOf } from '../../contract/kit.ts';
import { lessonTracking } from '../../contract/lessonTracking.ts';
import { quiz } from '../../contract/quiz.ts';
import { asShelved, type Shelf, type ShelvedLesson } from './lessonShelf.ts';

const ofOwner = async (shelf: Shelf, isOwner: (owner: string) => boolean): Promise<ShelvedLesson[]> =>
  (await shelf.all()).map(asShelved).filter((one) => one !== null && isOwner(one.owner)) as ShelvedLesson[];

/** What the saved lessons of a person answer to a call that got no answer; undefined where they know nothing of it. */
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
      case lessonTracking.lessonPlayer as Call:
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
      default:
        return undefined;
    }
  };
  return (await found().catch(() => undefined)) as DataOf<C> | undefined;
}

/**
 * Saved lessons of the person that this browser remembers, before anybody could be asked who is here: `userPuid` as it is remembered. Those
 * of anybody else were taken away when this person came.
 */
export const lessonsOfRemembered = (shelf: Shelf, userPuid: number): Promise<ShelvedLesson[]> =>
  ofOwner(shelf, (owner) => owner.endsWith(`.${userPuid}`));
