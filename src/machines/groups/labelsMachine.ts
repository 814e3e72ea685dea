import { assign, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { rostering } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

type LabelsAnswer = DataOf<typeof rostering.makeLabels>;
export type Label = LabelsAnswer['labels'][number];

export interface LabelsOrder {
  students: readonly number[];
  renew: boolean;
}

/** Labels that are made in one call: each takes a password hash. */
export const batch = 60;

export const labelsReasons: Reasons<'isLastBatch'> = { isLastBatch: 'There are students whose labels are not made yet.' };

/** Labels with login codes, for print: a code is shown once, so what is made stays on the page until it is left. */
export const labelsMachine = setup({
  types: {
    context: {} as { order: LabelsOrder; labels: readonly Label[]; address: string; problem: Problem | null },
    events: {} as { type: 'labels.asked'; order: LabelsOrder } | { type: 'labels.retried' },
    tags: {} as 'busy' | 'failed' | 'made',
    meta: {} as ChartMeta,
  },
  actors: { makeLabels: actorSlot<LabelsAnswer, LabelsOrder>('makeLabels', 'POST make_labels') },
  actions: {
    setOrder: assign({ order: (_, { order }: { order: LabelsOrder }) => order, labels: [], problem: null }),
    addLabels: assign({
      labels: ({ context }, { answer }: { answer: LabelsAnswer }) => [...context.labels, ...answer.labels],
      address: (_, { answer }) => answer.sign_in_address,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: { isLastBatch: ({ context }) => context.labels.length + batch >= context.order.students.length },
}).createMachine({
  id: 'labels',
  description: 'Login codes are made, a batch at a time, and printed as labels.',
  meta: { reasons: labelsReasons },
  context: { order: { students: [], renew: false }, labels: [], address: '', problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Who gets a label, and whether with a new code, is chosen.',
      on: {
        'labels.asked': {
          target: 'making',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'Make labels was pressed.',
        },
      },
    },
    making: {
      description: 'Codes are made, as many as one call may make.',
      tags: 'busy',
      meta: { announce: 'rostering_labels_making' },
      invoke: {
        id: 'makeLabels',
        src: 'makeLabels',
        input: ({ context: { order, labels } }) => ({
          students: order.students.slice(labels.length, labels.length + batch),
          renew: order.renew,
        }),
        onDone: [
          {
            guard: 'isLastBatch',
            target: 'made',
            actions: { type: 'addLabels', params: ({ event }) => ({ answer: event.output }) },
            description: 'All are there.',
          },
          {
            target: 'making',
            reenter: true,
            actions: { type: 'addLabels', params: ({ event }) => ({ answer: event.output }) },
            description: 'The next batch follows.',
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', ...failure },
          description: 'A batch could not be made; those before are kept.',
        },
      },
    },
    failed: {
      description: 'Not all labels could be made.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'labels.retried': { target: 'making', description: 'It goes on with those that are missing.' } },
    },
    made: {
      description: 'All labels are on the page, ready to print.',
      tags: 'made',
      meta: { announce: 'rostering_labels_made', focus: 'labels' },
      on: {
        'labels.asked': {
          target: 'making',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'Others, or new codes, are wanted.',
        },
      },
    },
  },
});
