// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ImportWizard } from '../../src/views/rostering/ImportWizard.tsx';
import { type ImportKind, importKinds } from '../../src/views/rostering/importKinds.ts';
import { describeView } from '../kit/describeView.ts';
import { importWizardModel } from '../machines/importWizard.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let known: number | null;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const step = (name: string) => expect(document.querySelector('[aria-current=step]')?.textContent).toContain(name);
/** What loads on demand comes a moment later. */
const seen = (text: string) => waitFor(() => shown(text));
const busy = () => expect(screen.queryByRole('button')).toBeNull();

describeView<typeof importWizardModel.machine>(importWizardModel, {
  mount: async (stage) => {
    const { jobId } = stage.input as { jobId: number | null };
    known = jobId;
    opened = await openScreen(stage);
    await opened.signIn('tess');
    const note = (id: number | null) => {
      known = id;
    };
    stage.render(
      <Around app={opened.app}>
        <ImportWizard kind={importKinds.importUsers as ImportKind} logic={stage.stubbed} jobId={jobId} onJob={note} />
      </Around>,
    );
  },
  can: (event, { context, value }) => {
    const { type } = event as { type: string };
    const { verdict, job, typed } = context;
    // A file that is fine needs no other one beside it, and no mends.
    if (type === 'files.chosen' && (value === 'reviewing' || value === 'refused')) return (verdict?.check.errors ?? 0) > 0;
    if (type === 'mends.chosen') return (verdict?.findings.length ?? 0) > 0;
    if (type === 'confirmation.typed') return job?.confirmation !== null && typed === '';
    return true;
  },
  drive: {
    'files.chosen': () => {
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      fireEvent.change(input, { target: { files: [new File(['user_name;first_name'], 'students.csv')] } });
    },
    'reading.advanced': (event, stage) => stage.send(event),
    'reading.ended': (event, stage) => stage.send(event),
    'reading.failed': (event, stage) => stage.send(event),
    'reading.cancelled': () => press('Cancel'),
    'mends.chosen': () => press('Read the columns as separated by “;”'),
    'mapping.changed': () => {
      const earlier = screen.queryByRole('button', { name: /^Use the columns of / });
      if (earlier) return void fireEvent.click(earlier);
      fireEvent.change(screen.getByLabelText('User name'), { target: { value: 'number' } });
      press('Use these columns');
    },
    'options.changed': () => {
      const list = screen.getByLabelText<HTMLSelectElement>('Students who are not in the file');
      fireEvent.change(list, { target: { value: list.value === 'add' ? 'replace' : 'add' } });
    },
    'file.accepted': () => press('Send and compare'),
    'file.uploaded': (event, stage) => stage.send(event),
    'file.verified': (event, stage) => stage.send(event),
    'file.failed': (event, stage) => stage.send(event),
    'import.retried': () => press('Try again'),
    'confirmation.typed': ({ text }) => fireEvent.change(screen.getByLabelText('Type 12 to confirm'), { target: { value: text } }),
    'import.confirmed': () => press('Import now'),
    'import.stopped': () => press('Stop'),
    'import.resumed': () => press('Go on'),
    'import.undone': async () => {
      press('Undo the import');
      fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo the import' }));
    },
    'import.discarded': () => press('Discard'),
    'import.restarted': () => press(/Choose another file|Import another file/),
  },
  see: {
    finding: busy,
    comparing: busy,
    explaining: busy,
    commanding: busy,
    lost: () => shown('This import could not be opened'),
    choosing: () => {
      step('Choose a file');
      shown('Download the template');
    },
    reading: () => {
      step('Check');
      expect(screen.getByRole('progressbar', { name: 'Reading and checking the file' })).toBeTruthy();
    },
    unreadable: () => shown('The file could not be read'),
    reviewing: async ({ context }) => {
      step('Check');
      const errors = context.verdict?.check.errors ?? 0;
      await seen(errors > 0 ? '1 error to put right first' : '3 rows read, nothing wrong');
      expect(screen.getByRole('button', { name: 'Send and compare' }).getAttribute('aria-disabled')).toBe(errors > 0 ? 'true' : null);
      const isOtherwise = context.verdict?.earlier !== undefined;
      expect(screen.queryByText(/^The last import, by Sam Okafor \(.+\), took these columns differently$/) !== null).toBe(isOtherwise);
      if (isOtherwise) shown('User name: number; First name: Not in the file; Last name: Not in the file');
    },
    'sending.travelling': () => shown('The server compares it with what is there'),
    'sending.stuck': () => shown('The file did not get through'),
    refused: async () => {
      await seen('1 error to put right first');
      shown('The server has found errors. Nothing was changed.');
      expect(screen.queryByRole('button', { name: 'Send and compare' })).toBeNull();
    },
    deciding: async ({ context }) => {
      step('Compare');
      await seen('This is what would change');
      expect(screen.getByRole('rowheader', { name: 'Ada Lovelace' })).toBeTruthy();
      const isBraked = context.job?.confirmation !== null && context.typed === '';
      expect(screen.getByRole('button', { name: 'Import now' }).getAttribute('aria-disabled')).toBe(isBraked ? 'true' : null);
      if (context.problem) shown(context.problem.message);
    },
    following: ({ context }) => {
      step('Import');
      shown('Row 1 of 3');
      expect(screen.queryByRole('button', { name: 'Stop' }) === null).toBe(context.job?.state === 'undoing');
    },
    'following.unseen': () => shown(/No connection just now/),
    over: async ({ context }) => {
      await seen({ partial: 'Stopped half way', rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string] ?? '');
      expect(screen.queryByRole('button', { name: 'Go on' }) !== null).toBe(context.job?.state === 'partial');
      await waitFor(() => expect(known === null).toBe(false));
    },
  },
  modes: ['StrictMode'],
});
