import { dayIn } from '../../../common/day.ts';
import type { ItemBody } from '../../../contract/content.ts';
import type { Finding, workspace } from '../../../contract/workspace.ts';
import { hasTextAlternatives } from '../../content/textAlternatives.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, lessonResources, usableLesson } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { newestQuestions } from '../quiz/questions.ts';
import type { AnswerKey } from '../quiz/score.ts';

const isEmptyKey = (key: AnswerKey): boolean => {
  switch (key.kind) {
    case 'many':
    case 'order':
      return key.options.length === 0;
    case 'text':
      return key.accepted.length === 0;
    case 'places':
      return Object.keys(key.places).length === 0;
    default:
      return false;
  }
};

/** Warnings and blockers for a teacher who is about to assign a lesson. */
async function findingsOf(db: Db, ports: TenantPorts, lesson: Row<'lesson'>): Promise<Finding[]> {
  const found: Finding[] = [];
  const whole = { item_id: null, title: lesson.lesson_name };
  const resources = await lessonResources(db, [lesson.lesson_id]);
  if (resources.length === 0) found.push({ kind: 'empty', is_blocking: true, ...whole });
  const rows =
    resources.length === 0
      ? []
      : await db
          .selectFrom('content_item')
          .select(['item_id', 'body', 'is_assignable', 'quiz_id'])
          .where('item_id', 'in', [...new Set(resources.map((one) => one.item_id))])
          .execute();
  const items = new Map(rows.map((item) => [item.item_id, item]));
  const quizzes = [...items.values()].map((item) => item.quiz_id).filter((quiz) => quiz !== null);
  const questions = Map.groupBy(quizzes.length === 0 ? [] : await newestQuestions(db, quizzes), (question) => question.quiz_id);
  for (const { item_id, title } of resources) {
    const item = items.get(item_id);
    if (!item) continue;
    const about = { item_id, title };
    if (item.is_assignable !== 1) found.push({ kind: 'notAssignable', is_blocking: true, ...about });
    const asked = item.quiz_id === null ? null : (questions.get(item.quiz_id) ?? []);
    if (asked !== null && (asked.length === 0 || asked.some((question) => isEmptyKey(question.key))))
      found.push({ kind: 'quizWithoutKey', is_blocking: true, ...about });
    if (!hasTextAlternatives(JSON.parse(item.body) as ItemBody)) found.push({ kind: 'missingAltText', is_blocking: false, ...about });
  }
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  if (lesson.due_date === null) found.push({ kind: 'noDueDate', is_blocking: false, ...whole });
  else if (lesson.due_date < dayIn(ports.now(), time_zone)) found.push({ kind: 'dueDatePassed', is_blocking: false, ...whole });
  return found;
}

export const lessonCheck: HandlersOf<Pick<typeof workspace, 'checkLesson'>> = {
  checkLesson: async ({ query }, { ports, user }) => findingsOf(ports.db, ports, await usableLesson(ports.db, user, query.lesson_id)),
};
