import { batch, type Label, labelsMachine } from '../../src/machines/groups/labelsMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const many = Array.from({ length: batch + 1 }, (_, index) => index + 1);
export const labelOf = (user_puid: number): Label => ({
  user_puid,
  first_name: 'Ada',
  last_name: `Student ${user_puid}`,
  user_name: `ada${user_puid}`,
  class_names: ['Science 7'],
  login_code: 'abcd2345',
});

const answerFor = (students: readonly number[]) => ({
  type: 'xstate.done.actor.makeLabels' as const,
  output: { sign_in_address: 'https://learn.example', labels: students.map(labelOf) },
});

export const labelsModel = defineModel({
  machine: labelsMachine,
  events: [
    { type: 'labels.asked', order: { students: many, renew: false } },
    { type: 'labels.asked', order: { students: [], renew: false } },
    { type: 'labels.retried' },
    answerFor(many.slice(0, batch)),
    answerFor(many.slice(batch)),
    { type: 'xstate.error.actor.makeLabels', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ labels, order }) => ({ isMore: labels.length + batch < order.students.length, isSome: labels.length > 0 }),
  keeps: {
    'labels.asked': { order: 'order' },
    'xstate.done.actor.makeLabels': { 'output.labels': { as: 'labels', in: ['making'] }, 'output.sign_in_address': 'address' },
  },
  tags: {
    choosing: 'labels.asked',
    failed: 'labels.retried',
    made: (snapshot) => snapshot.matches('made'),
  },
  leads: {
    'labels.asked': ['making'],
    'xstate.done.actor.makeLabels': ['making', 'made'],
    'labels.retried': ['making'],
  },
  oldProblems: ['making', 'made'],
  invariants: {
    'a student has no label before labels are asked for': (snapshot) =>
      snapshot.value !== 'choosing' || snapshot.context.labels.length === 0,
    'what is made is for everybody, one each': (snapshot) => {
      const { labels, order } = snapshot.context;
      const made = new Set(labels.map(({ user_puid }) => user_puid));
      return !snapshot.hasTag('made') || (labels.length === made.size && made.size === order.students.length);
    },
  },
  /** The server's response is for the requested students. */
  can: (event, { context }) =>
    event.type !== 'xstate.done.actor.makeLabels' ||
    (event.output as ReturnType<typeof answerFor>['output']).labels[0]?.user_puid === context.labels.length + 1,
});
