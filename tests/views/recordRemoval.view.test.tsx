// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { subjects } from '../../contract/subjects.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { buttons, press, seeCounted } from './kit/question.ts';
import { type Screen, shown, shownIfAny } from './kit/screen.tsx';
import { chooseFor, isListed as hasStudent, openStudents } from './kit/students.tsx';
import { openSubjects } from './kit/subjects.tsx';

installNetwork();

let opened: Screen;
const row = { subject_id: ids.subject, version: 1, place: 1, name: 'Science', active: true, classes: 2 };
const isListed = (is: boolean) =>
  waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Science', hidden: true }) !== null).toBe(is));

describeCommand({
  name: 'recordRemoval',
  orders: [row],
  question: 'counted',
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openSubjects(stage as never, [subjects.subjectUses, subjects.subjectRemove, subjects.subjectRestore]);
  },
  network: () => opened.network,
  calls: { run: subjects.subjectRemove, count: subjects.subjectUses, undo: subjects.subjectRestore },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.records_remove_name({ name: 'Science' }) })),
    confirm: press(m.workspace_delete()),
    ...buttons,
  },
  // A removed record has no button.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    ...seeCounted(m.workspace_delete()),
    'asking.confirming': async () => {
      shown(m.admin_subjects_uses({ count: 2 }));
      await isListed(true);
    },
    'ready.undoable': async () => {
      shown(m.workspace_deleted({ name: 'Science' }));
      await isListed(false);
    },
    'ready.undone': () => isListed(true),
  },
});

/** Without a question: a student. */
describeCommand({
  name: 'recordRemoval',
  orders: ['ben', 'ana'],
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openStudents(stage as never, [rostering.deleteStudent, rostering.restoreStudent]);
  },
  network: () => opened.network,
  calls: { run: rostering.deleteStudent, undo: rostering.restoreStudent },
  press: {
    give: (name) => chooseFor(`${name} Person`, m.records_remove()),
    undo: press(m.workspace_undo()),
    dismiss: press(m.ui_dismiss()),
  },
  project: firstName,
  // A removed student has no menu.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done') || event.order !== firstName(snapshot.context),
  see: {
    'ready.fresh': () => expect(shownIfAny(/was removed from the list/)).toBeNull(),
    'ready.refused': ({ context }) => {
      shown(context.problem?.message ?? '');
      shown(m.rostering_delete_failed(studentOf(context)));
    },
    'ready.unreachable': ({ context }) => {
      shown(m.rostering_delete_failed(studentOf(context)));
      expect(hasStudent(`Person, ${firstName(context)}`), 'who was not deleted stays in the list').toBe(true);
    },
    saving: ({ context }) => shown(m.rostering_deleting(studentOf(context))),
    'ready.undoable': async ({ context }) => {
      shown(m.rostering_deleted(studentOf(context)));
      expect(hasStudent(`Person, ${firstName(context)}`)).toBe(false);
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': ({ context }) => waitFor(() => expect(hasStudent(`Person, ${firstName(context)}`)).toBe(true)),
  },
});

/** The model gives a name; the screen, a row. */
function firstName({ order }: { order: unknown }): string {
  return typeof order === 'object' && order !== null ? String(Object(order).first_name) : String(order);
}
function studentOf(context: { order: unknown }) {
  return { name: `${firstName(context)} Person` };
}
