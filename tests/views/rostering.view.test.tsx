// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { expect } from 'vitest';
import { Sending } from '../../src/views/rostering/Sending.tsx';
import { Students } from '../../src/views/rostering/StudentsPage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
type Machine = typeof rosteringModel.machine;

/** What the wizard shows of a file on its way. */
function OnTheWay({ stage }: { stage: Stage<Machine> }) {
  const actor = useActorRef(stage.stubbed, {
    ...opened.app.actorOptions,
    input: { userPuid: 9, isListWanted: false, listener: null },
  });
  return <Sending rostering={actor} />;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (name: string, item: string) => async () => {
  press(`What to do with ${name}`);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const isThere = (name: string) => screen.queryByRole('rowheader', { name }) !== null;

describeView<Machine>(rosteringModel, {
  mount: async (stage) => {
    opened = await openScreen(stage);
    await opened.signIn('tess');
    const { isListWanted } = stage.input as { isListWanted: boolean };
    stage.render(<Around app={opened.app}>{isListWanted ? <Students logic={stage.stubbed} /> : <OnTheWay stage={stage} />}</Around>);
  },
  drive: {
    'students.retried': () => press('Try again'),
    'student.addAsked': () => press('Add a student'),
    'student.editAsked': choose('Ada Curie', 'Edit'),
    'student.submitted': async () => {
      const form = (await screen.findByLabelText('First name')).closest('form') as HTMLFormElement;
      type('First name', 'Irene');
      type('Last name', 'Curie');
      const list = screen.queryByLabelText<HTMLSelectElement>('Class');
      if (list) {
        await waitFor(() => expect(list.options.length).toBeGreaterThan(1));
        fireEvent.change(list, { target: { value: list.options[1]?.value } });
      }
      fireEvent.submit(form);
    },
    'password.resetAsked': choose('Ada Curie', 'New login code'),
    'password.resetConfirmed': () => press('Make a new code'),
    'dialog.closed': () => {
      const done = screen.queryByRole('button', { name: 'Done' });
      if (done) fireEvent.click(done);
      else press('Cancel');
    },
    'student.deleted': async () => {
      const name = isThere('Curie, Marie') ? 'Marie Curie' : 'Ada Curie';
      await choose(name, 'Delete')();
    },
    'deletion.undone': () => press(/Undo$/),
    'deletion.dismissed': () => press('Dismiss'),
    'file.sent': (event, stage) => stage.send(event),
    'verification.asked': (event, stage) => stage.send(event),
    'verification.found': (event, stage) => stage.send(event),
    'file.retried': (event, stage) => stage.send(event),
  },
  see: {
    'students.loading': () => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'),
    'students.unlisted': () => expect(screen.queryByRole('table')).toBeNull(),
    'students.failed': () => shown('This could not be loaded'),
    'students.listed.idle': (snapshot) => {
      for (const { last_name, first_name } of Object.values(snapshot.context.students))
        expect(isThere(`${last_name}, ${first_name}`), first_name).toBe(true);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
    'students.listed.editing': async (snapshot) => {
      await screen.findByLabelText('First name');
      if (snapshot.context.commandProblem) shown(snapshot.context.commandProblem.message);
    },
    'students.listed.creating': () => expect(screen.getByRole('dialog', { name: 'Add a student' })).toBeTruthy(),
    'students.listed.updating': () => expect(screen.getByRole('dialog', { name: 'Edit Ada Curie' })).toBeTruthy(),
    'students.listed.asking': async (snapshot) => {
      await screen.findByRole('alertdialog', { name: 'Give Ada Curie a new login code?' });
      if (snapshot.context.commandProblem) shown(snapshot.context.commandProblem.message);
    },
    'students.listed.resetting': () => expect(screen.getByRole('alertdialog')).toBeTruthy(),
    'students.listed.telling': async ({ context }) => {
      await screen.findByRole('dialog');
      expect(screen.getByText(context.secret?.password ?? '')).toBeTruthy();
    },
    'removal.none': () => expect(screen.queryByText(/was taken off the list/, { ignore: '[aria-live] *' })).toBeNull(),
    'removal.deleting': () => shown(/is being deleted…/),
    'removal.kept': () => shown('Too much to do'),
    'removal.undoable': ({ context }) => {
      shown(/was taken off the list/);
      expect(isThere(`Curie, ${context.removed?.first_name}`)).toBe(false);
    },
    'removal.restoring': () => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull(),
    'removal.lost': () => shown('It could not be brought back. Try again.'),
    'file.none': () => expect(screen.queryByText('Sending the file')).toBeNull(),
    'file.uploading': ({ context }) => shown(`Part ${context.sent} of 2`),
    'file.verifying': () => shown('The server compares it with what is there'),
    'file.checking': () => shown('The server compares it with what is there'),
    'file.looking': () => shown('The server compares it with what is there'),
    'file.verified': ({ context }) => expect(context.verifyResult).not.toBeNull(),
    'file.failed': () => expect(screen.queryByText('Sending the file')).toBeNull(),
  },
  modes: ['StrictMode'],
});
