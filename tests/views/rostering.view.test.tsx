// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import StudentsPage from '../../src/views/rostering/StudentsPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestClient } from '../server/testServer.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const calls = {
  loadStudents: rostering.allStudents,
  createStudent: rostering.createStudent,
  updateStudent: rostering.updateStudent,
  resetPassword: rostering.resetStudentPassword,
  revokeCode: rostering.revokeLoginCode,
  deleteStudent: rostering.deleteStudent,
  restoreStudent: rostering.restoreStudent,
};
type Actor = keyof typeof calls;
type Problem = { error: { code: number; message: string } };
const done = (name: Actor) => () => opened.network.release(calls[name]);
const failed =
  (name: Actor) =>
  ({ error }: Problem) =>
    opened.network.fail(calls[name], error);

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

describeView<Machine>(rosteringModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: Object.values(calls) });
    tess = await opened.network.backend.signIn('tess');
    await opened.signIn('tess');
    stage.render(
      <AtAddress app={opened.app} address={paths.students}>
        <StudentsPage />
      </AtAddress>,
    );
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
  },
  see: {
    'students.loading': () => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'),
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
  },
  modes: ['StrictMode'],
});
