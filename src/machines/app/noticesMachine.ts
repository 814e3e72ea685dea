import { assign, cancel, enqueueActions, raise, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';
import type { Problem } from '../problem.ts';

export type NoticeKind = 'success' | 'error' | 'info' | 'plain';
export interface Notice {
  id: string;
  kind: NoticeKind;
  text: string;
}

/** How long a notice is shown, in ms (specification, section 9). */
export const noticeLife: Record<NoticeKind, number> = { success: 2_400, error: 2_400, info: 5_000, plain: 3_000 };
/** Popup code for failures that have none (specification, section 4). */
export const defaultCode = 501;

export const noticesReasons: Reasons<'isNew' | 'isWorthPopup'> = {
  isNew: 'The same notice is already on the screen.',
  isWorthPopup: 'A failure with status 400 shows no popup.',
};

/** Toasts with their lifetimes, and the single problem popup (specification, sections 4, 8 and 9). */
export const noticesMachine = setup({
  types: {
    context: {} as { notices: Notice[]; problem: Problem | null; nextId: number },
    events: {} as
      | { type: 'notice.posted'; kind: NoticeKind; text: string }
      | { type: 'notice.expired'; id: string }
      | { type: 'notice.dismissed'; id: string }
      | { type: 'notices.held' }
      | { type: 'notices.resumed' }
      | { type: 'problem.raised'; problem: Problem }
      | { type: 'problem.closed' },
    meta: {} as ChartMeta,
  },
  actions: {
    addNotice: assign({
      notices: ({ context }, { kind, text }: { kind: NoticeKind; text: string }) => [
        ...context.notices,
        { id: `notice-${context.nextId}`, kind, text },
      ],
      nextId: ({ context }) => context.nextId + 1,
    }),
    startLife: enqueueActions(({ context, enqueue }) => {
      const newest = context.notices.at(-1);
      if (newest) enqueue.raise({ type: 'notice.expired', id: newest.id }, { id: newest.id, delay: noticeLife[newest.kind] });
    }),
    removeNotice: assign({ notices: ({ context }, { id }: { id: string }) => context.notices.filter((notice) => notice.id !== id) }),
    stopLife: cancel((_, { id }: { id: string }) => id),
    stopLives: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.notices) enqueue.cancel(id);
    }),
    restartLives: enqueueActions(({ context, enqueue }) => {
      for (const { id, kind } of context.notices) enqueue(raise({ type: 'notice.expired', id }, { id, delay: noticeLife[kind] }));
    }),
    showProblem: assign({ problem: (_, problem: Problem) => ({ ...problem, code: problem.code || defaultCode }) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isNew: ({ context }, { kind, text }: { kind: NoticeKind; text: string }) =>
      !context.notices.some((notice) => notice.kind === kind && notice.text === text),
    isWorthPopup: (_, { code }: { code: number }) => code !== 400,
  },
}).createMachine({
  id: 'notices',
  description: 'Messages shown in passing: short notices that disappear by themselves, and a single popup for a problem.',
  meta: { reasons: noticesReasons },
  context: { notices: [], problem: null, nextId: 1 },
  type: 'parallel',
  states: {
    notices: {
      description: 'Which notices are on the screen, and whether their timers run.',
      initial: 'running',
      on: {
        'notice.expired': {
          actions: { type: 'removeNotice', params: ({ event }) => ({ id: event.id }) },
          description: 'The time of a notice is up.',
        },
        'notice.dismissed': {
          actions: [
            { type: 'removeNotice', params: ({ event }) => ({ id: event.id }) },
            { type: 'stopLife', params: ({ event }) => ({ id: event.id }) },
          ],
          description: 'The user closes a notice.',
        },
      },
      states: {
        running: {
          description: 'Each notice disappears when its time is up: success and error after 2.4 s, info after 5 s, others after 3 s.',
          on: {
            'notice.posted': {
              guard: { type: 'isNew', params: ({ event }) => event },
              actions: [{ type: 'addNotice', params: ({ event }) => event }, 'startLife'],
              description: 'A part of the app posts a notice. The same text is not shown twice at once.',
            },
            'notices.held': {
              target: 'held',
              actions: 'stopLives',
              description: 'The pointer or the focus is on a notice: stop the timers.',
            },
          },
        },
        held: {
          description: 'Somebody is reading a notice, so none disappears.',
          on: {
            'notice.posted': {
              guard: { type: 'isNew', params: ({ event }) => event },
              actions: { type: 'addNotice', params: ({ event }) => event },
              description: 'Another notice arrives. Its timer starts when the others restart.',
            },
            'notices.resumed': {
              target: 'running',
              actions: 'restartLives',
              description: 'The pointer and the focus have left. Every notice gets its full time again.',
            },
          },
        },
      },
    },
    problem: {
      description: 'The single popup for a failed call.',
      initial: 'none',
      states: {
        none: {
          description: 'No popup is open.',
          on: {
            'problem.raised': {
              guard: { type: 'isWorthPopup', params: ({ event }) => event.problem },
              target: 'shown',
              actions: { type: 'showProblem', params: ({ event }) => event.problem },
              description: 'A call failed with a status that calls for a popup. Failures without a status get 501.',
            },
          },
        },
        shown: {
          description: 'The popup shows the status and what to do.',
          on: {
            'problem.raised': { description: 'More calls fail while the popup is open. One popup is enough.' },
            'problem.closed': { target: 'none', actions: 'clearProblem', description: 'The user closes the popup.' },
          },
        },
      },
    },
  },
});
