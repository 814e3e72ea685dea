// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { groups } from '../../contract/groups.ts';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { route } from './kit/atRoute.tsx';
import { cellsOf, savedCsv } from './kit/files.ts';
import { installNetwork, type Network } from './kit/network.ts';
import { found, shownIfAny } from './kit/screen.tsx';
import { chooseFor, isListed, openStudents, pressIn } from './kit/students.tsx';

installNetwork();

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const form = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(form().getByRole('textbox', { name: label }), { target: { value } });
const save = () => fireEvent.click(form().getByRole('button', { name: m.records_save() }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const chooseClass = (group: number) => {
  const select = form().getByRole<HTMLSelectElement>('combobox', { name: m.rostering_class() });
  fireEvent.change(select, { target: { value: String(group) } });
};
const mayAdd = () => screen.getByRole('button', { name: m.rostering_add_student() }).getAttribute('aria-disabled') === null;
/** Opens the form of a new student, once the classes have loaded. */
const openForm = async () => {
  await waitFor(() => expect(mayAdd()).toBe(true));
  press(m.rostering_add_student());
  await screen.findByRole('dialog', { name: m.rostering_add_student() });
};

describe('the list of students', () => {
  it('shows each student of the classes, and more columns when asked; files have what is shown', async () => {
    await openStudents(null);
    const group = 'Science 6, Period 2';
    const [header, ...rows] = cellsOf(m.rostering_students()).map((row) => row.slice(0, 5));
    expect(header).toEqual([
      m.rostering_name(),
      m.rostering_user_name(),
      m.rostering_grade(),
      m.rostering_classes(),
      m.rostering_sign_in(),
    ]);
    expect(rows.map(([name, userName, , classes, signIn]) => [name, userName, classes, signIn])).toEqual([
      ['Person, ana', 'ana', group, m.rostering_has_password()],
      ['Person, ben', 'ben', group, m.rostering_has_password()],
    ]);
    expect((await savedCsv()).map(([name]) => name)).toEqual([m.rostering_name(), 'Person, ana', 'Person, ben']);
  });

  it('shows administrators the school', async () => {
    await openStudents(null, [], 'dan');
    expect(screen.getByRole('columnheader', { name: m.rostering_school() })).toBeTruthy();
  });

  it('is sorted and filtered in the page, because one call returns every student', async () => {
    const { network } = await openStudents(null);
    fireEvent.click(within(screen.getByRole('columnheader', { name: m.rostering_name() })).getByRole('button'));
    expect(names()).toEqual(['Person, ben', 'Person, ana']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'BE' } });
    expect(names()).toEqual(['Person, ben']);
    expect(new URLSearchParams(route.path.split('?')[1]).get('filter')).toBe('BE');
    expect(network.made(rostering.allStudents)).toHaveLength(1);
  });

  it('says why it did not load, and tries again', async () => {
    const { network } = await openStudents(null);
    network.hold(rostering.allStudents);
    await chooseFor('ana Person', m.records_remove());
    await network.fail(rostering.allStudents, { code: 503, message: 'Too much to do' });
    await found(m.common_may_be_old());
    press(m.common_try_again());
    await network.release(rostering.allStudents);
    await waitFor(() => expect(shownIfAny(m.common_may_be_old())).toBeNull());
    expect(isListed('Person, ana')).toBe(false);
  });
});

describe('the form of a student', () => {
  it.each([
    ['have loaded', (network: Network) => network.release(groups.myGroups)],
    ['cannot be loaded', (network: Network) => network.fail(groups.myGroups, { code: 503 })],
  ])('opens once the classes it offers %s', async (_, end) => {
    const { network } = await openStudents(null, [groups.myGroups]);
    const mayEdit = async () => {
      fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name: 'ana Person' }) }));
      const item = await screen.findByRole('menuitem', { name: new RegExp(`^${m.records_edit()}`) });
      const may = item.getAttribute('aria-disabled') === null;
      fireEvent.keyDown(item, { key: 'Escape' });
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      return may;
    };
    expect([mayAdd(), await mayEdit()]).toEqual([false, false]);
    await end(network);
    await waitFor(() => expect(mayAdd()).toBe(true));
    expect(await mayEdit()).toBe(true);
  });

  it('says that it lacks the classes, and has them after Try again', async () => {
    const { network } = await openStudents(null, [groups.myGroups]);
    await network.fail(groups.myGroups, { code: 503 });
    await found(m.rostering_classes_failed());
    press(m.common_try_again());
    await network.release(groups.myGroups);
    await waitFor(() => expect(shownIfAny(m.rostering_classes_failed())).toBeNull());
    await openForm();
    chooseClass(ids.class);
    expect(form().getByRole<HTMLSelectElement>('combobox', { name: m.rostering_class() }).value).toBe(String(ids.class));
  });

  it('creates an account without a username, and shows its login code once', async () => {
    const { network } = await openStudents(null);
    await openForm();
    type(m.rostering_first_name(), ' Irene ');
    type(m.rostering_last_name(), 'Curie');
    chooseClass(ids.class);
    save();
    const dialog = await screen.findByRole('dialog', { name: m.rostering_code_title({ name: 'Irene Curie' }) });
    const code = screen.getByLabelText(m.rostering_code()).textContent as string;
    expect(code).toMatch(/^[a-z0-9]{8}$/);
    expect(dialog.textContent).toContain('irene.curie');
    pressIn(() => dialog, m.rostering_done())();
    await waitFor(() => expect(isListed('Curie, Irene')).toBe(true));
    expect(document.body.textContent).not.toContain(code);
    expect(network.made(rostering.createStudent)).toEqual([
      expect.objectContaining({
        first_name: ' Irene ',
        last_name: 'Curie',
        user_name: null,
        grade: null,
        email: null,
        student_id: null,
        group_puids: [ids.class],
      }),
    ]);
  });

  it('says beside each field what is missing or malformed', async () => {
    const { network } = await openStudents(null);
    await openForm();
    type(m.rostering_email(), 'not an address');
    save();
    expect(await form().findAllByText(m.records_missing())).toHaveLength(2);
    form().getByText(m.records_not_email());
    expect(network.made(rostering.createStudent)).toEqual([]);
  });

  it('keeps what was typed when the server refuses, and says why', async () => {
    await openStudents(null);
    await openForm();
    type(m.rostering_first_name(), 'Ana');
    type(m.rostering_last_name(), 'Two');
    type(m.rostering_user_name(), 'ANA');
    chooseClass(ids.class);
    save();
    await form().findByText(m.refusal_accountTaken());
    expect(form().getByRole<HTMLInputElement>('textbox', { name: m.rostering_user_name() }).value).toBe('ANA');
  });

  it('changes a student, who must have a username, and has no choice of a class', async () => {
    const { network, notices } = await openStudents(null);
    await chooseFor('ana Person', m.records_edit());
    await screen.findByRole('dialog', { name: m.rostering_edit_title({ name: 'ana Person' }) });
    expect(form().queryByRole('combobox', { name: m.rostering_class() })).toBeNull();
    type(m.rostering_user_name(), '');
    save();
    await form().findByText(m.records_missing());
    type(m.rostering_user_name(), 'ana.2');
    type(m.rostering_grade(), '8');
    save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(network.made(rostering.updateStudent)).toEqual([
      expect.objectContaining({ student_puid: ids.ana, user_name: 'ana.2', grade: '8', first_name: 'ana', last_name: 'Person' }),
    ]);
    expect(notices().map(({ text }) => text)).toEqual([m.records_saved({ name: 'ana Person' })]);
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('ana.2'));
  });
});
