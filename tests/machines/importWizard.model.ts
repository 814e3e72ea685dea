import { importWizardMachine } from '../../src/machines/rostering/importWizardMachine.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { check, fileOf, finding, jobOf, options, rowCheck, wrongCheck } from './rosterSamples.ts';

const problem = { code: 409, message: 'This import has moved on. Look at it again.' };
const unanswered = { code: 0, message: '' };
export const partlyUploaded = jobOf('uploaded', { files: [{ name: 'students.csv', size: 900_000, parts: 2, received: 1 }] });
/** One wrong row is left out. */
export const inPart = jobOf('validated', { check: rowCheck, options: { ...options, leave_out: true } });
/** More than a tenth of the enrollments would be removed. */
export const braked = jobOf('validated', { confirmation: '12' });

export const importWizardModel = defineModel({
  machine: importWizardMachine,
  inputs: {
    fresh: { userPuid: 9, jobId: null, mode: 'add' as const },
    found: { userPuid: 9, jobId: 8, mode: 'add' as const },
  },
  events: [
    { type: 'files.chosen', files: [fileOf('user_name;first_name')] },
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
    { type: 'mends.chosen', mends: finding.mends },
    { type: 'mapping.changed', mapping: { user_name: 'number' } },
    { type: 'options.changed', options: { mode: 'replace', overwrite_manual: false } },
    { type: 'file.accepted' },
    { type: 'rows.leftOut' },
    { type: 'file.uploaded', job: jobOf('uploaded') },
    { type: 'file.verified', job: jobOf('validated') },
    { type: 'file.verified', job: jobOf('refused') },
    { type: 'file.failed', problem: unanswered },
    { type: 'import.retried' },
    { type: 'confirmation.typed', text: '12' },
    { type: 'import.confirmed' },
    { type: 'import.stopped' },
    { type: 'import.resumed' },
    { type: 'import.undone' },
    { type: 'import.discarded' },
    { type: 'import.restarted' },
    ...[
      jobOf('validated'),
      braked,
      inPart,
      jobOf('refused'),
      jobOf('checking'),
      jobOf('uploaded'),
      partlyUploaded,
      jobOf('applying'),
      jobOf('partial'),
      jobOf('rolledBack'),
    ].map((output) => ({ type: 'xstate.done.actor.find' as const, output })),
    { type: 'xstate.error.actor.find', error: unanswered },
    { type: 'xstate.done.actor.loadFindings', output: [finding] },
    { type: 'xstate.error.actor.loadFindings', error: unanswered },
    { type: 'xstate.done.actor.loadChanges', output: [{ kind: 'users', action: 'create', name: 'Ada Lovelace', fields: {} }] },
    { type: 'xstate.error.actor.loadChanges', error: unanswered },
    ...[jobOf('undoing'), jobOf('cancelled')].map((output) => ({
      type: 'xstate.done.actor.command' as const,
      output,
    })),
    { type: 'xstate.error.actor.command', error: problem },
  ],
  project: ({ job, jobId, verdict, typed }) => ({
    state: job?.state,
    isBraked: job?.confirmation !== null,
    isWhole: job?.files.every(({ parts, received }) => parts === received),
    isKnown: jobId !== null,
    errors: verdict?.check.errors,
    wrongRows: verdict?.check.wrong_rows,
    leavesOut: job?.options.leave_out,
    isOtherwise: (verdict?.earlier ?? null) !== null,
    typed,
  }),
  invariants: {
    'nothing with errors goes to be applied': (snapshot) => !snapshot.hasTag('deciding') || snapshot.context.job?.state === 'validated',
    'what is left out is told before anything is written': ({ value, context: { job, verdict } }) =>
      value !== 'deciding' || !job?.options.leave_out || (verdict?.check.wrong_rows ?? 0) > 0,
    'nothing is confirmed without the words that are asked for': ({ value, context: { command, job, typed } }) =>
      value !== 'commanding' || command !== 'confirm' || job?.confirmation === null || job?.confirmation === typed,
    'what is followed is under way': (snapshot) =>
      !snapshot.hasTag('applying') || ['confirmed', 'applying', 'undoing'].includes(snapshot.context.job?.state ?? ''),
    'a verdict is there when it is shown': (snapshot) => !snapshot.hasTag('reviewing') || snapshot.context.verdict !== null,
    'what failed says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
  },
});

/** Events of the chart that the wizard's screen offers. */
export const canOnScreen: NonNullable<Model<typeof importWizardMachine>['can']> = ({ type }, { context, value }) => {
  const { verdict, job, typed, files } = context;
  // A valid file needs no other file beside it, and no fixes.
  if (type === 'files.chosen' && (value === 'reviewing' || value === 'refused')) return (verdict?.check.errors ?? 0) > 0;
  if (type === 'mends.chosen') return (verdict?.findings.length ?? 0) > 0;
  if (type === 'confirmation.typed') return job?.confirmation !== null && typed === '';
  // Files that the server already has are not sent again, and a stalled upload sends nothing.
  const isTravelling = JSON.stringify(value) === '{"sending":"travelling"}';
  if (type === 'file.uploaded') return files.length > 0 && job === null && isTravelling;
  if (type === 'file.verified' || type === 'file.failed') return isTravelling;
  return true;
};
