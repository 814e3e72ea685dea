import { type AssignmentDatesInput, assignmentDatesMachine } from '../../src/machines/assigning/assignmentDatesMachine.ts';
import { isOrdered } from '../../src/machines/assigning/assignTargets.ts';
import { defineModel } from '../kit/modelKit.ts';

export const datesInput: AssignmentDatesInput = {
  groupAssignmentId: 5,
  dates: { from: '2030-01-07', to: '2030-01-11' },
  isReadingOpen: false,
};

export const assignmentDatesModel = defineModel({
  machine: assignmentDatesMachine,
  input: datesInput,
  events: [
    { type: 'dates.changed', dates: { from: '2030-01-07', to: '2030-01-18' } },
    { type: 'dates.changed', dates: { from: '2030-01-18', to: '2030-01-07' } },
    { type: 'readings.switched', isOpen: true },
    { type: 'dates.submitted' },
    { type: 'xstate.done.actor.saveDates', output: { notified: 2 } },
    { type: 'xstate.error.actor.saveDates', error: { code: 409, message: '2 students have begun this lesson.' } },
  ],
  project: ({ dates, isReadingOpen, problem }) => ({ dates, isReadingOpen, problem: problem?.code }),
  keeps: {
    'dates.changed': { dates: 'dates' },
    'readings.switched': { isOpen: 'isReadingOpen' },
  },
  tags: {
    inverted: (snapshot) => snapshot.matches({ editing: 'inverted' }),
    refused: (snapshot) => snapshot.matches({ editing: 'refused' }),
  },
  leads: {
    'dates.changed': ['editing.ready'],
    'readings.switched': ['editing.ready'],
  },
  tells: {
    'dates.saved': 'xstate.done.actor.saveDates',
  },
  ownWords: ['editing.inverted'],
  oldProblems: ['editing.ready'],
  invariants: {
    'a due date before its start is never sent': (snapshot) =>
      !snapshot.matches('saving') || snapshot.context.dates.to >= snapshot.context.dates.from,
  },
  stepInvariants: {
    'Save says so if the dates are in the wrong order': (before, event, after) =>
      event.type !== 'dates.submitted' || isOrdered(before.context.dates) || after.hasTag('inverted'),
  },
});
