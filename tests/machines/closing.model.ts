import type { RunningAssessment } from '../../contract/closing.ts';
import { closingMachine } from '../../src/machines/closing/closingMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const runningOf = (result_id: number): RunningAssessment => ({
  result_id,
  quiz_id: 41,
  title: 'Cells: test',
  lesson_id: 11,
  assignment_id: 21,
  group_assignment_id: 31,
  lesson_resource_id: 2,
  end_time: '2030-01-15T15:10:00.000Z',
});
/** Started on this device, and on another one. */
export const here = runningOf(7);
export const elsewhere = runningOf(8);

export const closingModel = defineModel({
  machine: closingMachine,
  events: [
    { type: 'device.read', running: null },
    { type: 'device.read', running: here },
    { type: 'assessment.noticed' },
    { type: 'xstate.done.actor.askServer', output: null },
    { type: 'xstate.done.actor.askServer', output: elsewhere },
    { type: 'xstate.error.actor.askServer', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.askServerAgain', output: null },
    { type: 'xstate.done.actor.askServerAgain', output: here },
    { type: 'xstate.done.actor.askServerAgain', output: elsewhere },
    { type: 'xstate.error.actor.askServerAgain', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.awaitEnd', output: null },
    { type: 'xstate.error.actor.awaitEnd', error: { code: 0, message: 'RangeError' } },
  ],
  project: ({ running, onDevice }) => ({ running: running?.result_id, onDevice: onDevice?.result_id }),
  keeps: {
    'device.read': { running: 'onDevice' },
    'xstate.done.actor.askServer': { output: 'running' },
    'xstate.done.actor.askServerAgain': { output: 'running' },
  },
  tags: { busy: ({ value }) => value === 'looking', closed: (snapshot) => snapshot.matches('closed') },
  takes: {
    'device.read': ['looking', 'open', 'closed'],
    'assessment.noticed': ['open.settled', 'closed.settled'],
  },
  leads: {
    'device.read': ['open', 'closed.asking'],
    'xstate.done.actor.askServer': ['open.settled', 'closed.settled'],
    'xstate.error.actor.askServer': ['open.settled'],
    'xstate.done.actor.askServerAgain': ['open.settled', 'closed.settled'],
    'xstate.error.actor.askServerAgain': ['closed.settled'],
    'assessment.noticed': ['open.asking', 'closed.asking'],
    'xstate.done.actor.awaitEnd': ['open.settled'],
    'xstate.error.actor.awaitEnd': ['closed.asking'],
  },
  runs: {
    watchDevice: [''],
  },
  failures: { askServer: 'nowhere', askServerAgain: 'nowhere', awaitEnd: 'nowhere' },
  invariants: {
    'content is closed by an assessment, and by nothing else': (snapshot) =>
      snapshot.hasTag('closed') === (snapshot.context.running !== null),
  },
});
