import type { LessonRow } from '../../contract/workspace.ts';
import { type ListPage, lessonListMachine, noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const row = (position: number) =>
  ({ position, lesson_id: 1000 + position, lesson_name: `Lesson ${position}`, is_assignment: 'no' }) as LessonRow;
/** A list of 250 rows: three pages. */
export const firstPage = { lessons: [row(0)], assignments: [], offset: 0, total: 250, meta: null } as ListPage;
export const secondPage = { lessons: [row(100)], assignments: [], offset: 100, total: 250, meta: null } as ListPage;
const place = { level: 0, productId: 7 } as const;

export const lessonListModel = defineModel({
  machine: lessonListMachine,
  input: { userPuid: 3 },
  events: [
    { type: 'list.opened', source: { kind: 'folder', place }, filters: noFilters },
    { type: 'list.outdated' },
    { type: 'list.retried' },
    { type: 'filters.changed', filters: { ...noFilters, search: 'rocks' } },
    { type: 'page.wanted', page: 1 },
    { type: 'page.wanted', page: 2 },
    { type: 'page.wanted', page: 3 },
    { type: 'xstate.done.actor.loadPage', output: firstPage },
    { type: 'xstate.done.actor.loadPage', output: secondPage },
    { type: 'xstate.error.actor.loadPage', error: { code: 503, message: 'Service unavailable' } },
  ],
  project: ({ rows, page, problem, total }) => ({ rows: Object.keys(rows), page, problem: problem?.code, total }),
  // The first page is never answered with the second, nor the other way round.
  can: (event, snapshot) =>
    event.type !== 'xstate.done.actor.loadPage' ||
    ((event as { output?: ListPage }).output?.offset === 0) === !snapshot.matches({ ready: 'paging' }),
  invariants: {
    'no rows are shown while a list is loaded for the first time': (snapshot) =>
      !snapshot.matches('loading') || Object.keys(snapshot.context.rows).length === 0 || snapshot.context.problem === null,
    'rows stand at their own index': ({ context }) =>
      Object.entries(context.rows).every(([index, { position }]) => Number(index) === position),
  },
  noScreen: 'The workspace runs it and shows it: see the workspace chart.',
});
