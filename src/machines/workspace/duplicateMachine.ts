import { assign, emit, setup } from 'xstate';
import { longestName } from '../../../common/lessonLimits.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface DuplicateInput {
  userPuid: number;
  lessonId: number;
  type: 'lesson' | 'assignment';
  /** What the copy is called, unless the name is taken. */
  name: string;
}

export const duplicateReasons: Reasons<'hasName'> = { hasName: 'The copy needs a name, of at most 200 characters.' };

/** Copies a lesson or an assignment; when the name is taken, another is asked for (specification, sections 4 and 5). */
export const duplicateMachine = setup({
  types: {
    input: {} as DuplicateInput,
    context: {} as { input: DuplicateInput; name: string; problem: Problem | null },
    events: {} as { type: 'name.changed'; name: string } | { type: 'duplicate.submitted' },
    emitted: {} as { type: 'lesson.duplicated'; name: string },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { duplicateLesson: actorSlot<null, DuplicateInput>('duplicateLesson', 'POST duplicate lesson') },
  actions: {
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceCopy: emit(({ context }) => ({ type: 'lesson.duplicated' as const, name: context.name.trim() })),
  },
  guards: { hasName: ({ context }) => context.name.trim() !== '' && context.name.trim().length <= longestName },
}).createMachine({
  id: 'duplicate',
  description: 'A copy of a lesson or assignment is made beside it.',
  meta: { reasons: duplicateReasons },
  context: ({ input }) => ({ input, name: input.name, problem: null }),
  initial: 'duplicating',
  states: {
    duplicating: {
      description: 'The server makes the copy.',
      tags: 'busy',
      invoke: {
        id: 'duplicateLesson',
        src: 'duplicateLesson',
        input: ({ context }) => ({ ...context.input, name: context.name.trim() }),
        onDone: { target: 'duplicated', actions: 'announceCopy', description: 'The copy is there.' },
        onError: {
          target: 'refused',
          actions: { type: 'setProblem', ...failure },
          description: 'The name is taken in the folder, or there was no answer.',
        },
      },
    },
    refused: {
      description: 'There is no copy: the message of the server, and a field for another name.',
      tags: 'failed',
      meta: { announce: 'workspace_duplicate_failed', focus: 'duplicate-problem' },
      on: {
        'name.changed': {
          actions: { type: 'setName', params: ({ event }) => event },
          description: 'The teacher types another name.',
        },
        'duplicate.submitted': { guard: 'hasName', target: 'duplicating', description: 'The teacher tries this name.' },
      },
    },
    duplicated: { type: 'final', description: 'The lists are loaded again.' },
  },
});
