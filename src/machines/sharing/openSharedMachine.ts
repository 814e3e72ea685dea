import { assign, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { sharing } from '../../../contract/sharing.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, type Problem, toProblem } from '../problem.ts';

export interface OpenSharedInput {
  userPuid: number;
  linkId: string;
}
/** The lesson that a link was of, and who has shared it. */
export type SharedLesson = DataOf<typeof sharing.shareLessonFromUrl>;

export const openSharedReasons: Reasons<'isForOthers'> = { isForOthers: 'The server knows the link, or did not answer.' };

/** A member of the staff opens a colleague's link: the lesson is shared with them (specification, section 7). */
export const openSharedMachine = setup({
  types: {
    input: {} as OpenSharedInput,
    context: {} as { input: OpenSharedInput; lesson: SharedLesson | null; problem: Problem | null },
    events: {} as { type: 'link.retried' },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { shareFromUrl: actorSlot<SharedLesson, OpenSharedInput>('shareFromUrl', 'POST share lesson from URL') },
  actions: {
    setLesson: assign({ lesson: (_, { lesson }: { lesson: SharedLesson }) => lesson, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: { isForOthers: (_, { error }: { error: unknown }) => isFinalRefusal(error) },
}).createMachine({
  id: 'openShared',
  description: 'A teacher comes by the link of a colleague, and has the lesson from then on.',
  meta: { reasons: openSharedReasons },
  context: ({ input }) => ({ input, lesson: null, problem: null }),
  initial: 'sharing',
  states: {
    sharing: {
      description: 'The lesson becomes one that is shared with the teacher. Opening the link twice changes nothing more.',
      tags: 'busy',
      meta: { announce: 'sharing_opening' },
      invoke: {
        id: 'shareFromUrl',
        src: 'shareFromUrl',
        input: ({ context }) => context.input,
        onDone: {
          target: 'shared',
          actions: { type: 'setLesson', params: ({ event }) => ({ lesson: event.output }) },
          description: 'The teacher has it.',
        },
        onError: [
          {
            guard: { type: 'isForOthers', ...failure },
            target: 'notForYou',
            description: 'No link has this name, it was taken back, or it is of another district: the server says no more.',
          },
          {
            target: 'failed',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no usable answer.',
          },
        ],
      },
    },
    notForYou: {
      description: 'The link opens nothing for this person.',
      tags: 'failed',
      meta: { announce: 'sharing_link_not_for_you', focus: 'link-problem' },
    },
    failed: {
      description: 'The server did not answer; nothing was changed that opening the link once more would not find.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'link-problem' },
      on: { 'link.retried': { target: 'sharing', description: 'The teacher presses Try again.' } },
    },
    shared: {
      description: 'The screen says who has shared what, and leads to it.',
      meta: { announce: 'sharing_opened', focus: 'shared-lesson' },
    },
  },
});
