// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { RecordRow } from '../../contract/resource.ts';
import { subjects } from '../../contract/subjects.ts';
import type { recordEditorMachine } from '../../src/machines/records/recordEditorMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { recordEditorModel, science as sample } from '../machines/recordEditor.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { shown } from './kit/screen.tsx';
import { openSubjects } from './kit/subjects.tsx';

installNetwork();

let opened: Screen;
const science: RecordRow = { ...sample, subject_id: ids.subject };
const form = () => within(screen.getByRole('dialog'));
const name = () => form().getByRole<HTMLInputElement>('textbox', { name: m.admin_subjects_name() });
const press = (label: string) => () => fireEvent.click(screen.getByRole('button', { name: label }));
const pressInForm = (label: string) => () => fireEvent.click(form().getByRole('button', { name: label }));
const save = () => form().getByRole('button', { name: new RegExp(m.records_save()) });
const alerts = () => form().queryAllByRole('alert');

describeView<typeof recordEditorMachine>(
  {
    ...recordEditorModel,
    events: recordEditorModel.events.map((event) =>
      event.type === 'editor.opened' && event.row ? { ...event, row: science } : event,
    ) as typeof recordEditorModel.events,
    // The backend's row has its own version; what is typed and shown matters.
    project: ({ row, values, newest, problem }) => [row?.version, values, newest?.name, problem?.code],
  },
  {
    // Text that a field already has cannot be typed again.
    can: (event, { context }) => event.type !== 'field.edited' || context.values[event.field] !== event.value,
    mount: async (stage) => {
      opened = await openSubjects(stage as never, [subjects.subjectAdd, subjects.subjectUpdate, subjects.subjectGet]);
    },
    drive: {
      'editor.opened': ({ row }) => press(row ? m.records_edit_name({ name: 'Science' }) : m.records_add())(),
      'field.edited': ({ value }) => fireEvent.change(name(), { target: { value } }),
      'form.submitted': () => fireEvent.click(save()),
      'form.left': () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }),
      'changes.discarded': press(m.records_leave()),
      'changes.kept': press(m.records_stay()),
      'conflict.mineChosen': pressInForm(m.builder_conflict_keep_mine()),
      'conflict.theirsChosen': pressInForm(m.builder_conflict_take_theirs()),
      'conflict.retried': pressInForm(m.common_try_again()),
      'xstate.done.actor.saveRecord': (_, { send: __ }) => opened.network.release(saving()),
      'xstate.error.actor.saveRecord': ({ error }) => opened.network.fail(saving(), error),
      'xstate.done.actor.loadNewest': async ({ output }) => {
        const { name: newest, version } = output as RecordRow;
        await opened.network.backend.db
          .updateTable('subject')
          .set({ name: String(newest), version: Number(version) })
          .where('subject_id', '=', ids.subject)
          .execute();
        await opened.network.release(subjects.subjectGet);
      },
      'xstate.error.actor.loadNewest': ({ error }) => opened.network.fail(subjects.subjectGet, error),
    },
    see: {
      closed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
      editing: async ({ context }) => {
        await waitFor(() => expect(name().value).toBe(context.values.name));
        expect(name().readOnly).toBe(false);
        shown(context.row ? m.records_edit_name({ name: String(context.row.name) }) : m.admin_subjects_new());
      },
      'editing.pristine': () => expect(alerts()).toEqual([]),
      'editing.dirty': () => expect(alerts()).toEqual([]),
      'editing.incomplete': async () => {
        shown(m.records_missing());
        await waitFor(() => expect(document.activeElement).toBe(name()));
      },
      'editing.taken': async ({ context }) => {
        shown(context.problem?.message ?? '');
        expect(name().getAttribute('aria-invalid')).toBe('true');
        await waitFor(() => expect(document.activeElement).toBe(name()));
      },
      'editing.refused': () => shown(m.records_save_failed()),
      leaving: () => shown(m.records_leave_title()),
      saving: () => expect(save().getAttribute('aria-disabled')).toBe('true'),
      comparing: () => expect(screen.getByRole('dialog')).toBeTruthy(),
      incomparable: () => shown(m.builder_conflict_incomparable()),
      conflict: async ({ context }) => {
        const cells = () =>
          form()
            .getAllByRole('cell')
            .map(({ textContent }) => textContent);
        await waitFor(() => expect(cells()).toContain(context.values.name));
        expect(cells()).toContain(context.newest?.name);
      },
    },
  },
);

/** The call that saves the open form: for a new record, or an existing one. */
function saving() {
  return screen.queryByText(m.admin_subjects_new()) ? subjects.subjectAdd : subjects.subjectUpdate;
}
