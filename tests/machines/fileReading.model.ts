import { fileReadingMachine } from '../../src/machines/rostering/fileReadingMachine.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { check, fileOf, finding, options, rowCheck, wrongCheck } from './rosterSamples.ts';

export const chosen = [fileOf('user_name;first_name')];

export const fileReadingModel = defineModel({
  machine: fileReadingMachine,
  inputs: {
    fresh: { userPuid: 9, files: [], options },
    given: { userPuid: 9, files: chosen, options },
  },
  events: [
    { type: 'files.chosen', files: chosen },
    { type: 'reading.advanced', bytes: 10 },
    { type: 'reading.ended', verdict: { check, findings: [] } },
    {
      type: 'reading.ended',
      verdict: { check, findings: [], earlier: { mapping: { user_name: 'number' }, by: 'Sam Okafor', at: '2026-11-20T15:00:00.000Z' } },
    },
    { type: 'reading.ended', verdict: { check: wrongCheck, findings: [finding] } },
    { type: 'reading.ended', verdict: { check: rowCheck, findings: [finding] } },
    { type: 'reading.failed', problem: { code: 500, message: '' } },
    { type: 'reading.cancelled' },
    { type: 'reading.retried' },
    { type: 'mends.chosen', mends: finding.mends },
    { type: 'mapping.changed', mapping: { user_name: 'number' } },
    { type: 'options.changed', options: { mode: 'replace', overwrite_manual: false } },
    { type: 'file.accepted' },
    { type: 'rows.leftOut' },
    { type: 'file.abandoned' },
  ],
  project: ({ verdict, files }) => ({
    isChosen: files.length > 0,
    errors: verdict?.check.errors,
    wrongRows: verdict?.check.wrong_rows,
    isOtherwise: (verdict?.earlier ?? null) !== null,
  }),
  keeps: {
    'files.chosen': { files: 'files' },
    'reading.advanced': { bytes: 'bytes' },
    'reading.ended': { verdict: 'verdict' },
    'reading.failed': { problem: 'problem' },
  },
  tags: {
    busy: 'reading.cancelled',
    reading: 'reading.advanced',
    failed: 'reading.retried',
    reviewing: 'options.changed',
    choosing: (snapshot) => snapshot.matches('choosing') || snapshot.matches('unreadable'),
  },
  takes: {
    'files.chosen': (snapshot) => !snapshot.hasTag('busy'),
  },
  leads: {
    'files.chosen': ['reading'],
    'reading.cancelled': ['choosing'],
    'mends.chosen': ['reading'],
    'mapping.changed': ['reading'],
    'file.accepted': ['prepared'],
    'file.abandoned': ['choosing'],
    'rows.leftOut': ['prepared'],
    'reading.retried': ['reading'],
  },
  runs: {
    readRoster: ['reading'],
  },
  invariants: {
    'a problem is told only where reading failed': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
    'whoever starts over begins with nothing of the file before': ({ value, context: { files, verdict, problem, options: asked } }) =>
      value !== 'choosing' ||
      (files.length === 0 &&
        verdict === null &&
        problem === null &&
        asked.mends.length === 0 &&
        asked.mapping === null &&
        !asked.leave_out),
    'a verdict is there when it is shown': (snapshot) => !snapshot.hasTag('reviewing') || snapshot.context.verdict !== null,
    'what failed says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
    'only files without errors, or without their wrong rows, are prepared': ({ status, context: { verdict, options: asked } }) =>
      status !== 'done' || verdict?.check.errors === 0 || asked.leave_out,
    'prepared files are those that were read': ({ status, output, context }) => status !== 'done' || output?.files === context.files,
  },
});

/** Events of the chart that the screen offers. A valid file needs no other file beside it, and no fixes. */
export const canRead: NonNullable<Model<typeof fileReadingMachine>['can']> = ({ type }, { context: { verdict }, value }) => {
  if (type === 'files.chosen' && value === 'reviewing') return (verdict?.check.errors ?? 0) > 0;
  if (type === 'mends.chosen') return (verdict?.findings.length ?? 0) > 0;
  return true;
};
