import { type Db, type LessonResource, lessonResources } from '../../kit/access.ts';
import { notFound, type UserContext } from '../../kit/handler.ts';
import { type OpenAssignment, openAssignment } from '../player/tracking.ts';

export const isTimed = (delivery: string) => delivery === 'assessment';

export interface Named {
  quiz_id: number;
  lesson_id: number;
  lesson_resource_tracking_id: number;
  group_assignment_id?: number | undefined;
}

/** The assignment and resource in which a student takes a quiz. A tracking id, if given, selects the assignment. */
export async function placeOf(
  named: Named,
  { ports, user }: UserContext,
): Promise<{ assignment: OpenAssignment; resource: LessonResource }> {
  const { lesson_id, lesson_resource_tracking_id, group_assignment_id } = named;
  const tracked =
    lesson_resource_tracking_id === 0
      ? undefined
      : await ports.db
          .selectFrom('resource_tracking as rt')
          .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
          .select(['t.group_assignment_id', 'rt.lesson_resource_id'])
          .where('rt.user_puid', '=', user.user_puid)
          .where('rt.resource_tracking_id', '=', lesson_resource_tracking_id)
          .executeTakeFirst();
  if (lesson_resource_tracking_id !== 0 && !tracked) throw notFound('tracking');
  const assignment = await openAssignment(ports, user, {
    lesson_id,
    ...(tracked ? { group_assignment_id: tracked.group_assignment_id } : group_assignment_id === undefined ? {} : { group_assignment_id }),
  });
  return { assignment, resource: await quizResource(ports.db, named, tracked?.lesson_resource_id) };
}

/** The lesson resource that contains the quiz. */
export async function quizResource(
  db: Db,
  { lesson_id, quiz_id }: Pick<Named, 'lesson_id' | 'quiz_id'>,
  lesson_resource_id?: number,
): Promise<LessonResource> {
  const resource = (await lessonResources(db, [lesson_id])).find(
    (one) => one.quiz_id === quiz_id && (lesson_resource_id ?? one.lesson_resource_id) === one.lesson_resource_id,
  );
  if (!resource) throw notFound('quiz');
  return resource;
}

/** A quiz with what the catalog says of its item. Throws 404 if there is none. */
export async function quizOf(db: Db, quiz_id: number) {
  const quiz = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['q.quiz_id', 'q.title', 'q.intro_html as intro', 'q.delivery'])
    .select(['i.minutes', 'i.standards', 'i.item_id', 'i.owner_puid', 'i.is_offered'])
    .where('q.quiz_id', '=', quiz_id)
    .executeTakeFirst();
  if (!quiz) throw notFound('quiz');
  return quiz;
}
