import { pageLength } from '../../common/lessonLimits.ts';
import type { LessonRow } from '../../contract/workspace.ts';
import { type ListPage, lessonListMachine, noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { holds } from '../kit/tags.ts';

const row = (position: number) =>
  ({ position, lesson_id: 1000 + position, lesson_name: `Lesson ${position}`, is_assignment: 'no' }) as LessonRow;
/** A list of 250 rows: three pages. */
export const firstPage = {
  lessons: [row(0)],
  assignments: [],
  offset: 0,
  total: 250,
  meta: { products: [], shared_by: [], total: 250 },
} as ListPage;
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
  // A request for the first page never gets the second one, or vice versa.
  can: (event, snapshot) =>
    event.type !== 'xstate.done.actor.loadPage' ||
    ((event as { output?: ListPage }).output?.offset === 0) === !snapshot.matches({ ready: 'paging' }),
  delays: { quiet: 250 },
  keeps: {
    'list.opened': { source: 'source', filters: 'filters' },
    'filters.changed': { filters: 'filters' },
    'xstate.done.actor.loadPage': { 'output.total': 'total' },
    'page.wanted': { page: 'page' },
  },
  tags: {
    busy: (snapshot) => (holds('loadPage', snapshot) && !snapshot.matches({ ready: 'paging' })) || snapshot.matches('narrowing'),
    ready: (snapshot) =>
      snapshot.matches('ready') || snapshot.matches('settling') || snapshot.matches('refreshing') || snapshot.matches('stale'),
    stale: (snapshot) => snapshot.matches({ ready: 'cut' }) || snapshot.matches('stale'),
    cut: (snapshot) => snapshot.matches({ ready: 'cut' }),
  },
  takes: {
    'list.outdated': ['closed', 'loading', 'failed', 'narrowing', 'ready', 'settling', 'refreshing', 'stale'],
    'filters.changed': (snapshot) => !snapshot.matches('closed'),
    'list.retried': ['failed', 'ready.cut', 'stale'],
    quiet: ['narrowing', 'settling'],
    'page.wanted': (snapshot) => snapshot.matches('ready'),
  },
  leads: {
    'list.opened': ['loading'],
    'list.outdated': ['loading', 'refreshing'],
    'filters.changed': ['narrowing', 'settling'],
    'xstate.done.actor.loadPage': ['ready', 'ready.idle'],
    quiet: ['loading', 'refreshing'],
    'page.wanted': ['ready.paging'],
    'list.retried': ['loading', 'refreshing', 'ready.paging'],
  },
  oldProblems: ['ready.cut', 'stale', 'narrowing', 'refreshing', 'settling', 'ready.paging', 'loading'],
  failures: { loadPage: ['cut', 'stale'] },
  invariants: {
    'no rows are shown while a list is loaded for the first time': (snapshot) =>
      !snapshot.matches('loading') || Object.keys(snapshot.context.rows).length === 0 || snapshot.context.problem === null,
    'rows stand at their own index': ({ context }) =>
      Object.entries(context.rows).every(([index, { position }]) => Number(index) === position),
  },
  stepInvariants: {
    'what the first page says of the folder is kept': ({ context: before }, event, { context: after }) => {
      if (event.type !== 'xstate.done.actor.loadPage') return after.meta === before.meta;
      return after.meta === ((event.output as ListPage).meta ?? before.meta);
    },
    'rows that have arrived are the latest': (_, event, after) =>
      event.type !== 'xstate.done.actor.loadPage' || after.matches({ ready: 'idle' }),
  },
});

const total = 250;
/** A row of the list, as a screen needs it. */
export const rowOnScreen = (row: Pick<LessonRow, 'position' | 'lesson_id' | 'lesson_name' | 'path'>): LessonRow => ({
  lesson_objective: '',
  is_assignment: 'no',
  total_time: null,
  due_date: null,
  resource_count: 1,
  assigned_count: 0,
  updated_at: '2030-01-15T15:00:00.000Z',
  shared_by: null,
  ...row,
});
/** A full page of the list. */
const wholePage = (page: number): ListPage => ({
  lessons: Array.from({ length: Math.min(pageLength, total - page * pageLength) }, (_, index) => {
    const position = page * pageLength + index;
    return rowOnScreen({ position, lesson_id: 1000 + position, lesson_name: `Lesson ${position}`, path: [] });
  }),
  assignments: [],
  offset: page * pageLength,
  total,
  meta: null,
});

/** The same on a screen, which requests rows as they come into view. */
export const lessonListOnScreen = defineModel({
  ...lessonListModel,
  events: [
    ...lessonListModel.events.filter(
      (event) => !event.type.startsWith('xstate.done') && !(event.type === 'page.wanted' && event.page * pageLength > total),
    ),
    ...[0, 1, 2].map((page) => ({ type: 'xstate.done.actor.loadPage' as const, output: wholePage(page) })),
  ],
  project: ({ rows, page, problem }) => ({ pages: [0, 1, 2].filter((one) => rows[one * pageLength]), page, problem: problem?.code }),
  can: (event, snapshot) => {
    const { page } = snapshot.context;
    switch (event.type) {
      // The response is the requested page.
      case 'xstate.done.actor.loadPage':
        return (event as { output?: ListPage }).output?.offset === page * pageLength;
      // Rows further down are requested again as soon as the first ones have loaded.
      case 'list.outdated':
      case 'filters.changed':
        return page === 0;
      default:
        return true;
    }
  },
});
/** Scroll position that shows a page: its middle, or the top for the first page. `share` is relative to the list's height. */
export const lookedAt = (page: number) => {
  const position = page === 0 ? 0 : page * pageLength + 45;
  return { position, share: position / total };
};
