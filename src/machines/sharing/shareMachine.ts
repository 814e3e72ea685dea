import { assign, emit, setup } from 'xstate';
import type { SharedUser } from '../../../contract/sharing.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** What narrows the list of colleagues; the role id is always sent (specification, section 6). */
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
  isColleague: 'This person has the lesson already.',
  isShared: 'This person does not have the lesson.',
};

/** Shares a lesson with colleagues, and ends that (specification, sections 3, 6, 7 and 9). */
export const shareMachine = setup({
  types: {
    input: {} as { userPuid: number; lessonId: number; roleId: number },
    context: {} as {
      userPuid: number;
      lessonId: number;
      filters: ShareFilters;
      people: People;
      /** Whom to share with: kept while the list shows others. */
      chosen: SharedUser[];
      leaving: number;
      linkId: string;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'filters.changed'; filters: ShareFilters }
      | { type: 'list.retried' }
      | { type: 'person.toggled'; userPuid: number }
      | { type: 'share.submitted' }
      | { type: 'unshare.asked'; userPuid: number }
      | { type: 'link.asked' }
      | { type: 'link.copied' }
      | { type: 'copy.failed' }
      | { type: 'link.revoked' },
    emitted: {} as { type: 'lesson.shared'; count: number } | { type: 'lesson.unshared' },
    tags: {} as 'busy' | 'failed' | 'changing' | 'linked' | 'searching' | 'refused',
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
    setLink: assign({ linkId: (_, { linkId }: { linkId: string }) => linkId, problem: null }),
    forgetLink: assign({ linkId: '' }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
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
  description: 'A teacher finds colleagues by role and name and shares a lesson with them, person by person or by a link.',
  meta: { reasons: shareReasons },
  context: ({ input: { roleId, ...input } }) => ({
    ...input,
    filters: { roleId, search: '' },
    people: { users: [], total: 0 },
    chosen: [],
    leaving: 0,
    linkId: '',
    problem: null,
  }),
  type: 'parallel',
  states: {
    people: {
      description: 'Whom the lesson is, or can be, shared with.',
      initial: 'finding',
      on: {
        'filters.changed': {
          target: '.typing',
          actions: { type: 'setFilters', params: ({ event }) => event },
          description: 'Another role, or other words.',
        },
      },
      states: {
        typing: {
          description: 'Words are typed: the search waits for a pause.',
          tags: ['busy', 'searching'],
          after: { typing: { target: 'finding', description: 'A quarter of a second of quiet.' } },
        },
        finding: {
          description: 'The server looks for colleagues.',
          tags: ['busy', 'searching'],
          invoke: {
            id: 'findPeople',
            src: 'findPeople',
            input: ({ context: { userPuid, lessonId, filters } }) => ({ userPuid, lessonId, ...filters }),
            onDone: {
              target: 'found',
              actions: { type: 'setPeople', params: ({ event }) => ({ people: event.output }) },
              description: 'They are there; nobody may be among them.',
            },
            onError: {
              target: 'unavailable',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no answer, or the lesson is gone.',
            },
          },
        },
        unavailable: {
          description: 'The list could not be loaded.',
          tags: 'failed',
          meta: { focus: 'share-problem' },
          on: { 'list.retried': { target: 'finding', description: 'The teacher presses Try again.' } },
        },
        found: {
          description: 'Colleagues can be chosen, and sharing with them ended.',
          initial: 'ready',
          on: {
            'person.toggled': {
              guard: { type: 'isColleague', params: ({ event }) => event },
              actions: { type: 'togglePerson', params: ({ event }) => event },
              description: 'The teacher ticks or unticks somebody.',
            },
            'share.submitted': [
              { guard: 'hasChosen', target: 'sharing', actions: 'clearProblem', description: 'The teacher presses Share.' },
              { target: '.withoutPerson', description: 'Nobody is chosen: the dialog says so.' },
            ],
            'unshare.asked': {
              guard: { type: 'isShared', params: ({ event }) => event },
              target: 'unsharing',
              actions: { type: 'setLeaving', params: ({ event }) => event },
              description: 'The teacher stops sharing with somebody.',
            },
          },
          states: {
            ready: { description: 'Nothing is wrong so far.' },
            withoutPerson: {
              description: 'Share was pressed with nobody chosen.',
              tags: 'failed',
              meta: { announce: 'sharing_choose_colleague' },
            },
            refused: {
              description: 'The server refused, or did not answer; who was chosen still is.',
              tags: ['failed', 'refused'],
              meta: { focus: 'share-problem' },
            },
          },
        },
        sharing: {
          description: 'They get the lesson, with permission 100.',
          tags: ['busy', 'changing'],
          invoke: {
            id: 'shareLesson',
            src: 'shareLesson',
            input: ({ context: { userPuid, lessonId, chosen } }) => ({
              userPuid,
              lessonId,
              userPuids: chosen.map((one) => one.user_puid),
            }),
            onDone: { target: 'finding', actions: ['announceShared', 'forgetChosen'], description: 'They find it under Shared with me.' },
            onError: {
              target: 'found.refused',
              actions: { type: 'setProblem', ...failure },
              description: 'Nobody got it.',
            },
          },
        },
        unsharing: {
          description: 'Somebody has the lesson no longer.',
          tags: ['busy', 'changing'],
          invoke: {
            id: 'unshareLesson',
            src: 'unshareLesson',
            input: ({ context: { userPuid, lessonId, leaving } }) => ({ userPuid, lessonId, userPuids: [leaving] }),
            onDone: { target: 'finding', actions: 'announceUnshared', description: 'What was assigned or copied meanwhile stays.' },
            onError: {
              target: 'found.refused',
              actions: { type: 'setProblem', ...failure },
              description: 'It is shared as before.',
            },
          },
        },
      },
    },
    link: {
      description: 'The link by which colleagues share the lesson with themselves.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'It was not asked for.',
          on: { 'link.asked': { target: 'making', description: 'The teacher wants the link.' } },
        },
        making: {
          description: 'The server gives the link, made now or before.',
          tags: 'busy',
          invoke: {
            id: 'makeLink',
            src: 'makeLink',
            input: ({ context }) => ({ lessonId: context.lessonId }),
            onDone: {
              target: 'shown',
              actions: { type: 'setLink', params: ({ event }) => ({ linkId: event.output.id }) },
              description: 'It is there.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', ...failure },
              description: 'There is none.',
            },
          },
        },
        shown: {
          description: 'The link stands there to be copied.',
          tags: 'linked',
          meta: { focus: 'share-link' },
          initial: 'made',
          on: {
            'link.copied': { target: '.copied', description: 'It is on the clipboard.' },
            'copy.failed': { target: '.uncopied', description: 'The browser lets no page write to the clipboard.' },
            'link.revoked': { target: 'revoking', description: 'The teacher takes it back.' },
          },
          states: {
            made: { description: 'It is there to be handed out.' },
            copied: { description: 'The button says so.', meta: { announce: 'teacher_code_copied' } },
            uncopied: { description: 'The address can be copied by hand.' },
          },
        },
        revoking: {
          description: 'The link is taken back.',
          tags: ['busy', 'linked'],
          invoke: {
            id: 'revokeLink',
            src: 'revokeLink',
            input: ({ context }) => ({ lessonId: context.lessonId }),
            onDone: { target: 'unasked', actions: 'forgetLink', description: 'It opens nothing any more.' },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', ...failure },
              description: 'It may open the lesson still.',
            },
          },
        },
        failed: {
          description: 'The last step with the link failed; asking again shows how it stands.',
          tags: ['failed', 'refused'],
          meta: { focus: 'share-problem' },
          on: { 'link.asked': { target: 'making', actions: 'clearProblem', description: 'The teacher asks again.' } },
        },
      },
    },
  },
});
