import { assign, setup } from 'xstate';
import { pageLength } from '../../../common/lessonLimits.ts';
import type { LessonKind, LessonOrder, LessonPage, LessonRow, WorkspaceMeta } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import type { Place } from './place.ts';

/** Which list to show: one folder, all of the teacher's own lessons, or everything shared with them. */
export type ListSource = { kind: 'folder'; place: Place } | { kind: 'all' } | { kind: 'shared' };
export interface ListFilters {
  search: string;
  kind: LessonKind;
  sort: LessonOrder;
}
/** A request for one page of a list. */
export interface PageOrder {
  userPuid: number;
  source: ListSource;
  filters: ListFilters;
  /** Index of the page, of `pageLength` rows. */
  page: number;
}
/** One page of a list; only the first page carries `meta`. */
export type ListPage = LessonPage & { meta: WorkspaceMeta | null };

export const noFilters: ListFilters = { search: '', kind: 'all', sort: 'name' };

interface Context {
  userPuid: number;
  source: ListSource | null;
  filters: ListFilters;
  /** Rows by their index in the whole list. Only fetched rows are present. */
  rows: Readonly<Record<number, LessonRow>>;
  total: number;
  meta: WorkspaceMeta | null;
  /** Index of the page being fetched, or of the one that failed. */
  page: number;
  problem: Problem | null;
}

const rowsOf = ({ lessons, assignments }: LessonPage): Record<number, LessonRow> =>
  Object.fromEntries([...lessons, ...assignments].map((row) => [row.position, row]));

const isMissing = ({ rows, total }: Context, page: number) => page * pageLength < total && rows[page * pageLength] === undefined;
/** Request for the wanted page of the open list. */
const pageOrder = ({ context: { userPuid, source, filters, page } }: { context: Context }): PageOrder => ({
  userPuid,
  source: source as ListSource,
  filters,
  page,
});

/** Takes over the filters that the user set. */
const filtered = {
  actions: { type: 'setFilters', params: ({ event }: { event: { filters: ListFilters } }) => event },
} as const;

/** Takes the rows that arrived in place of all others. */
const withFirstPage = {
  actions: { type: 'setFirstPage', params: ({ event }: { event: { output: ListPage } }) => ({ page: event.output }) },
} as const;

export const lessonListReasons: Reasons<'isMissing' | 'isElsewhere'> = {
  isMissing: 'These rows are already loaded or past the end of the list.',
  isElsewhere: 'These rows are already loaded, already requested, or past the end of the list.',
};

/** A list of lessons and assignments of any length, fetched page by page as the user scrolls (specification, section 4). */
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
    /** `cut`: the rows are current, but more of them could not be loaded. */
    tags: {} as 'busy' | 'failed' | 'ready' | 'stale' | 'cut',
    meta: {} as ChartMeta,
  },
  actors: { loadPage: actorSlot<ListPage, PageOrder>('loadPage', 'GET workspace data, GET all lessons') },
  actions: {
    setSource: assign({
      source: (_, { source }: { source: ListSource; filters: ListFilters }) => source,
      filters: (_, { filters }: { source: ListSource; filters: ListFilters }) => filters,
    }),
    /** Loading the workspace clears lessons and assignments first (specification, section 4). */
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
    setProblem,
  },
  guards: {
    isMissing: ({ context }, { page }: { page: number }) => isMissing(context, page),
    isElsewhere: ({ context }, { page }: { page: number }) => isMissing(context, page) && page !== context.page,
  },
  delays: { quiet: 250 },
}).createMachine({
  id: 'lessonList',
  description: 'A list of lessons and assignments. The server filters and sorts it, and rows are fetched page by page as the user scrolls.',
  meta: { reasons: lessonListReasons },
  context: ({ input }) => ({ ...input, source: null, filters: noFilters, rows: {}, total: 0, meta: null, page: 0, problem: null }),
  initial: 'closed',
  on: {
    'list.opened': {
      target: '.loading',
      reenter: true,
      actions: [{ type: 'setSource', params: ({ event }) => event }, 'clearRows'],
      description: 'A list is opened. Clears the rows of the previous one.',
    },
  },
  states: {
    closed: {
      description: 'The user has opened no folder yet, so there are no rows.',
      on: { 'list.outdated': { description: 'Something changed, but the list will be fetched anyway when it is opened.' } },
    },
    loading: {
      description: 'Loading the first rows. No rows are shown yet.',
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: pageOrder,
        onDone: { target: 'ready', ...withFirstPage, description: 'The first rows arrived.' },
        onError: { target: 'failed', ...withProblem, description: 'The folder is gone, or the server gave no usable answer.' },
      },
      on: {
        'list.outdated': { target: 'loading', reenter: true, description: 'Something changed while loading: start over.' },
        'filters.changed': { target: 'narrowing', ...filtered, description: 'The user filters or sorts the list.' },
      },
    },
    failed: {
      description: 'The list could not be loaded. It is empty and says why.',
      ...failed({ announce: 'common_load_failed', focus: 'list-problem' }),
      on: {
        'list.retried': { target: 'loading', description: 'The user presses Try again.' },
        'list.outdated': { target: 'loading', description: 'Something changed, so it is worth trying again.' },
        'filters.changed': { target: 'narrowing', ...filtered, description: 'The user filters or sorts the list.' },
      },
    },
    narrowing: {
      description: 'The user is typing a filter before any rows are shown. Waiting for a pause before loading.',
      tags: 'busy',
      after: { quiet: { target: 'loading', description: 'The user stopped typing.' } },
      on: {
        'filters.changed': { target: 'narrowing', reenter: true, ...filtered, description: 'The user keeps typing.' },
        'list.outdated': { target: 'loading', description: 'Something changed: load now without waiting for the pause.' },
      },
    },
    ready: {
      description: 'Rows are on the screen. More are fetched as the user scrolls.',
      tags: 'ready',
      initial: 'idle',
      on: {
        'list.outdated': { target: 'refreshing', description: 'A row on the screen may have changed.' },
        'filters.changed': { target: 'settling', ...filtered, description: 'The user filters or sorts the list.' },
      },
      states: {
        idle: {
          description: 'All visible rows are loaded.',
          on: {
            'page.wanted': {
              guard: { type: 'isMissing', params: ({ event }) => event },
              target: 'paging',
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'The user scrolled to rows that are not loaded.',
            },
          },
        },
        paging: {
          description: 'Loading the rows the user scrolled to.',
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: pageOrder,
            onDone: {
              target: 'idle',
              actions: { type: 'addPage', params: ({ event }) => ({ page: event.output }) },
              description: 'The rows arrived.',
            },
            onError: { target: 'cut', ...withProblem, description: 'The rows could not be loaded.' },
          },
          on: {
            'page.wanted': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              target: 'paging',
              reenter: true,
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'The user scrolled on: load the rows that are visible now.',
            },
          },
        },
        cut: {
          description: 'Some visible rows could not be loaded. The others stay, with a Try again button.',
          tags: ['stale', 'cut'],
          meta: { announce: 'common_load_failed' },
          on: {
            'list.retried': { target: 'paging', description: 'The user presses Try again.' },
            'page.wanted': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: { type: 'setWanted', params: ({ event }) => event },
              description: 'The user scrolled on. Try again will load the rows that are visible now.',
            },
          },
        },
      },
    },
    settling: {
      description: 'The user is typing a filter. The current rows stay until the typing pauses.',
      tags: 'ready',
      after: { quiet: { target: 'refreshing', description: 'The user stopped typing.' } },
      on: {
        'filters.changed': { target: 'settling', reenter: true, ...filtered, description: 'The user keeps typing.' },
        'list.outdated': { target: 'refreshing', description: 'A row on the screen may have changed.' },
      },
    },
    refreshing: {
      description: 'Loading the latest rows. The current ones stay on the screen meanwhile.',
      tags: ['ready', 'busy'],
      entry: 'wantFirstPage',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: pageOrder,
        onDone: { target: 'ready', ...withFirstPage, description: 'The latest rows arrived.' },
        onError: { target: 'stale', ...withProblem, description: 'The latest rows could not be loaded.' },
      },
      on: {
        'list.outdated': { target: 'refreshing', reenter: true, description: 'The list changed again: start over.' },
        'filters.changed': { target: 'settling', ...filtered, description: 'The user keeps typing.' },
      },
    },
    stale: {
      description: 'The rows could not be updated and may be outdated. The screen says so.',
      tags: ['ready', 'stale'],
      meta: { announce: 'common_may_be_old' },
      on: {
        'list.retried': { target: 'refreshing', description: 'The user presses Try again.' },
        'list.outdated': { target: 'refreshing', description: 'A row on the screen may have changed.' },
        'filters.changed': { target: 'settling', ...filtered, description: 'The user filters or sorts the list.' },
      },
    },
  },
});
