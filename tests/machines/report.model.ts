import { type ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const order: ReportOrder = { kind: 'release', quizId: 7, students: [], day: '' };

export const reportModel = defineModel({
  machine: reportMachine,
  events: [
    { type: 'names.hidden' },
    { type: 'names.shown' },
    { type: 'order.opened', order },
    { type: 'order.opened', order: { ...order, kind: 'recall' } },
    { type: 'order.changed', order: { ...order, day: '2030-02-01' } },
    { type: 'order.confirmed' },
    { type: 'order.cancelled' },
    { type: 'xstate.done.actor.placeOrder', output: { count: 2 } },
    { type: 'xstate.error.actor.placeOrder', error: { code: 409, message: 'None of them has a result to release.' } },
  ],
  project: ({ order, problem }) => ({ kind: order?.kind, day: order?.day, problem: problem?.code }),
  invariants: {
    'a dialog has an order, and an order a dialog': (snapshot) => snapshot.hasTag('open') === (snapshot.context.order !== null),
    'a problem is shown where it happened': (snapshot) => snapshot.hasTag('failed') === (snapshot.context.problem !== null),
  },
});
