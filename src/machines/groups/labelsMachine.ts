import { assign, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { rostering } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

type LabelsAnswer = DataOf<typeof rostering.makeLabels>;
export type Label = LabelsAnswer['labels'][number];

export interface LabelsOrder {
  students: readonly number[];
  renew: boolean;
}

/** Labels per call. Limited because each one needs a password hash. */
export const batch = 60;

export const labelsReasons: Reasons<'hasStudents' | 'isLastBatch'> = {
  hasStudents: 'No student is chosen who can get a label.',
  isLastBatch: "Some students' labels have not been made yet.",
};

/** Printable labels with login codes. A code is shown only once, so the labels stay until the page is left. */
export const labelsMachine = setup({
  types: {
    context: {} as { order: LabelsOrder; labels: readonly Label[]; address: string; problem: Problem | null },
    events: {} as { type: 'labels.asked'; order: LabelsOrder } | { type: 'labels.retried' },
    tags: {} as 'busy' | 'failed' | 'made' | 'choosing',
    meta: {} as ChartMeta,
  },
  actors: { makeLabels: actorSlot<LabelsAnswer, LabelsOrder>('makeLabels', 'POST make_labels') },
  actions: {
    setOrder: assign({ order: (_, { order }: { order: LabelsOrder }) => order, labels: [], problem: null }),
    addLabels: assign({
      labels: ({ context }, { answer }: { answer: LabelsAnswer }) => [...context.labels, ...answer.labels],
      address: (_, { answer }) => answer.sign_in_address,
    }),
    setProblem,
  },
  guards: {
    hasStudents: (_, { order }: { order: LabelsOrder }) => order.students.length > 0,
    isLastBatch: ({ context }) => context.labels.length + batch >= context.order.students.length,
  },
}).createMachine({
  id: 'labels',
  description: 'Makes login codes in batches and shows them as labels to print.',
  meta: { reasons: labelsReasons },
  context: { order: { students: [], renew: false }, labels: [], address: '', problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user chooses the students and whether they get new codes.',
      tags: 'choosing',
      on: {
        'labels.asked': {
          guard: { type: 'hasStudents', params: ({ event }) => event },
          target: 'making',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'Make labels was pressed.',
        },
      },
    },
    making: {
      description: 'Waiting for the server to make the next batch of codes.',
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
            description: 'All labels have been made.',
          },
          {
            target: 'making',
            reenter: true,
            actions: { type: 'addLabels', params: ({ event }) => ({ answer: event.output }) },
            description: 'Some labels are still missing: make the next batch.',
          },
        ],
        onError: { target: 'failed', ...withProblem, description: 'The batch failed: keep the labels made so far.' },
      },
    },
    failed: {
      description: 'Some labels could not be made. The page shows the reason and offers to continue.',
      ...failed({ focus: 'problem' }),
      on: { 'labels.retried': { target: 'making', description: 'The user tries again: continue with the missing labels.' } },
    },
    made: {
      description: 'All labels are on the page, ready to print.',
      tags: ['made', 'choosing'],
      meta: { announce: 'rostering_labels_made', focus: 'labels' },
      on: {
        'labels.asked': {
          guard: { type: 'hasStudents', params: ({ event }) => event },
          target: 'making',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'The user asks for labels for other students, or for new codes.',
        },
      },
    },
  },
});
