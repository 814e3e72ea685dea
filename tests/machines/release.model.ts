import { releaseMachine } from '../../src/machines/release/releaseMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const releaseModel = defineModel({
  machine: releaseMachine,
  noScreen:
    'It is a rule and runs nowhere: the server asks it which moves are allowed, and the report page shows where each student stands.',
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
