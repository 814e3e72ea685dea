// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import AddStudentsPage from '../../src/views/groups/AddStudentsPage.tsx';
import GroupPage from '../../src/views/groups/GroupPage.tsx';
import PrintLabelsPage from '../../src/views/groups/PrintLabelsPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { studentProgress } from '../../src/views/reports/studentProgress.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const names = async () => {
  const table = await screen.findByRole('table');
  await waitFor(() => expect(within(table).getAllByRole('rowheader').length).toBeGreaterThan(0));
  return within(table)
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);
};

const screens = [
  {
    page: AddStudentsPage,
    name: 'students to add',
    address: paths.addGroupStudents(ids.class),
    path: '/authenticated/mygroups/AddStudents/:value',
  },
  { page: PrintLabelsPage, name: 'labels', address: paths.printLabels(ids.class), path: '/authenticated/mygroups/printLabels' },
];

/** Starts the product with two more students who are in no class yet. */
async function openSchool() {
  const opened = await openScreen();
  const { db } = opened.network.backend;
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  for (const [index, first_name] of ['Uma', 'Vic'].entries()) {
    const user_name = first_name.toLowerCase();
    const other = { user_puid: 70_000 + index, user_name, user_key: user_name, sourced_id: null, student_number: null };
    await db
      .insertInto('app_user')
      .values({ ...model, ...other, first_name, last_name: `Z${index}` })
      .execute();
  }
  await opened.signIn('tess');
  return opened;
}

it.each(screens)(
  'the list of $name stands in the address as it is sorted and filtered, and again as it was after Back',
  async ({ page: Page, address, path }) => {
    const opened = await openSchool();
    const open = (at: string) =>
      render(
        <AtRoute app={opened.app} address={at} path={path}>
          <Page />
        </AtRoute>,
      );
    open(address);
    const sorted = await names();
    expect(sorted.length).toBeGreaterThan(1);
    const [header] = within(screen.getByRole('table')).getAllByRole('columnheader', { name: /^Name/ });
    fireEvent.click(within(header as HTMLElement).getByRole('button'));
    await waitFor(async () => expect(await names()).toEqual(sorted.toReversed()));
    fireEvent.change(screen.getByRole('searchbox', { name: m.ui_table_filter() }), {
      target: { value: String(sorted[0]).split(',')[1]?.trim() },
    });
    const narrowed = await names();
    expect(narrowed.length).toBeLessThan(sorted.length + 1);
    const left = route.path;
    expect(new URLSearchParams(left.split('?')[1]).get('sort')).toBe('-name');
    cleanup();
    open(left);
    expect(await names()).toEqual(narrowed);
    expect(screen.getByRole('searchbox', { name: m.ui_table_filter() })).toHaveProperty('value', String(sorted[0]).split(',')[1]?.trim());
  },
);

it.each(screens)(
  'the ticks in the list of $name are there again after Back, for who made them, and not for a visit by a link',
  async ({ page: Page, address, path }) => {
    const opened = await openSchool();
    render(
      <AtRoute app={opened.app} address={address} path={path}>
        <Page />
      </AtRoute>,
    );
    /** Names of the checked rows. */
    const ticked = async () => {
      await names();
      return within(screen.getByRole('table'))
        .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ })
        .filter((box) => box.checked)
        .map((box) => box.getAttribute('aria-label'));
    };
    const leave = async () => {
      act(() => route.go('/elsewhere'));
      await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    };
    const first = async () =>
      within((await screen.findAllByRole('rowheader'))[0]?.closest('tr') as HTMLElement).getByRole<HTMLInputElement>('checkbox');
    const untouched = await ticked();
    const touched = (await first()).getAttribute('aria-label') ?? '';
    fireEvent.click(await first());
    const changed = await ticked();
    expect(changed).not.toEqual(untouched);
    // Later sorting and filtering leaves them unchanged.
    fireEvent.click(screen.getAllByRole('button', { name: 'Name' })[0] as HTMLElement);
    fireEvent.change(screen.getByRole('searchbox', { name: m.ui_table_filter() }), { target: { value: 'nobody' } });
    await screen.findByText(/nobody/);
    fireEvent.change(screen.getByRole('searchbox', { name: m.ui_table_filter() }), { target: { value: '' } });
    await waitFor(async () => expect((await ticked()).toSorted()).toEqual(changed.toSorted()));
    // A tick and a search before the page is drawn again.
    const box = within(screen.getByRole('table')).getByRole('checkbox', { name: touched });
    const both = () => {
      fireEvent.click(box);
      fireEvent.change(screen.getByRole('searchbox', { name: m.ui_table_filter() }), { target: { value: 'nobody' } });
    };
    act(both);
    await screen.findByText(/nobody/);
    fireEvent.change(screen.getByRole('searchbox', { name: m.ui_table_filter() }), { target: { value: '' } });
    await waitFor(async () => expect((await ticked()).toSorted()).toEqual(untouched.toSorted()));
    await leave();
    act(() => route.back());
    await waitFor(async () => expect((await ticked()).toSorted()).toEqual(untouched.toSorted()));
    fireEvent.click(within(screen.getByRole('table')).getByRole('checkbox', { name: touched }));
    await waitFor(async () => expect((await ticked()).toSorted()).toEqual(changed.toSorted()));
    await leave();
    act(() => route.back());
    await waitFor(async () => expect((await ticked()).toSorted()).toEqual(changed.toSorted()));
    await leave();
    act(() => route.go(address));
    await waitFor(async () => expect(await ticked()).toEqual(untouched));
    // The next user of this device starts fresh.
    fireEvent.click(await first());
    expect(await ticked()).not.toEqual(untouched);
    await leave();
    act(() => opened.session().send({ type: 'session.closed' }));
    await waitFor(() => expect(opened.session().getSnapshot().hasTag('signedOut')).toBe(true));
    await opened.signIn('sue');
    act(() => route.back());
    await waitFor(async () => expect(await ticked()).toEqual(untouched));
  },
);

it('the name of a student of a class leads to the report on their progress', async () => {
  const { app } = await openSchool();
  render(
    <AtRoute app={app} address={paths.group(ids.class)} path="/authenticated/mygroups/ViewGroups/:value">
      <GroupPage />
    </AtRoute>,
  );
  const link = await screen.findByRole('link', { name: /, ana$/ });
  expect(link.getAttribute('href')).toBe(addressOf(studentProgress, ids.class, ids.ana));
});
