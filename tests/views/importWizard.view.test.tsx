// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import type { ImportEnd } from '../../src/machines/rostering/importEnd.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { canOnScreen, importWizardModel } from '../machines/importWizard.model.ts';
import { check } from '../machines/rosterSamples.ts';
import { place } from './kit/atAddress.tsx';
import {
  arrive,
  at,
  busy,
  changeMode,
  choose,
  commands,
  confirmUndo,
  openImport,
  press,
  say,
  stand,
  step,
  tick,
  waits,
  way,
} from './kit/importScreen.tsx';
import { installNetwork } from './kit/network.ts';
import { shown } from './kit/screen.tsx';
import { installWorkers } from './kit/workers.ts';

installNetwork();
installWorkers();

const isDropShown = () => document.querySelector('input[type=file]') !== null;
const pressWhenShown = async (name: string | RegExp) => {
  await screen.findByRole('button', { name });
  press(name);
};
/** Carries out the command that was given, or refuses it. */
async function answerCommand(end: ImportEnd): Promise<void> {
  const call = await waits(commands);
  if (end.kind === 'refused') await at.opened.network.fail(call, end.problem);
  else await at.opened.network.release(call);
}

describeView<typeof importWizardModel.machine>(importWizardModel, {
  mount: (stage) => openImport(stage, (stage.input as { jobId: number | null }).jobId !== null),
  can: canOnScreen,
  drive: {
    'file.uploaded': () => at.opened.network.release(rostering.uploadRosterPart),
    'import.retried': () => press(m.common_try_again()),
    'import.restarted': () => press(m.rostering_other_file()),
    'xstate.done.actor.find': ({ output }) => at.opened.network.release(rostering.rosterJob, () => stand(output)),
    'xstate.error.actor.find': ({ error }) => at.opened.network.fail(rostering.rosterJob, error),
    'xstate.done.actor.fileReading': async () => {
      // A corrected file is read at once.
      if (isDropShown()) choose();
      await say({ kind: 'checked', check, findings: [] });
      await pressWhenShown(m.rostering_continue());
    },
    'xstate.done.actor.rosterFile': async ({ output }, stage) => {
      if (output) return arrive(stage, output);
      await tick(stage);
      await at.opened.network.fail(await waits(way), { code: 0, message: '' });
      await pressWhenShown(m.rostering_other_file());
    },
    'xstate.done.actor.importRefusal': async ({ output }) => {
      if (output.kind === 'lost') return at.opened.network.fail(rostering.rosterFindings, output.problem);
      await at.opened.network.release(rostering.rosterFindings);
      await waitFor(() => shown(m.rostering_refused()));
      if (output.kind === 'changed') press(/^Continue with the good rows/);
      else if (output.kind === 'chosen') choose();
      else press(m.rostering_other_file());
    },
    'xstate.done.actor.importDecision': async ({ output }) => {
      const { network } = at.opened;
      if (output.kind === 'lost') return network.fail(rostering.rosterChanges, output.problem);
      await network.release(rostering.rosterChanges);
      await waitFor(async () => {
        if (network.waiting(rostering.rosterFindings) > 0) await network.release(rostering.rosterFindings);
        shown(m.rostering_would());
      });
      if (output.kind === 'changed') return changeMode();
      press(output.kind === 'moved' && output.job.state === 'cancelled' ? m.rostering_discard() : m.rostering_confirm());
      await answerCommand(output);
    },
    'xstate.done.actor.importProgress': async ({ output }, stage) => {
      await tick(stage);
      await at.opened.network.release(rostering.rosterJob, () => stand(output));
    },
    'xstate.done.actor.importOutcome': async ({ output }) => {
      await screen.findByRole('button', { name: m.rostering_another() });
      if (output.kind === 'restarted') return press(m.rostering_another());
      if (output.kind === 'moved' && output.job.state === 'applying') press(m.rostering_resume());
      else {
        press(m.rostering_undo_import());
        await confirmUndo();
      }
      await answerCommand(output);
    },
  },
  see: {
    finding: busy,
    lost: () => {
      shown(m.rostering_lost());
      expect(screen.queryByText(m.ui_loading())).toBeNull();
    },
    preparing: () => {
      if (isDropShown()) {
        step(m.rostering_step_choose());
        shown(m.rostering_template());
      } else expect(screen.getByRole('progressbar', { name: m.rostering_reading() })).toBeTruthy();
    },
    sending: () => waitFor(() => expect(screen.getByRole('progressbar')).toBeTruthy()),
    refused: busy,
    deciding: () => {
      step('Compare');
      busy();
    },
    following: () => {
      step('Import');
      shown('Row 1 of 3');
    },
    over: async ({ context }) => {
      const title = { partial: m.rostering_over_partial(), rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string];
      await waitFor(() => shown(title ?? ''));
      step('Import');
      expect(place.path).toContain('?job=');
    },
  },
  modes: ['StrictMode'],
});
