// @vitest-environment jsdom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering, rosterPartSize } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../src/services/rostering/rosterWorker.ts';
import { paths } from '../../src/views/paths.ts';
import ImportPage from '../../src/views/rostering/ImportPage.tsx';
import StudentsPage from '../../src/views/rostering/StudentsPage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { check } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestClient } from '../server/testServer.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';
import { installWorkers } from './kit/workers.ts';

installNetwork();
const say = installWorkers<WorkerAnswer>();

const calls = {
  loadStudents: rostering.allStudents,
  createStudent: rostering.createStudent,
  updateStudent: rostering.updateStudent,
  resetPassword: rostering.resetStudentPassword,
  revokeCode: rostering.revokeLoginCode,
  deleteStudent: rostering.deleteStudent,
  restoreStudent: rostering.restoreStudent,
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
const choose = async (name: string, item: string) => {
  press(`Actions for ${name}`);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const isThere = (name: string) => screen.queryByRole('rowheader', { name }) !== null;
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
    const { isListWanted } = stage.input as { isListWanted: boolean };
    stage.render(
      isListWanted ? (
        <AtAddress app={opened.app} address={paths.students}>
          <StudentsPage />
        </AtAddress>
      ) : (
        importPage(paths.importStudents)
      ),
    );
  },
  can: (event, snapshot) => {
    // The wizard sends one file.
    if (/^file\.sent|^verification\./.test(event.type) && (snapshot.value as { file: string }).file !== 'none') return false;
    return rosteringModel.can?.(event, snapshot) ?? true;
  },
  drive: {
    'students.retried': () => press(m.common_try_again()),
    'student.addAsked': () => press(m.rostering_add_student()),
    'student.editAsked': () => choose('ana Person', 'Edit'),
    'student.submitted': async () => {
      const form = (await screen.findByLabelText(m.rostering_first_name())).closest('form') as HTMLFormElement;
      type(m.rostering_first_name(), 'Irene');
      type(m.rostering_last_name(), 'Curie');
      const classes = screen.queryByLabelText<HTMLSelectElement>('Class');
      if (classes) {
        await waitFor(() => expect(classes.options.length).toBeGreaterThan(1));
        fireEvent.change(classes, { target: { value: String(ids.class) } });
      }
      fireEvent.submit(form);
    },
    'password.resetAsked': () => choose('ana Person', m.rostering_new_code()),
    'password.resetConfirmed': () => press(m.rostering_make_code()),
    'revocation.asked': () => choose('ana Person', m.rostering_revoke_code()),
    'revocation.confirmed': () => press('Revoke'),
    'dialog.closed': () => press(/^(Done|Cancel)$/),
    'student.deleted': () => choose(isThere('Person, ben') ? 'ben Person' : 'ana Person', 'Delete'),
    'deletion.undone': () => press(/Undo$/),
    'deletion.dismissed': () => press('Dismiss'),
    'file.sent': async () => {
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      fireEvent.change(input, { target: { files: [new File([list], 'students.csv')] } });
      await say({ kind: 'checked', check, findings: [] });
      fireEvent.click(await screen.findByRole('button', { name: m.rostering_continue() }));
    },
    'verification.asked': (_event, stage) => find(stage, false),
    'verification.found': (_event, stage) => find(stage, true),
    'file.retried': () => press(m.common_try_again()),
    'xstate.done.actor.loadStudents': done('loadStudents'),
    'xstate.error.actor.loadStudents': failed('loadStudents'),
    'xstate.done.actor.createStudent': done('createStudent'),
    'xstate.error.actor.createStudent': failed('createStudent'),
    'xstate.done.actor.updateStudent': done('updateStudent'),
    'xstate.error.actor.updateStudent': failed('updateStudent'),
    'xstate.done.actor.resetPassword': done('resetPassword'),
    'xstate.error.actor.resetPassword': failed('resetPassword'),
    'xstate.done.actor.revokeCode': done('revokeCode'),
    'xstate.error.actor.revokeCode': failed('revokeCode'),
    'xstate.done.actor.deleteStudent': done('deleteStudent'),
    'xstate.error.actor.deleteStudent': failed('deleteStudent'),
    'xstate.done.actor.restoreStudent': done('restoreStudent'),
    'xstate.error.actor.restoreStudent': failed('restoreStudent'),
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
    'students.loading': () => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'),
    'students.unlisted': () => expect(screen.queryByRole('rowheader', { name: 'Person, ana' })).toBeNull(),
    'students.failed': () => shown(m.common_load_failed()),
    'students.listed.idle': async ({ context }) => {
      for (const { last_name, first_name } of Object.values(context.students))
        expect(isThere(`${last_name}, ${first_name}`), first_name).toBe(true);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
    'students.listed.editing': async ({ context }) => {
      await screen.findByLabelText(m.rostering_first_name());
      if (context.commandProblem) shown(context.commandProblem.message);
    },
    'students.listed.creating': () => expect(screen.getByRole('dialog', { name: m.rostering_add_student() })).toBeTruthy(),
    'students.listed.updating': () => expect(screen.getByRole('dialog', { name: 'Edit ana Person' })).toBeTruthy(),
    'students.listed.asking': async ({ context }) => {
      await screen.findByRole('alertdialog', { name: 'Give ana Person a new login code?' });
      if (context.commandProblem) shown(context.commandProblem.message);
    },
    'students.listed.resetting': () => expect(screen.getByRole('alertdialog')).toBeTruthy(),
    'students.listed.doubting': async ({ context }) => {
      await screen.findByRole('alertdialog', { name: 'Revoke the login code of ana Person?' });
      if (context.commandProblem) shown(context.commandProblem.message);
    },
    'students.listed.revoking': () => expect(screen.getByRole('alertdialog')).toBeTruthy(),
    'students.listed.telling': async ({ context }) => {
      await screen.findByRole('dialog');
      expect(screen.getByText(context.secret?.password ?? '')).toBeTruthy();
    },
    'removal.none': () => expect(screen.queryByText(/was removed from the list/, { ignore: '[aria-live] *' })).toBeNull(),
    'removal.deleting': () => shown(/is being deleted…/),
    'removal.kept': () => shown('Too much to do'),
    'removal.undoable': async ({ context }) => {
      shown(/was removed from the list/);
      expect(isThere(`Person, ${context.removed?.first_name}`)).toBe(false);
      const { total } = await tess.ok(rostering.allStudents, { userPuid: ids.tess });
      expect(total).toBe(Object.keys(context.students).length);
    },
    'removal.restoring': () => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull(),
    'removal.lost': () => shown(m.rostering_restore_failed()),
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
