import { assignmentVisibilityMachine, type VisibilityFacts } from '../../src/machines/assigning/assignmentVisibilityMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const facts: VisibilityFacts = { from: 100, to: 200, now: 50, work: 'notStarted', isReleased: false };

export const assignmentVisibilityModel = defineModel({
  machine: assignmentVisibilityMachine,
  inputs: {
    upcoming: facts,
    working: { ...facts, now: 150, work: 'inProgress' },
    released: { ...facts, now: 250, work: 'completed', isReleased: true },
    endless: { ...facts, to: null, now: 250 },
  },
  events: [
    { type: 'clock.moved', now: 50 },
    { type: 'clock.moved', now: 150 },
    { type: 'clock.moved', now: 201 },
    { type: 'work.begun' },
    { type: 'work.completed' },
    { type: 'result.released' },
    { type: 'result.recalled' },
    { type: 'assignment.takenBack' },
    { type: 'assignment.givenAgain' },
  ],
  project: ({ now, work, isReleased }) => ({ now, work, isReleased }),
  keeps: {
    'clock.moved': { now: 'now' },
  },
  tags: {
    upcoming: (snapshot) => snapshot.matches('upcoming'),
    openable: ['work.completed', 'result.released', 'result.recalled'],
    overdue: (snapshot) => snapshot.matches({ toDo: { due: 'overdue' } }),
    begun: (snapshot) => snapshot.matches({ toDo: { work: 'inProgress' } }),
    done: ['result.released', 'result.recalled'],
  },
  takes: {
    'clock.moved': ['', 'hidden'],
  },
  leads: {
    'clock.moved': ['upcoming', 'toDo', 'toDo.due.inTime', 'toDo.due.overdue', 'toDo.work.inProgress', 'completed', 'released'],
    'work.begun': ['toDo.work.inProgress'],
    'work.completed': ['completed'],
    'assignment.givenAgain': ['upcoming', 'toDo', 'toDo.due.inTime', 'toDo.due.overdue', 'toDo.work.inProgress', 'completed', 'released'],
    'result.released': ['released'],
    'result.recalled': ['completed'],
  },
  invariants: {
    'what is hidden or coming up cannot be opened': (snapshot) =>
      !(snapshot.matches('hidden') || snapshot.matches('upcoming')) || !snapshot.hasTag('openable'),
    'only what can still be done is overdue': (snapshot) => !snapshot.hasTag('overdue') || snapshot.matches('toDo'),
    'without a due date nothing is overdue': (snapshot) => !snapshot.hasTag('overdue') || snapshot.context.to !== null,
    'a result is seen only when it is released': (snapshot) => !snapshot.matches('released') || snapshot.context.isReleased,
  },
  noScreen:
    'The student’s card and the teacher’s timeline draw it at a moment; they send it nothing. The card is looked at in a browser, as the server’s answers move it.',
});
