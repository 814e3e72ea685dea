// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { type ExternalResource, library } from '../../contract/library.ts';
import type { ExternalInput, externalResourceMachine } from '../../src/machines/library/externalResourceMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ExternalDialog } from '../../src/views/library/ExternalDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { externalResourceModel } from '../machines/externalResource.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();
vi.setConfig({ testTimeout: 20_000 });

let opened: Screen;
let isClosed: boolean;
let isNew: boolean;
// The question covers the dialog.
const dialog = () => within(screen.getByRole('dialog', { hidden: true }));
const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const stored = () => opened.network.backend.db.selectFrom('library_resource').selectAll().execute();

describeView<typeof externalResourceMachine>(
  {
    ...externalResourceModel,
    inputs: {
      added: { userPuid: ids.tess, resource: null } as ExternalInput,
      changed: { ...(externalResourceModel.inputs as unknown as { changed: ExternalInput }).changed, userPuid: ids.tess },
    },
  },
  {
    modes: ['plain'],
    mount: async (stage) => {
      isClosed = false;
      opened = await openScreen({ ...stage });
      await opened.signIn('tess');
      const input = stage.input as ExternalInput;
      isNew = input.resource === null;
      let resource: ExternalResource | null = null;
      if (input.resource) {
        const { attachment_id } = await opened.app.send(library.uploadAttachment, {
          user_puid: ids.tess,
          attachment: new File(['%PDF-1.7'], 'tides.pdf'),
        });
        resource = await opened.app.send(library.addExternal, { user_puid: ids.tess, title: input.resource.title, attachment_id });
      }
      opened.network.hold(library.uploadAttachment);
      opened.network.hold(library.addExternal);
      opened.network.hold(library.updateExternal);
      stage.render(
        <Around app={opened.app}>
          <ExternalDialog
            resource={resource}
            onClose={() => {
              isClosed = true;
            }}
            onSaved={() => {}}
          />
        </Around>,
      );
    },
    drive: {
      'draft.changed': ({ draft }) => {
        type('Title', draft.title);
        type(m.library_external_url(), draft.url);
        type(m.library_external_description(), draft.description);
      },
      'file.chosen': ({ file }) => {
        const input = document.querySelector<HTMLInputElement>('input[type=file]');
        if (input) fireEvent.change(input, { target: { files: [file] } });
      },
      'file.removed': () => fireEvent.click(dialog().getByRole('button', { name: m.library_external_file_remove() })),
      'form.submitted': () => fireEvent.click(dialog().getByRole('button', { name: isNew ? 'Add' : 'Save' })),
      'both.kept': () => fireEvent.click(screen.getByRole('button', { name: m.workspace_equal_keep() })),
      'resource.reconsidered': () => fireEvent.click(screen.getByRole('button', { name: m.library_equal_leave() })),
      'xstate.done.actor.upload': () => opened.network.release(library.uploadAttachment),
      'xstate.error.actor.upload': ({ error }) => opened.network.fail(library.uploadAttachment, error),
      'xstate.done.actor.save': () => opened.network.release(isNew ? library.addExternal : library.updateExternal),
      'xstate.error.actor.save': ({ error }) => opened.network.fail(isNew ? library.addExternal : library.updateExternal, error),
    },
    can: (event, { context }) => {
      // The drop zone is there only without a file. A field that already has its text does not change.
      if (event.type === 'file.chosen') return context.file === null && context.attachment === null;
      if (event.type === 'draft.changed') return event.draft.title !== context.draft.title || event.draft.url !== context.draft.url;
      return true;
    },
    see: {
      editing: ({ context }) => {
        expect(dialog().getByLabelText<HTMLInputElement>('Title').value).toBe(context.draft.title);
        expect(dialog().getByLabelText<HTMLInputElement>(m.library_external_url()).value).toBe(context.draft.url);
        expect(dialog().queryByText('tides.pdf') !== null).toBe(context.file !== null || context.attachment !== null);
      },
      'editing.ready': () => expect(dialog().queryByText(m.library_external_refused())).toBeNull(),
      'editing.untitled': () => shown(m.library_title_missing()),
      'editing.without': () => shown(m.library_address_or_file()),
      'editing.refused': ({ context }) => {
        shown(m.library_external_refused());
        shown(context.problem?.message ?? '');
      },
      uploading: () => expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull(),
      saving: () => expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull(),
      equal: async () => {
        await screen.findByRole('alertdialog', { name: m.library_equal_address() });
      },
      saved: async ({ context }) => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(opened.notices().at(-1)?.text).toBe(isNew ? 'Resource Added' : 'Resource Updated');
        expect((await stored()).map((row) => [row.title, row.url ?? ''])).toEqual([[context.draft.title, context.draft.url]]);
      },
    },
  },
);
