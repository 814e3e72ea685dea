import { releaseMachine } from '../../src/machines/release/releaseMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const releaseModel = defineModel({
  machine: releaseMachine,
  events: [
    { type: 'work.submitted' },
    { type: 'work.graded' },
    { type: 'report.released' },
    { type: 'report.scheduled' },
    { type: 'release.cameDue' },
    { type: 'report.recalled' },
    { type: 'work.reassigned' },
  ],
});

const words: readonly (readonly [RegExp, string])[] = [
  [/^(–|Under way)$/, 'unsubmitted'],
  [/\bHanded in$/, 'submitted'],
  [/\bGraded$/, 'graded'],
  [/\bRelease on /, 'scheduled'],
  [/\bReleased$/, 'released'],
  [/\bTaken back$/, 'recalled'],
];

/** The chart's state by what a report says of a student's result, in English. It runs nowhere: the server asks it, screens show it. */
export const stateInWords = (text: string): string | undefined => words.find(([said]) => said.test(text))?.[1];
