import { assign, setup } from 'xstate';
import type { Finding } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** How assigning from the form ended. `unchecked`: the server could not check the lesson. */
export type AssignCheckEnd = { kind: 'closed' } | { kind: 'unchecked'; problem: Problem };

export const assignCheckReasons: Reasons<'isClean' | 'canAssign'> = {
  isClean: 'The check found something to review before the lesson is assigned.',
  canAssign: 'A finding blocks the lesson from being assigned.',
};

/** A saved lesson is checked before the dialog with the classes opens (specification, section 7). */
export const assignCheckMachine = setup({
  types: {
    input: {} as { lessonId: number },
    context: {} as { lessonId: number; findings: readonly Finding[]; end: AssignCheckEnd },
    events: {} as { type: 'assign.confirmed' } | { type: 'findings.closed' } | { type: 'classes.closed' },
    output: {} as AssignCheckEnd,
    tags: {} as 'busy' | 'findings' | 'assigning',
    meta: {} as ChartMeta,
  },
  actors: { checkLesson: actorSlot<readonly Finding[], { lessonId: number }>('checkLesson', 'GET check lesson') },
  actions: {
    setFindings: assign({ findings: (_, { findings }: { findings: readonly Finding[] }) => findings }),
    setUnchecked: assign({ end: (_, { error }: { error: unknown }): AssignCheckEnd => ({ kind: 'unchecked', problem: toProblem(error) }) }),
  },
  guards: {
    isClean: (_, { findings }: { findings: readonly Finding[] }) => findings.length === 0,
    canAssign: ({ context }) => context.findings.every((finding) => !finding.is_blocking),
  },
}).createMachine({
  id: 'assignCheck',
  description: 'Before a lesson is assigned from its form, the server checks it, and the teacher sees what it found.',
  meta: { reasons: assignCheckReasons },
  context: ({ input }) => ({ ...input, findings: [], end: { kind: 'closed' } }),
  output: ({ context }) => context.end,
  initial: 'checking',
  states: {
    checking: {
      description: 'Waiting for the server to check the lesson before it is assigned. The form is locked.',
      tags: 'busy',
      invoke: {
        id: 'checkLesson',
        src: 'checkLesson',
        input: ({ context }) => ({ lessonId: context.lessonId }),
        onDone: [
          {
            guard: { type: 'isClean', params: ({ event }) => ({ findings: event.output }) },
            target: 'assigning',
            description: 'The check found nothing: open the dialog with the classes.',
          },
          {
            target: 'findings',
            actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
            description: 'The check found something the teacher should see first.',
          },
        ],
        onError: {
          target: 'ended',
          actions: { type: 'setUnchecked', ...failure },
          description: 'The check failed, so the lesson is not assigned.',
        },
      },
    },
    findings: {
      description: 'A dialog lists what the check found, each with its reason. Some findings block assigning.',
      tags: 'findings',
      on: {
        'assign.confirmed': { guard: 'canAssign', target: 'assigning', description: 'The teacher assigns the lesson anyway.' },
        'findings.closed': { target: 'ended', description: 'The teacher goes back to the form.' },
      },
    },
    assigning: {
      description: 'The dialog with classes, students and dates is open. The `assign` chart runs in it.',
      tags: 'assigning',
      on: { 'classes.closed': { target: 'ended', description: 'The lesson is assigned, or the teacher closes the dialog.' } },
    },
    ended: { type: 'final', description: 'The teacher is back in the form, or the check failed.' },
  },
});
