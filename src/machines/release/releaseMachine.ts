import { setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const releaseReasons: Reasons<never> = {};

/** What can happen to one student's work on one quiz after it was assigned. */
export type ReleaseEvent =
  | { type: 'work.submitted' }
  | { type: 'work.graded' }
  | { type: 'report.released' }
  | { type: 'report.scheduled' }
  | { type: 'release.cameDue' }
  | { type: 'report.recalled' }
  | { type: 'work.reassigned' };

const reassigned = {
  target: '#release.unsubmitted',
  description: 'The teacher gives the quiz once more; the work so far goes to the history, which the student does not see.',
} as const;

/**
 * How a student's result comes to light (specification, sections 1 and 3: report release, reassignment). It has no effects: the server
 * asks it which moves are allowed, and screens which to offer.
 */
export const releaseMachine = setup({
  types: { events: {} as ReleaseEvent, meta: {} as ChartMeta },
}).createMachine({
  id: 'release',
  description:
    "One student's result of one quiz, from the work to the report. Score, key and comments leave the server in one state alone.",
  meta: { reasons: releaseReasons },
  initial: 'unsubmitted',
  states: {
    unsubmitted: {
      description: 'There is no work yet, or it is under way.',
      on: { 'work.submitted': { target: 'submitted', description: 'The student hands it in, or the time is over.' } },
    },
    submitted: {
      description: 'It is handed in, and an answer waits for a person to give it points; the student has a receipt.',
      on: {
        'work.graded': {
          target: 'graded',
          description:
            'Every answer has its points: at once where the server scores them all, or when the teacher has scored the last one.',
        },
        'report.released': { target: 'released', description: 'The teacher releases without waiting for the last points.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a day.' },
        'release.cameDue': { target: 'released', description: 'The whole group was released before: a later submission follows at once.' },
        'work.reassigned': reassigned,
      },
    },
    graded: {
      description: 'Every answer has its points; the teacher sees them, the student does not yet.',
      on: {
        'report.released': { target: 'released', description: 'The teacher releases it now.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a day.' },
        'release.cameDue': { target: 'released', description: 'The whole group was released before.' },
        'work.reassigned': reassigned,
      },
    },
    scheduled: {
      description: 'It is released on a day to come; until then the student sees as little as before.',
      on: {
        'report.released': { target: 'released', description: 'The teacher does not wait for the day.' },
        'report.scheduled': { target: 'scheduled', reenter: true, description: 'The teacher sets another day.' },
        'release.cameDue': { target: 'released', description: 'The day has come.' },
        'report.recalled': { target: 'recalled', description: 'The teacher takes the day back.' },
        'work.reassigned': reassigned,
      },
    },
    released: {
      description: 'The student sees score, key, explanations and comments.',
      on: {
        'report.recalled': { target: 'recalled', description: 'The teacher takes the report back.' },
        'work.reassigned': reassigned,
      },
    },
    recalled: {
      description: 'The report was taken back: the student sees as little as before it was released.',
      on: {
        'report.released': { target: 'released', description: 'The teacher releases it again.' },
        'report.scheduled': { target: 'scheduled', description: 'The teacher sets a day.' },
        'work.reassigned': reassigned,
      },
    },
  },
});
