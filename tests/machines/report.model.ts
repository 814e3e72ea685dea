import { type ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const order: ReportOrder = { kind: 'release', quizId: 7, students: [], day: '' };

export const reportModel = defineModel({
  machine: reportMachine,
  events: [
    { type: 'students.chosen', students: [1] },
    { type: 'students.chosen', students: [] },
    { type: 'live.opened' },
    { type: 'live.closed' },
    { type: 'order.opened', order },
    { type: 'order.opened', order: { ...order, kind: 'recall' } },
    { type: 'order.changed', order: { ...order, day: '2030-02-01' } },
    { type: 'order.confirmed' },
    { type: 'order.cancelled' },
    { type: 'reassignment.opened', reassignment: { quizId: 7, students: [] } },
    { type: 'quiz.reassigned' },
    { type: 'dates.opened' },
    { type: 'task.opened', task: 'assign' },
    { type: 'dialog.closed' },
    { type: 'xstate.done.actor.placeOrder', output: { count: 2 } },
    { type: 'xstate.error.actor.placeOrder', error: { code: 409, message: 'None of them has a result to release.' } },
  ],
  project: ({ order, problem, chosen }) => ({ kind: order?.kind, day: order?.day, problem: problem?.code, chosen: chosen.length }),
  keeps: {
    'students.chosen': { students: 'chosen' },
    'order.opened': { order: 'order' },
    'reassignment.opened': { reassignment: 'reassignment' },
    'task.opened': { task: 'task' },
    'order.changed': { order: 'order' },
  },
  tags: {
    live: 'live.closed',
    reassigning: 'quiz.reassigned',
    dating: (snapshot) => snapshot.matches({ dialogs: 'dating' }),
    open: ['order.changed', 'placeOrder'],
  },
  takes: {
    'dialog.closed': ['dialogs.reassigning', 'dialogs.dating', 'dialogs.tasking'],
  },
  leads: {
    'live.closed': ['live.hidden'],
    'order.changed': ['dialogs.choosing.fresh'],
    'order.cancelled': ['dialogs.none'],
    'quiz.reassigned': ['dialogs.none'],
    'dialog.closed': ['dialogs.none'],
    'xstate.done.actor.placeOrder': ['dialogs.none'],
  },
  tells: {
    'report.changed': 'xstate.done.actor.placeOrder',
  },
  invariants: {
    'a dialog has an order, and an order a dialog': (snapshot) => snapshot.hasTag('open') === (snapshot.context.order !== null),
    'the dialog for reassigning has its quiz, and no other dialog has one': (snapshot) =>
      snapshot.hasTag('reassigning') === (snapshot.context.reassignment !== null),
    'at most one dialog is open': (snapshot) =>
      [snapshot.hasTag('open'), snapshot.hasTag('reassigning'), snapshot.hasTag('dating'), snapshot.context.task !== null].filter(Boolean)
        .length <= 1,
    'a problem is shown where it happened': (snapshot) => snapshot.hasTag('failed') === (snapshot.context.problem !== null),
  },
});
