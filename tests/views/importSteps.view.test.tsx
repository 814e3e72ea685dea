// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { type RosterJob, rosterPartSize } from '../../contract/rostering/job.ts';
import { rostering } from '../../contract/rostering.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView, type Stage } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { canRead, fileReadingModel } from '../machines/fileReading.model.ts';
import { canDecide, importDecisionModel } from '../machines/importDecision.model.ts';
import { importOutcomeModel } from '../machines/importOutcome.model.ts';
import { importProgressModel } from '../machines/importProgress.model.ts';
import { importRefusalModel } from '../machines/importRefusal.model.ts';
import { rosterFileModel } from '../machines/rosterFile.model.ts';
import { check, jobOf } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days } from '../server/testServer.ts';
import {
  answerJob,
  at,
  busy,
  changeMapping,
  changeMode,
  choose,
  confirmUndo,
  good,
  openImport,
  openJob,
  press,
  say,
  step,
} from './kit/importScreen.tsx';
import { installNetwork } from './kit/network.ts';
import { shown, shownIfAny } from './kit/screen.tsx';
import { installWorkers } from './kit/workers.ts';

installNetwork();
installWorkers();

type Call = Parameters<(typeof at)['opened']['network']['release']>[0];
type Failure = { error: { code: number; message: string } };
const done = (call: Call) => () => at.opened.network.release(call);
const failed =
  (call: Call) =>
  ({ error }: Failure) =>
    at.opened.network.fail(call, error);
/** Opens the wizard on the import that the chart starts with. */
const openInput = (stage: Stage<any>) => openJob(stage, (stage.input as { job: RosterJob }).job);
const modes = ['StrictMode'] as const;
const mend = () => press(/^(Read the columns as separated by “;”$|Fill in short rows|Keep)/);
const leaveOut = () => press(/^Continue with the good rows/);

describeView<typeof fileReadingModel.machine>(fileReadingModel, {
  mount: async (stage) => {
    if ((stage.input as { files: unknown[] }).files.length === 0) return openImport(stage, false);
    await openJob(stage, jobOf('refused'));
    await at.opened.network.release(rostering.rosterFindings);
    await waitFor(() => shown(m.rostering_refused()));
    choose();
  },
  can: canRead,
  drive: {
    'files.chosen': () => choose(),
    'reading.advanced': ({ bytes }) => say({ kind: 'advanced', bytes }),
    'reading.ended': async ({ verdict }) => {
      const { db } = at.opened.network.backend;
      await db.deleteFrom('roster_job').where('job_id', '=', 900).execute();
      if (verdict.earlier) {
        const { validated_at, options, result } = at.found.good;
        const earlier = {
          job_id: 900,
          created_by: ids.sue,
          state: 'done' as const,
          finished_at: (validated_at ?? 0) - days(1),
          options: JSON.stringify({ ...JSON.parse(options), mapping: verdict.earlier.mapping }),
          result: JSON.stringify({ ...JSON.parse(result), check }),
        };
        await insertAll(db, 'roster_job', [{ ...at.found.good, ...earlier }]);
      }
      await say({ kind: 'checked', ...verdict });
    },
    'reading.failed': () => say({ kind: 'failed', message: '' }),
    'reading.cancelled': () => press(m.common_cancel()),
    'reading.retried': () => press(m.common_try_again()),
    'mends.chosen': mend,
    'mapping.changed': changeMapping,
    'options.changed': changeMode,
    'rows.leftOut': leaveOut,
    'file.accepted': () => press(m.rostering_continue()),
    'file.abandoned': () => press(m.rostering_other_file()),
  },
  see: {
    choosing: () => {
      step(m.rostering_step_choose());
      shown(m.rostering_template());
    },
    reading: () => {
      step('Check');
      expect(screen.getByRole('progressbar', { name: m.rostering_reading() })).toBeTruthy();
    },
    unreadable: () => shown(m.rostering_unreadable_title()),
    reviewing: async ({ context }) => {
      step('Check');
      const errors = context.verdict?.check.errors ?? 0;
      const title =
        errors > 0
          ? m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) })
          : m.rostering_clean({ rows: m.rostering_rows({ count: 3, number: 3 }) });
      await waitFor(() => shown(title));
      expect(screen.getByRole('button', { name: m.rostering_continue() }).getAttribute('aria-disabled')).toBe(errors > 0 ? 'true' : null);
      const isOtherwise = (context.verdict?.earlier ?? null) !== null;
      expect(screen.queryByText(/^The last import, by sue Person \(.+\), used these columns differently$/) !== null).toBe(isOtherwise);
      if (isOtherwise) shown('User name: number; First name: Not in the file; Last name: Not in the file');
    },
    prepared: () => waitFor(() => expect(screen.getByRole('progressbar', { name: m.rostering_sending() })).toBeTruthy()),
  },
  modes,
});

/** A valid list, with enough additional text for two parts. */
const long = `${good.trim().replaceAll('\n', ',note\n')},${'a'.repeat(rosterPartSize)}\n`;

describeView<typeof rosterFileModel.machine>(rosterFileModel, {
  mount: async (stage) => {
    const { job } = stage.input as { job: RosterJob | null };
    if (job) return openJob(stage, job);
    await openImport(stage, false);
    choose(long);
    await say({ kind: 'checked', check, findings: [] });
    await screen.findByText(m.rostering_clean({ rows: m.rostering_rows({ count: 3, number: 3 }) }));
    press(m.rostering_continue());
  },
  drive: {
    'file.retried': () => press(m.common_try_again()),
    'file.abandoned': () => press(m.rostering_other_file()),
    'xstate.done.actor.uploadPart': done(rostering.uploadRosterPart),
    'xstate.error.actor.uploadPart': ({ error }) => at.opened.network.fail(rostering.uploadRosterPart, error),
    'xstate.done.actor.verify': async () => {
      // A check that was asked for before has ended by now.
      await at.opened.network.backend.settle();
      await at.opened.network.release(rostering.validateFile);
    },
    'xstate.error.actor.verify': failed(rostering.validateFile),
    'xstate.done.actor.look': ({ output }) => answerJob(output),
    'xstate.error.actor.look': failed(rostering.rosterJob),
  },
  see: {
    uploading: ({ context }) => waitFor(() => shown(`Part ${context.sent} of 2`)),
    verifying: () => waitFor(() => shown(m.rostering_checking())),
    checking: () => shown(m.rostering_checking()),
    looking: () => waitFor(() => shown(m.rostering_checking())),
    verified: async ({ context }) => {
      await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
      expect(context.verifyResult?.state).toBe('validated');
    },
    failed: async ({ context }) => {
      await waitFor(() => shown(m.rostering_stuck()));
      const beside = context.problem?.fields?.file_name?.en;
      if (beside) expect(screen.getByText('students.csv:').parentElement?.textContent).toBe(`students.csv: ${beside}`);
      else expect(screen.queryByText('students.csv:')).toBeNull();
    },
    abandoned: () => step(m.rostering_step_choose()),
  },
  modes,
});

describeView<typeof importRefusalModel.machine>(importRefusalModel, {
  mount: openInput,
  drive: {
    'files.chosen': () => choose(),
    'mends.chosen': mend,
    'mapping.changed': changeMapping,
    'rows.leftOut': leaveOut,
    'file.abandoned': () => press(m.rostering_other_file()),
    'xstate.done.actor.loadFindings': done(rostering.rosterFindings),
    'xstate.error.actor.loadFindings': failed(rostering.rosterFindings),
  },
  see: {
    explaining: busy,
    refused: async () => {
      await waitFor(() => shown(m.rostering_refused()));
      step('Check');
      expect(screen.queryByRole('button', { name: m.rostering_continue() })).toBeNull();
    },
    ended: () => waitFor(() => expect(shownIfAny(m.rostering_refused())).toBeNull()),
  },
  modes,
});

describeView<typeof importDecisionModel.machine>(importDecisionModel, {
  mount: openInput,
  can: canDecide,
  drive: {
    'options.changed': changeMode,
    'confirmation.typed': ({ text }) => fireEvent.change(screen.getByLabelText('Type 12 to confirm'), { target: { value: text } }),
    'import.confirmed': () => press(m.rostering_confirm()),
    'import.discarded': () => press(m.rostering_discard()),
    'xstate.done.actor.loadChanges': done(rostering.rosterChanges),
    'xstate.error.actor.loadChanges': failed(rostering.rosterChanges),
    'xstate.done.actor.loadFindings': done(rostering.rosterFindings),
    'xstate.error.actor.loadFindings': failed(rostering.rosterFindings),
    'xstate.done.actor.confirm': done(rostering.importStudents),
    'xstate.error.actor.confirm': failed(rostering.importStudents),
    'xstate.done.actor.discard': done(rostering.cancelImport),
    'xstate.error.actor.discard': failed(rostering.cancelImport),
  },
  see: {
    comparing: busy,
    listing: busy,
    confirming: busy,
    discarding: busy,
    deciding: async ({ context }) => {
      step('Compare');
      await waitFor(() => shown(m.rostering_would()));
      expect(screen.getByRole('rowheader', { name: 'Ada Lovelace' })).toBeTruthy();
      const isBraked = context.job.confirmation !== null && context.typed === '';
      expect(screen.getByRole('button', { name: m.rostering_confirm() }).getAttribute('aria-disabled')).toBe(isBraked ? 'true' : null);
      expect(screen.queryByText('Left out because of errors: 1 row') !== null).toBe(context.job.options.leave_out);
    },
    ended: () => waitFor(() => expect(screen.queryByText(m.rostering_would())).toBeNull()),
  },
  modes,
});

describeView<typeof importProgressModel.machine>(importProgressModel, {
  mount: openInput,
  drive: {
    'import.stopped': () => press(m.rostering_stop()),
    'xstate.done.actor.find': ({ output }) => answerJob(output),
    'xstate.error.actor.find': failed(rostering.rosterJob),
    'xstate.done.actor.stop': done(rostering.cancelImport),
    'xstate.error.actor.stop': failed(rostering.cancelImport),
  },
  see: {
    following: ({ context }) => {
      step('Import');
      shown('Row 1 of 3');
      expect(screen.queryByRole('button', { name: m.rostering_stop() }) === null).toBe(context.job.state === 'undoing');
      if (context.problem) shown(context.problem.message);
    },
    'following.unseen': () => shown(having(m.rostering_unseen())),
    stopping: () => shown('Row 1 of 3'),
    ended: () => waitFor(() => shown(m.rostering_over_partial())),
  },
  modes,
});

describeView<typeof importOutcomeModel.machine>(importOutcomeModel, {
  mount: openInput,
  drive: {
    'undo.asked': async () => {
      await screen.findByRole('button', { name: m.rostering_undo_import() });
      press(m.rostering_undo_import());
    },
    'undo.cancelled': async () => {
      await screen.findByRole('alertdialog');
      press(m.common_cancel());
    },
    'import.undone': confirmUndo,
    'import.resumed': () => press(m.rostering_resume()),
    'import.restarted': () => press(m.rostering_another()),
    'xstate.done.actor.undo': done(rostering.undoImport),
    'xstate.error.actor.undo': failed(rostering.undoImport),
    'xstate.done.actor.resume': done(rostering.resumeImport),
    'xstate.error.actor.resume': failed(rostering.resumeImport),
  },
  see: {
    shown: async ({ context }) => {
      await waitFor(() => shown(context.job.state === 'partial' ? m.rostering_over_partial() : 'Undone'));
      step('Import');
    },
    'shown.resting': ({ context }) => {
      expect(screen.queryByRole('button', { name: m.rostering_resume() }) !== null).toBe(context.job.state === 'partial');
    },
    'shown.asking': () => screen.findByRole('alertdialog'),
    undoing: busy,
    resuming: busy,
    ended: () => waitFor(() => expect(screen.queryByRole('button', { name: m.rostering_another() })).toBeNull()),
  },
  modes,
});
