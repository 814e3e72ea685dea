// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { account } from '../../contract/account.ts';
import { Role } from '../../contract/kit.ts';
import { people } from '../../contract/people.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { chooseOnPage, openUserPage } from './kit/userPage.tsx';

installNetwork();

const form = () => within(screen.getByRole('dialog'));
const type = (label: string, text: string) => fireEvent.change(form().getByRole('textbox', { name: label }), { target: { value: text } });
const save = () => fireEvent.click(form().getByRole('button', { name: m.records_save() }));
const edit = async () => {
  fireEvent.click(screen.getByRole('button', { name: m.people_edit() }));
  await screen.findByRole('dialog');
};
const facts = () => screen.getByRole('heading', { name: m.people_facts() }).closest('section')?.textContent ?? '';
const inMenu = async (label: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Actions / }));
  const menu = await screen.findByRole('menu');
  const item = [...menu.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent?.startsWith(label));
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return item;
};

it('shows the account, its classes, and what was changed by whom', async () => {
  await openUserPage();
  screen.getByRole('heading', { level: 1, name: 'tess Person' });
  expect(facts()).toContain('tess');
  expect(facts()).toContain(m.people_never());
  expect(cellsOf(m.people_classes()).slice(1)).toEqual([['Science 6, Period 2', m.common_role_teacher(), 'Hill', m.people_class_now()]]);
  await screen.findByText(m.people_history_none());
  await edit();
  type(m.rostering_last_name(), 'Ruiz');
  save();
  await screen.findByRole('heading', { level: 1, name: 'tess Ruiz' });
  const change = m.audit_change({
    field: m.rostering_last_name(),
    before: m.audit_quoted({ text: 'Person' }),
    after: m.audit_quoted({ text: 'Ruiz' }),
  });
  await waitFor(() => expect(cellsOf(m.people_history())[1]).toContain(change));
  expect(cellsOf(m.people_history())[1]).toContain('dan Person');
});

it('keeps what two administrators change: the later one chooses between both versions', async () => {
  const { network } = await openUserPage();
  await edit();
  type(m.rostering_grade(), '8');
  await network.backend.db.updateTable('app_user').set({ last_name: 'Ruiz' }).where('user_puid', '=', ids.tess).execute();
  save();
  await form().findByText(m.builder_conflict_text());
  form().getByText('Ruiz');
  fireEvent.click(form().getByRole('button', { name: m.builder_conflict_keep_mine() }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.made(people.updateUser).at(-1)).toMatchObject({ last_name: 'Person', grade: '8' });
});

it('says beside the username that it is taken, and moves somebody to another school', async () => {
  const { network } = await openUserPage({ whom: ids.ana });
  await edit();
  type(m.account_user_name(), 'BEN');
  fireEvent.change(form().getByRole('combobox', { name: m.account_school() }), { target: { value: String(ids.otherSchool) } });
  save();
  await form().findByText('“BEN” is taken. Choose another.');
  type(m.account_user_name(), 'ana');
  save();
  await waitFor(() => expect(facts()).toContain('Lake'));
  expect(network.made(people.updateUser).at(-1)).toMatchObject({ school_id: ids.otherSchool, user_name: 'ana' });
});

it('gives a role below one’s own, and no other', async () => {
  const { network } = await openUserPage();
  await chooseOnPage(m.people_role_change());
  const role = await form().findByRole<HTMLSelectElement>('combobox', { name: m.people_role_new() });
  expect([...role.options].map(({ value }) => value).filter(Boolean)).toEqual(
    [Role.student, Role.teacher, Role.schoolAdministrator].map(String),
  );
  fireEvent.change(role, { target: { value: String(Role.student) } });
  save();
  // She teaches an open class.
  await form().findByText(/out of all open classes/);
  fireEvent.change(role, { target: { value: String(Role.schoolAdministrator) } });
  save();
  await waitFor(() => expect(facts()).toContain(m.common_role_school_administrator()));
  expect(network.made(people.updateUserRole).at(-1)).toMatchObject({ managed_puid: ids.tess, role_id: Role.schoolAdministrator });
});

it('ends one of several sessions', async () => {
  const { network } = await openUserPage({
    prepare: async ({ network: { backend } }: Screen) => [await backend.signIn('tess'), await backend.signIn('tess')],
  });
  const rows = () => cellsOf(m.people_sessions()).length - 1;
  expect(rows()).toBe(2);
  fireEvent.click(screen.getAllByRole('button', { name: /^End the session on / })[0] as HTMLElement);
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/is signed out on/);
  fireEvent.click(question.getByRole('button', { name: m.people_session_end() }));
  await waitFor(() => expect(rows()).toBe(1));
  expect(network.made(account.endUserSessions).at(-1)).toMatchObject({ ended_puid: ids.tess, session_id: expect.any(Number) });
});

it('lists sign-ins when they are asked for', async () => {
  await openUserPage({ prepare: ({ network: { backend } }: Screen) => backend.signIn('tess') });
  fireEvent.click(screen.getByRole('radio', { name: m.people_history_signs() }));
  await waitFor(() => expect(cellsOf(m.people_history())[1]).toContain(m.audit_sign_in()));
});

it('offers nothing for somebody of one’s own role, and says why', async () => {
  await openUserPage({ whom: ids.dan });
  expect(screen.getByRole('button', { name: m.people_edit() }).getAttribute('aria-disabled')).toBe('true');
  for (const label of [m.people_role_change(), m.people_code(), m.people_close()]) {
    const item = await inMenu(label);
    expect(item?.getAttribute('aria-disabled'), label).toBe('true');
    expect(item?.textContent).toContain(m.people_not_yours());
  }
  expect(screen.queryByRole('heading', { name: m.people_sessions() })).toBeNull();
});

it('offers no link to somebody without an address', async () => {
  await openUserPage();
  expect((await inMenu(m.people_link()))?.textContent).toContain(m.people_no_email());
});

it('is opened with a form or a question by an address of its own, and says why not', async () => {
  const { network } = await openUserPage({ opens: 'updateUserId' });
  await screen.findByRole('dialog', { name: m.people_ids_title({ name: 'tess Person' }) });
  type(m.people_sourced_id(), 's-1');
  save();
  await waitFor(() => expect(facts()).toContain('s-1'));
  expect(network.made(people.updateUserId).at(-1)).toMatchObject({ new_user_name: 'tess', new_sourced_id: 's-1' });
});

it.each([
  ['role', () => screen.findByRole('dialog', { name: m.people_role_title({ name: 'tess Person' }) })],
  ['resetPassword', () => screen.findByText(m.people_code_text({ name: 'tess Person' }))],
] as const)('is opened with the %s', async (opens, find) => {
  await openUserPage({ opens });
  expect(await find()).toBeTruthy();
});

it('says at such an address why it is not offered', async () => {
  await openUserPage({ opens: 'role', whom: ids.dan });
  await screen.findByText(`${m.people_role_change()}: ${m.people_not_yours()}`);
  expect(screen.queryByRole('dialog')).toBeNull();
});
