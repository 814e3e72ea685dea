import { assign, emit, setup } from 'xstate';
import type { SharedUser } from '../../../contract/sharing.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';
import * as copying from './copying.ts';

/** Filters for the list of colleagues. The role id is always sent (specification, section 6). */
export interface ShareFilters {
  roleId: number;
  search: string;
}
export interface PeopleOrder extends ShareFilters {
  userPuid: number;
  lessonId: number;
}
export interface People {
  users: SharedUser[];
  total: number;
}
export interface ShareOrder {
  userPuid: number;
  lessonId: number;
  userPuids: number[];
}

export const shareReasons: Reasons<'hasChosen' | 'isColleague' | 'isShared'> = {
  hasChosen: 'Choose at least one colleague.',
  isColleague: 'This person already has the lesson.',
  isShared: 'This person does not have the lesson.',
};

/** The link has a reason of its own, since the list of people may have failed beside it. */
const withLinkProblem = { actions: { type: 'setLinkProblem', ...failure } } as const;

/** Shares a lesson with colleagues and stops sharing it (specification, sections 3, 6, 7 and 9). */
export const shareMachine = setup({
  types: {
    input: {} as { userPuid: number; lessonId: number; roleId: number },
    context: {} as {
      userPuid: number;
      lessonId: number;
      filters: ShareFilters;
      people: People;
      /** Selected colleagues; kept while the list shows other people. */
      chosen: SharedUser[];
      leaving: number;
      linkId: string;
      problem: Problem | null;
      /** Why the last step with the link failed. */
      linkProblem: Problem | null;
    },
    events: {} as
      | { type: 'filters.changed'; filters: ShareFilters }
      | { type: 'list.retried' }
      | { type: 'person.toggled'; userPuid: number }
      | { type: 'share.submitted' }
      | { type: 'unshare.asked'; userPuid: number }
      | { type: 'link.asked' }
      | copying.Event
      | { type: 'link.revoked' },
    emitted: {} as { type: 'lesson.shared'; count: number } | { type: 'lesson.unshared' },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'searching'
      | 'unavailable'
      | 'found'
      | 'nobody'
      | 'refused'
      | 'linkFailed'
      | 'changing'
      | 'sharing'
      | 'unsharing'
      | 'making'
      | 'linked'
      | 'copied'
      | 'uncopied'
      | 'revoking',
    meta: {} as ChartMeta,
  },
  actors: {
    findPeople: actorSlot<People, PeopleOrder>('findPeople', 'POST shared users for lesson'),
    shareLesson: actorSlot<null, ShareOrder>('shareLesson', 'POST share lesson'),
    unshareLesson: actorSlot<null, ShareOrder>('unshareLesson', 'POST unshare lesson'),
    makeLink: actorSlot<{ id: string }, { lessonId: number }>('makeLink', 'POST create share link'),
    revokeLink: actorSlot<null, { lessonId: number }>('revokeLink', 'POST revoke share link'),
  },
  actions: {
    setFilters: assign({ filters: (_, { filters }: { filters: ShareFilters }) => filters }),
    setPeople: assign({ people: (_, { people }: { people: People }) => people, problem: null }),
    togglePerson: assign({
      chosen: ({ context }, { userPuid }: { userPuid: number }) =>
        context.chosen.some((one) => one.user_puid === userPuid)
          ? context.chosen.filter((one) => one.user_puid !== userPuid)
          : [...context.chosen, ...context.people.users.filter((one) => one.user_puid === userPuid)],
    }),
    forgetChosen: assign({ chosen: [] }),
    setLeaving: assign({ leaving: (_, { userPuid }: { userPuid: number }) => userPuid, problem: null }),
    setLink: assign({ linkId: (_, { linkId }: { linkId: string }) => linkId }),
    setLinkProblem: assign({ linkProblem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearLinkProblem: assign({ linkProblem: null }),
    forgetLink: assign({ linkId: '' }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceShared: emit(({ context }) => ({ type: 'lesson.shared' as const, count: context.chosen.length })),
    announceUnshared: emit({ type: 'lesson.unshared' }),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    isColleague: ({ context }, { userPuid }: { userPuid: number }) =>
      context.chosen.some((one) => one.user_puid === userPuid) ||
      context.people.users.some((one) => one.user_puid === userPuid && !one.is_shared),
    isShared: ({ context }, { userPuid }: { userPuid: number }) =>
      context.people.users.some((one) => one.user_puid === userPuid && one.is_shared),
  },
  delays: { typing: 250 },
}).createMachine({
  id: 'share',
  description: 'A teacher finds colleagues by role and name and shares a lesson with them, individually or by a link.',
  meta: { reasons: shareReasons },
  context: ({ input: { roleId, ...input } }) => ({
    ...input,
    filters: { roleId, search: '' },
    people: { users: [], total: 0 },
    chosen: [],
    leaving: 0,
    linkId: '',
    problem: null,
    linkProblem: null,
  }),
  type: 'parallel',
  states: {
    people: {
      description: 'The colleagues who have the lesson or can get it.',
      initial: 'finding',
      on: {
        'filters.changed': {
          target: '.typing',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'The teacher changes the role or the search text.',
        },
      },
      states: {
        typing: {
          description: 'The teacher is typing. The search waits for a pause.',
          tags: ['busy', 'searching'],
          after: { typing: { target: 'finding', description: 'The teacher stopped typing.' } },
        },
        finding: {
          description: 'Waiting for the server to find colleagues.',
          tags: ['busy', 'searching'],
          invoke: {
            id: 'findPeople',
            src: 'findPeople',
            input: ({ context: { userPuid, lessonId, filters } }) => ({ userPuid, lessonId, ...filters }),
            onDone: {
              target: 'found',
              actions: { type: 'setPeople', params: ({ event }) => ({ people: event.output }) },
              description: 'The matching colleagues arrived. There may be none.',
            },
            onError: { target: 'unavailable', ...withProblem, description: 'The lesson no longer exists, or the server did not answer.' },
          },
        },
        unavailable: {
          description: 'The list could not be loaded. The screen says why and offers Try again.',
          ...failed({ focus: 'share-problem' }, 'unavailable'),
          on: { 'list.retried': { target: 'finding', description: 'The teacher presses Try again.' } },
        },
        found: {
          description: 'The colleagues are listed. The teacher can select some or stop sharing with one.',
          tags: 'found',
          initial: 'ready',
          on: {
            'person.toggled': {
              guard: { type: 'isColleague', params: ({ event }) => event },
              actions: { type: 'togglePerson', params: ({ event }) => event },
              description: 'The teacher selects or deselects a colleague.',
            },
            'share.submitted': [
              { guard: 'hasChosen', target: 'sharing', actions: 'clearProblem', description: 'The teacher presses Share.' },
              { target: '.withoutPerson', description: 'No colleague is selected. The dialog says so.' },
            ],
            'unshare.asked': {
              guard: { type: 'isShared', params: ({ event }) => event },
              target: 'unsharing',
              actions: { type: 'setLeaving', params: ({ event }) => event },
              description: 'The teacher stops sharing with a colleague.',
            },
          },
          states: {
            ready: { description: 'The teacher is selecting colleagues. No error is shown.' },
            withoutPerson: {
              description: 'Share was pressed with no colleague selected. The dialog says so.',
              ...failed({ announce: 'sharing_choose_colleague' }, 'nobody'),
            },
            refused: {
              description: 'The server refused or did not answer. The selection is kept.',
              ...failed({ focus: 'share-problem' }, 'refused'),
            },
          },
        },
        sharing: {
          description: 'Waiting for the server to share the lesson with the selected colleagues, with permission 100.',
          tags: ['busy', 'changing', 'sharing'],
          invoke: {
            id: 'shareLesson',
            src: 'shareLesson',
            input: ({ context: { userPuid, lessonId, chosen } }) => ({
              userPuid,
              lessonId,
              userPuids: chosen.map((one) => one.user_puid),
            }),
            onDone: {
              target: 'finding',
              actions: ['announceShared', 'forgetChosen'],
              description: 'The colleagues find the lesson under Shared with me.',
            },
            onError: { target: 'found.refused', ...withProblem, description: 'The lesson was not shared with anybody.' },
          },
        },
        unsharing: {
          description: 'Waiting for the server to stop sharing with this colleague.',
          tags: ['busy', 'changing', 'unsharing'],
          invoke: {
            id: 'unshareLesson',
            src: 'unshareLesson',
            input: ({ context: { userPuid, lessonId, leaving } }) => ({ userPuid, lessonId, userPuids: [leaving] }),
            onDone: {
              target: 'finding',
              actions: 'announceUnshared',
              description: 'The colleague no longer has the lesson. Copies and assignments made from it remain.',
            },
            onError: { target: 'found.refused', ...withProblem, description: 'The lesson is still shared as before.' },
          },
        },
      },
    },
    link: {
      description: 'The link that colleagues open to get the lesson.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'The link has not been requested.',
          on: { 'link.asked': { target: 'making', description: 'The teacher requests the link.' } },
        },
        making: {
          description: 'Waiting for the server to return the link, which it creates if there is none.',
          tags: ['busy', 'making'],
          invoke: {
            id: 'makeLink',
            src: 'makeLink',
            input: ({ context }) => ({ lessonId: context.lessonId }),
            onDone: {
              target: 'shown',
              actions: { type: 'setLink', params: ({ event }) => ({ linkId: event.output.id }) },
              description: 'The server has made the link.',
            },
            onError: { target: 'failed', ...withLinkProblem, description: 'The link could not be created.' },
          },
        },
        shown: {
          description: 'The link is on the screen, ready to copy.',
          tags: 'linked',
          meta: { focus: 'share-link' },
          initial: 'made',
          on: {
            ...copying.on,
            'link.revoked': { target: 'revoking', description: 'The teacher revokes the link.' },
          },
          states: {
            ...copying.states,
          },
        },
        revoking: {
          description: 'Waiting for the server to revoke the link.',
          tags: ['busy', 'linked', 'revoking'],
          invoke: {
            id: 'revokeLink',
            src: 'revokeLink',
            input: ({ context }) => ({ lessonId: context.lessonId }),
            onDone: { target: 'unasked', actions: 'forgetLink', description: 'The link no longer works.' },
            onError: { target: 'failed', ...withLinkProblem, description: 'The link could not be revoked and may still work.' },
          },
        },
        failed: {
          description: 'The last step with the link failed. Requesting the link again shows its current status.',
          ...failed({ focus: 'share-link-problem' }, 'linkFailed'),
          on: { 'link.asked': { target: 'making', actions: 'clearLinkProblem', description: 'The teacher requests the link again.' } },
        },
      },
    },
  },
});
