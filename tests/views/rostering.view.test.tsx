// @vitest-environment jsdom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering, rosterPartSize } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../src/services/rostering/rosterWorker.ts';
import { paths } from '../../src/views/paths.ts';
import ImportPage from '../../src/views/rostering/ImportPage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { check } from '../machines/rosterSamples.ts';
import type { TestClient } from '../server/testServer.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';
import { installWorkers } from './kit/workers.ts';

installNetwork();
const say = installWorkers<WorkerAnswer>();

const calls = {
  uploadPart: rostering.uploadRosterPart,
  verify: rostering.validateFile,
  look: rostering.rosterJob,
};
type Actor = keyof typeof calls;
type Problem = { error: { code: number; message: string } };
const done = (name: Actor) => () => opened.network.release(calls[name]);
const failed =
  (name: Actor) =>
  ({ error }: Problem) =>
    opened.network.fail(calls[name], error);

/** One student, and enough additional text for two parts. */
const list = `user_name,first_name,last_name,note\nirene,Irene,Curie,${'a'.repeat(rosterPartSize)}\n`;

let opened: Screen;
let tess: TestClient;
type Machine = typeof rosteringModel.machine;

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const importPage = (address: string) => (
  <AtAddress app={opened.app} address={address}>
    <ImportPage />
  </AtAddress>
);

/** Opens an import left on the server, checked or not. */
async function find(stage: Stage<Machine>, isAsked: boolean): Promise<void> {
  const bytes = Buffer.from('user_name,first_name,last_name\nirene,Irene,Curie\n');
  const file = { job_id: null, file_name: 'students.csv', size: bytes.length, part_no: 1, content: bytes.toString('base64') };
  const { job_id } = await tess.ok(rostering.uploadRosterPart, file);
  if (isAsked) await tess.ok(rostering.validateFile, { job_id, options: {} });
  cleanup();
  stage.render(importPage(`${paths.importStudents}?job=${job_id}`));
  await opened.network.release(rostering.rosterJob);
}

describeView<Machine>(rosteringModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: Object.values(calls) });
    tess = await opened.network.backend.signIn('tess');
    await opened.signIn('tess');
    stage.render(importPage(paths.importStudents));
  },
  // The wizard sends one file.
  can: (event, snapshot) => !/^file\.sent|^verification\./.test(event.type) || (snapshot.value as { file: string }).file === 'none',
  drive: {
    'file.sent': async () => {
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      fireEvent.change(input, { target: { files: [new File([list], 'students.csv')] } });
      await say({ kind: 'checked', check, findings: [] });
      fireEvent.click(await screen.findByRole('button', { name: m.rostering_continue() }));
    },
    'verification.asked': (_event, stage) => find(stage, false),
    'verification.found': (_event, stage) => find(stage, true),
    'file.retried': () => press(m.common_try_again()),
    'xstate.done.actor.uploadPart': done('uploadPart'),
    'xstate.error.actor.uploadPart': failed('uploadPart'),
    'xstate.done.actor.verify': done('verify'),
    'xstate.error.actor.verify': failed('verify'),
    // The server does its work between two polls, or not yet.
    'xstate.done.actor.look': ({ output }) =>
      opened.network.release(rostering.rosterJob, async () => {
        if (output.state !== 'checking') await opened.network.backend.settle();
      }),
    'xstate.error.actor.look': failed('look'),
  },
  see: {
    'file.none': () => expect(screen.queryByText(m.rostering_sending())).toBeNull(),
    'file.uploading': ({ context }) => waitFor(() => shown(`Part ${context.sent} of 2`)),
    'file.verifying': () => waitFor(() => shown(m.rostering_checking())),
    'file.checking': () => shown(m.rostering_checking()),
    'file.looking': () => shown(m.rostering_checking()),
    'file.verified': async ({ context }) => {
      await waitFor(() => expect(screen.queryByText(m.rostering_checking())).toBeNull());
      expect(context.verifyResult?.state).toBe('validated');
    },
    'file.failed': () => waitFor(() => shown(m.rostering_stuck())),
  },
  modes: ['StrictMode'],
});
