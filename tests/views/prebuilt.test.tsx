// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import PrebuiltLessonPage from '../../src/views/prebuilt/PrebuiltLessonPage.tsx';
import { prebuiltLesson } from '../../src/views/prebuilt/prebuiltLesson.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openActions, openPrebuilt } from './kit/prebuilt.tsx';
import { openScreen, type Screen } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';
import '../../src/views/records/RecordEditor.tsx';
import '../../src/views/shell/Removal.tsx';

installNetwork();

/** Ana and Ben's class has a lesson. */
async function giveToClass({ network: { backend } }: Screen, lesson_id: number): Promise<void> {
  const { db } = backend;
  const key = { district_id: ids.district, assignment_id: 91, lesson_id, created_at: 1 };
  await db
    .insertInto('assignment')
    .values({ ...key, assigned_by_puid: ids.tess, assignment_no: 91 })
    .execute();
  await db
    .insertInto('group_assignment')
    .values({
      ...{ ...key, group_assignment_id: 91, group_puid: ids.class, from_date: 1, to_date: null },
      ...{ category: 1, is_individual: 0, unassigned_at: null },
    })
    .execute();
}

const dialog = () => within(screen.getByRole('dialog'));
const rows = () =>
  cellsOf(m.prebuilt_title())
    .slice(1)
    .map(([lesson, unit, language, resources, groups, origin]) => ({ lesson, unit, language, resources, groups, origin }));

it('lists the lessons with their resources, their classes and where they come from', async () => {
  await openPrebuilt({ as: 'dan', prepare: (opened) => giveToClass(opened, ids.freeLesson) });
  const of = { unit: 'Unit', language: m.library_english(), origin: m.prebuilt_from_district() };
  expect(rows()).toEqual([
    { ...of, lesson: 'In any order', resources: '4', groups: '1' },
    { ...of, lesson: 'In order', resources: '3', groups: '0' },
  ]);
});

it('offers publication to the provider’s administrators only', async () => {
  await openPrebuilt({ as: 'dan' });
  await openActions('In order');
  await screen.findByRole('menuitem', { name: m.prebuilt_place() });
  expect(screen.queryByRole('menuitem', { name: m.prebuilt_publish() })).toBeNull();
});

it('adds a lesson to a unit and opens its contents', async () => {
  const { network } = await openPrebuilt({ as: 'dan' });
  fireEvent.click(screen.getByRole('button', { name: m.prebuilt_add() }));
  await screen.findByRole('dialog');
  fireEvent.change(dialog().getByRole('textbox', { name: m.builder_name() }), { target: { value: 'Rocks' } });
  expect(dialog().getByRole('option', { name: m.prebuilt_unit_of({ product: 'Course', unit: 'Unit' }) })).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: m.records_save() }));
  const made = () =>
    network.backend.db.selectFrom('lesson').select(['lesson_id', 'unit_id']).where('lesson_name', '=', 'Rocks').executeTakeFirst();
  await waitFor(async () => expect(await made()).toMatchObject({ unit_id: idOf('course/unit') }));
  const lesson = await made();
  await waitFor(() => expect(route.path).toBe(addressOf(prebuiltLesson, lesson?.lesson_id ?? 0)));
});

it('renames a lesson, deletes it with its classes in numbers, and brings it back', async () => {
  await openPrebuilt({ as: 'dan', prepare: (opened) => giveToClass(opened, ids.orderedLesson) });
  await chooseFor('In order', m.prebuilt_place());
  await screen.findByRole('dialog');
  fireEvent.change(dialog().getByRole('textbox', { name: m.builder_name() }), { target: { value: 'One by one' } });
  fireEvent.click(dialog().getByRole('button', { name: m.records_save() }));
  await waitFor(() => expect(rows().map(({ lesson }) => lesson)).toEqual(['In any order', 'One by one']));
  await chooseFor('One by one', m.records_remove());
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(m.prebuilt_in_use({ groups: 1, students: 2 }));
  fireEvent.click(question.getByRole('button', { name: m.workspace_delete() }));
  await waitFor(() => expect(rows().map(({ lesson }) => lesson)).toEqual(['In any order']));
  fireEvent.click(screen.getByRole('button', { name: m.workspace_undo() }));
  await waitFor(() => expect(rows().map(({ lesson }) => lesson)).toEqual(['In any order', 'One by one']));
});

it('says which districts have what, and what the publication did', async () => {
  await openPrebuilt();
  await chooseFor('In order', m.prebuilt_publish());
  await screen.findByRole('dialog');
  await dialog().findByText(m.prebuilt_copy_none());
  const button = dialog().getByRole('button', { name: m.prebuilt_publish() });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(dialog().getByRole('checkbox', { name: /South/ }));
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseFor('In order', m.prebuilt_publish());
  await within(await screen.findByRole('dialog')).findByText(m.prebuilt_copy_current());
});

it('edits the contents in the lesson form, without dates and without assigning', async () => {
  const opened = await openScreen();
  const { app, signIn, network } = opened;
  await giveToClass(opened, ids.freeLesson);
  await signIn('dan');
  const address = addressOf(prebuiltLesson, ids.freeLesson);
  render(
    <AtRoute app={app} address={address} path={`/authenticated/${prebuiltLesson.path}`}>
      <PrebuiltLessonPage />
    </AtRoute>,
  );
  await screen.findByRole('heading', { level: 1, name: m.prebuilt_form_title() });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: m.builder_name() });
  expect(name.value).toBe('In any order');
  expect(screen.queryByLabelText(m.builder_due())).toBeNull();
  expect(screen.queryByRole('button', { name: m.builder_assign() })).toBeNull();
  fireEvent.change(name, { target: { value: 'As you like' } });
  fireEvent.click(screen.getByRole('button', { name: m.builder_save() }));
  // Classes have it, so the form asks first.
  fireEvent.click(await screen.findByRole('button', { name: m.builder_use_save() }));
  await waitFor(async () =>
    expect(
      await network.backend.db.selectFrom('lesson').select('lesson_name').where('lesson_id', '=', ids.freeLesson).executeTakeFirst(),
    ).toEqual({ lesson_name: 'As you like' }),
  );
});

it('is not found under an address that names no lesson', async () => {
  const { app, signIn } = await openScreen();
  await signIn('dan');
  render(
    <AtRoute app={app} address="/authenticated/admin/prebuiltAssignResource/x" path={`/authenticated/${prebuiltLesson.path}`}>
      <PrebuiltLessonPage />
    </AtRoute>,
  );
  await screen.findByRole('heading', { level: 1, name: m.common_not_found() });
});
