import { setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const releaseReasons: Reasons<never> = {};

/** Events for one student's work on one quiz after it was assigned. */
export type ReleaseEvent =
  | { type: 'work.submitted' }
  | { type: 'work.graded' }
  | { type: 'work.reopened' }
  | { type: 'report.released' }
  | { type: 'report.scheduled' }
  | { type: 'release.cameDue' }
  | { type: 'report.recalled' }
  | { type: 'work.reassigned' };

const reassigned = {
  target: '#release.unsubmitted',
  description: 'The teacher reassigns the quiz. The work so far goes to the history, which the student does not see.',
} as const;

/**
 * Lifecycle of a student's result (specification, sections 1 and 3: report release, reassignment). It has no effects: the server asks it
 * which moves are allowed, and screens ask which to offer.
 */
export const releaseMachine = setup({
  types: { events: {} as ReleaseEvent, meta: {} as ChartMeta },
}).createMachine({
  id: 'release',
  description:
    'The result of one student’s quiz, from the work to the released report. The server sends score, key, and comments to the student only in the released state.',
  meta: { reasons: releaseReasons },
  initial: 'unsubmitted',
  states: {
    unsubmitted: {
      description: 'The student has not started or is still working.',
      on: { 'work.submitted': { target: 'submitted', description: 'The student submits, or time runs out.' } },
    },
    submitted: {
      description: 'The work is submitted, and some answers still need points from a teacher. The student has a receipt.',
      on: {
        'work.graded': {
          target: 'graded',
          description: 'Every answer has points: right away if the server scores them all, or once the teacher has scored the last one.',
        },
        'report.released': { target: 'released', description: 'The teacher releases the result without waiting for the remaining points.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a release day.' },
        'release.cameDue': {
          target: 'released',
          description: 'The results of the whole group were already released, so a later submission is released at once.',
        },
        'work.reassigned': reassigned,
      },
    },
    graded: {
      description: 'Every answer has points. The teacher sees them, but the student does not yet.',
      on: {
        'work.reopened': {
          target: 'submitted',
          description: 'The teacher changes how a question is scored, and an answer needs points from a person again.',
        },
        'report.released': { target: 'released', description: 'The teacher releases the result now.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a release day.' },
        'release.cameDue': { target: 'released', description: 'The results of the whole group were already released.' },
        'work.reassigned': reassigned,
      },
    },
    scheduled: {
      description: 'The result will be released on a set day. Until then the student sees no more than before.',
      on: {
        'report.released': { target: 'released', description: 'The teacher releases the result without waiting for the day.' },
        'report.scheduled': { target: 'scheduled', reenter: true, description: 'The teacher sets another day.' },
        'release.cameDue': { target: 'released', description: 'The release day has come.' },
        'report.recalled': { target: 'recalled', description: 'The teacher cancels the scheduled release.' },
        'work.reassigned': reassigned,
      },
    },
    released: {
      description: 'The student sees the score, key, explanations, and comments.',
      on: {
        'report.recalled': { target: 'recalled', description: 'The teacher unreleases the result.' },
        'work.reassigned': reassigned,
      },
    },
    recalled: {
      description: 'The result was unreleased or its release canceled. The student sees no more than before a release.',
      on: {
        'report.released': { target: 'released', description: 'The teacher releases the result again.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a release day.' },
        'work.reassigned': reassigned,
      },
    },
  },
});
