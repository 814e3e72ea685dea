import { assign, setup } from 'xstate';
import { pageLength } from '../../../common/lessonLimits.ts';
import type { LessonKind, LessonOrder, LessonPage, LessonRow, WorkspaceMeta } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import type { Place } from './place.ts';

/** Which list: that of a folder, all of one's own, or all that is shared with one. */
export type ListSource = { kind: 'folder'; place: Place } | { kind: 'all' } | { kind: 'shared' };
export interface ListFilters {
  search: string;
  kind: LessonKind;
  sort: LessonOrder;
}
/** A window of a list, asked for. */
export interface PageOrder {
  userPuid: number;
  source: ListSource;
  filters: ListFilters;
  /** Index of the page; `pageLength` rows each. */
  page: number;
}
/** A window of a list; `meta` comes with the first. */
export type ListPage = LessonPage & { meta: WorkspaceMeta | null };

export const noFilters: ListFilters = { search: '', kind: 'all', sort: 'name' };

interface Context {
  userPuid: number;
  source: ListSource | null;
  filters: ListFilters;
  /** Rows by their index in the whole list; only those that were looked at are there. */
  rows: Readonly<Record<number, LessonRow>>;
  total: number;
  meta: WorkspaceMeta | null;
  /** Index of the page that is fetched, or could not be. */
  page: number;
  problem: Problem | null;
}

const rowsOf = ({ lessons, assignments }: LessonPage): Record<number, LessonRow> =>
  Object.fromEntries([...lessons, ...assignments].map((row) => [row.position, row]));

const isMissing = ({ rows, total }: Context, page: number) => page * pageLength < total && rows[page * pageLength] === undefined;
/** The page that is wanted of the open list. */
const pageOrder = ({ context: { userPuid, source, filters, page } }: { context: Context }): PageOrder => ({
  userPuid,
  source: source as ListSource,
  filters,
  page,
});

export const lessonListReasons: Reasons<'isMissing' | 'isElsewhere'> = {
  isMissing: 'These rows are there, or beyond the end of the list.',
  isElsewhere: 'These rows are there, beyond the end of the list, or asked for already.',
};

/** A list of lessons and assignments of any length, of which what is looked at is fetched (specification, section 4). */
export const lessonListMachine = setup({
  types: {
    input: {} as { userPuid: number },
    context: {} as Context,
    events: {} as
      | { type: 'list.opened'; source: ListSource; filters: ListFilters }
      | { type: 'list.outdated' }
      | { type: 'list.retried' }
      | { type: 'filters.changed'; filters: ListFilters }
      | { type: 'page.wanted'; page: number },
    tags: {} as 'busy' | 'failed' | 'ready' | 'stale',
    meta: {} as ChartMeta,
  },
  actors: { loadPage: actorSlot<ListPage, PageOrder>('loadPage', 'GET workspace data, GET all lessons') },
  actions: {
    setSource: assign({
      source: (_, { source }: { source: ListSource; filters: ListFilters }) => source,
      filters: (_, { filters }: { source: ListSource; filters: ListFilters }) => filters,
    }),
    /** Loading the workspace first clears lessons and assignments (specification, section 4). */
    clearRows: assign({ rows: {}, total: 0, page: 0, problem: null }),
    setFilters: assign({ filters: (_, { filters }: { filters: ListFilters }) => filters }),
    setFirstPage: assign({
      rows: (_, { page }: { page: ListPage }) => rowsOf(page),
      total: (_, { page }: { page: ListPage }) => page.total,
      meta: ({ context }, { page }: { page: ListPage }) => page.meta ?? context.meta,
      page: 0,
      problem: null,
    }),
    addPage: assign({
      rows: ({ context }, { page }: { page: ListPage }) => ({ ...context.rows, ...rowsOf(page) }),
      total: (_, { page }: { page: ListPage }) => page.total,
      problem: null,
    }),
    wantFirstPage: assign({ page: 0 }),
    setWanted: assign({ page: (_, { page }: { page: number }) => page }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: {
    isMissing: ({ context }, { page }: { page: number }) => isMissing(context, page),
    isElsewhere: ({ context }, { page }: { page: number }) => isMissing(context, page) && page !== context.page,
  },
  delays: { quiet: 250 },
}).createMachine({
  id: 'lessonList',
  description: 'A list of lessons and assignments: narrowed and ordered by the server, fetched page by page as it is looked at.',
  meta: { reasons: lessonListReasons },
  context: ({ input }) => ({ ...input, source: null, filters: noFilters, rows: {}, total: 0, meta: null, page: 0, problem: null }),
  initial: 'closed',
  on: {
    'list.opened': {
      target: '.loading',
      reenter: true,
      actions: [{ type: 'setSource', params: ({ event }) => event }, 'clearRows'],
      description: 'A list is opened: what was shown is cleared first.',
    },
  },
  states: {
    closed: {
      description: 'No list was opened yet.',
      on: { 'list.outdated': { description: 'Something changed: the list will be fetched when it is opened.' } },
    },
    loading: {
      description: 'The first rows are fetched; nothing is shown.',
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: pageOrder,
        onDone: {
          target: 'ready',
          actions: { type: 'setFirstPage', params: ({ event }) => ({ page: event.output }) },
          description: 'The first rows are there.',
        },
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer, or the folder is gone.',
        },
      },
      on: {
        'list.outdated': { target: 'loading', reenter: true, description: 'Something changed meanwhile: start over.' },
        'filters.changed': {
          target: 'narrowing',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person narrows or orders the list.',
        },
      },
    },
    failed: {
      description: 'Nothing could be loaded: the list is empty, and says why.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'list-problem' },
      on: {
        'list.retried': { target: 'loading', description: 'The person presses Try again.' },
        'list.outdated': { target: 'loading', description: 'Something changed: a good moment to try again.' },
        'filters.changed': {
          target: 'narrowing',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person narrows or orders the list.',
        },
      },
    },
    narrowing: {
      description: 'The person is typing what to look for before there are any rows; nothing is shown until the typing has paused.',
      tags: 'busy',
      after: { quiet: { target: 'loading', description: 'The typing has paused.' } },
      on: {
        'filters.changed': {
          target: 'narrowing',
          reenter: true,
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person types on.',
        },
        'list.outdated': { target: 'loading', description: 'Something changed: a good moment to begin.' },
      },
    },
    ready: {
      description: 'Rows are shown; more are fetched as they come into sight.',
      tags: 'ready',
      initial: 'idle',
      on: {
        'list.outdated': { target: 'refreshing', description: 'Something that is shown has changed.' },
        'filters.changed': {
          target: 'settling',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person narrows or orders the list.',
        },
      },
      states: {
        idle: {
          description: 'All rows in sight are there.',
          on: {
            'page.wanted': {
              guard: { type: 'isMissing', params: ({ event }) => event },
              target: 'paging',
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'Rows that are not there come into sight.',
            },
          },
        },
        paging: {
          description: 'Rows in sight are fetched.',
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: pageOrder,
            onDone: {
              target: 'idle',
              actions: { type: 'addPage', params: ({ event }) => ({ page: event.output }) },
              description: 'The rows are there.',
            },
            onError: {
              target: 'cut',
              actions: { type: 'setProblem', ...failure },
              description: 'The rows could not be fetched.',
            },
          },
          on: {
            'page.wanted': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              target: 'paging',
              reenter: true,
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'The person has scrolled on: what is in sight now comes first.',
            },
          },
        },
        cut: {
          description: 'Some rows in sight could not be fetched; the others stay.',
          tags: 'stale',
          meta: { announce: 'common_load_failed' },
          on: {
            'list.retried': { target: 'paging', description: 'The person presses Try again.' },
            'page.wanted': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'The person has scrolled on: what is in sight now is what Try again fetches.',
            },
          },
        },
      },
    },
    settling: {
      description: 'The person is typing what to look for; the list waits for a moment of quiet.',
      tags: 'ready',
      after: { quiet: { target: 'refreshing', description: 'The typing has paused.' } },
      on: {
        'filters.changed': {
          target: 'settling',
          reenter: true,
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person types on.',
        },
        'list.outdated': { target: 'refreshing', description: 'Something that is shown has changed.' },
      },
    },
    refreshing: {
      description: 'The newest is fetched; the rows that are shown stay until it is there.',
      tags: ['ready', 'busy'],
      entry: 'wantFirstPage',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: pageOrder,
        onDone: {
          target: 'ready',
          actions: { type: 'setFirstPage', params: ({ event }) => ({ page: event.output }) },
          description: 'The newest is there.',
        },
        onError: {
          target: 'stale',
          actions: { type: 'setProblem', ...failure },
          description: 'The newest could not be fetched.',
        },
      },
      on: {
        'list.outdated': { target: 'refreshing', reenter: true, description: 'It changed once more: start over.' },
        'filters.changed': {
          target: 'settling',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person types on.',
        },
      },
    },
    stale: {
      description: 'What is shown may be old; the screen says so.',
      tags: ['ready', 'stale'],
      meta: { announce: 'common_may_be_old' },
      on: {
        'list.retried': { target: 'refreshing', description: 'The person presses Try again.' },
        'list.outdated': { target: 'refreshing', description: 'Something that is shown has changed.' },
        'filters.changed': {
          target: 'settling',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The person narrows or orders the list.',
        },
      },
    },
  },
});
