import { releaseMachine } from '../../src/machines/reports/releaseMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { defineModel } from '../kit/modelKit.ts';
import { having, oneOf } from '../kit/words.ts';

export const releaseModel = defineModel({
  machine: releaseMachine,
  events: [
    { type: 'work.submitted' },
    { type: 'work.graded' },
    { type: 'work.reopened' },
    { type: 'report.released' },
    { type: 'report.scheduled' },
    { type: 'release.cameDue' },
    { type: 'report.recalled' },
    { type: 'work.reassigned' },
  ],
  takes: {
    'report.released': ['submitted', 'graded', 'scheduled', 'recalled'],
    'report.scheduled': ['submitted', 'graded', 'scheduled', 'recalled'],
    'release.cameDue': ['submitted', 'graded', 'scheduled'],
    'work.reassigned': (snapshot) => !snapshot.matches('unsubmitted'),
    'report.recalled': ['scheduled', 'released'],
  },
  leads: {
    'work.submitted': ['submitted'],
    'report.released': ['released'],
    'report.scheduled': ['scheduled'],
    'release.cameDue': ['released'],
    'work.reassigned': ['unsubmitted'],
    'work.reopened': ['submitted'],
    'report.recalled': ['recalled'],
  },
  stepInvariants: {
    'what the student has seen is hidden only by the teacher': (before, event, after) =>
      !before.matches('released') || after.matches('released') || ['report.recalled', 'work.reassigned'].includes(event.type),
    'work is taken out of the teacher’s hands only by reassigning it': (before, event, after) =>
      before.matches('unsubmitted') || !after.matches('unsubmitted') || event.type === 'work.reassigned',
    'nothing is released but by the teacher, or on the day': (before, event, after) =>
      before.matches('released') || !after.matches('released') || ['report.released', 'release.cameDue'].includes(event.type),
    'a day to wait for is set by the teacher': (before, event, after) =>
      before.matches('scheduled') || !after.matches('scheduled') || event.type === 'report.scheduled',
  },
});

const english = { locale: 'en' } as const;
const words: readonly (readonly [RegExp, string])[] = [
  [oneOf(m.reports_none({}, english), m.reports_state_started({}, english)), 'unsubmitted'],
  [having(m.reports_state_submitted({}, english)), 'submitted'],
  [having(m.reports_state_graded({}, english)), 'graded'],
  [having(m.reports_state_scheduled({ day: '' }, english)), 'scheduled'],
  [having(m.reports_state_released({}, english)), 'released'],
  [having(m.reports_state_recalled({}, english)), 'recalled'],
];

/**
 * The chart's state by a report's English text for a student's result. The chart never runs: the server queries it, and screens show it.
 */
export const stateInWords = (text: string): string | undefined => words.find(([said]) => said.test(text))?.[1];
