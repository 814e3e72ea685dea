// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import AddStudentsPage from '../../src/views/groups/AddStudentsPage.tsx';
import PrintLabelsPage from '../../src/views/groups/PrintLabelsPage.tsx';
import { paths } from '../../src/views/paths.ts';
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

it.each([
  {
    page: AddStudentsPage,
    name: 'students to add',
    address: paths.addGroupStudents(ids.class),
    path: '/authenticated/mygroups/AddStudents/:value',
  },
  { page: PrintLabelsPage, name: 'labels', address: paths.printLabels(ids.class), path: '/authenticated/mygroups/printLabels' },
])(
  'the list of $name stands in the address as it is sorted and filtered, and again as it was after Back',
  async ({ page: Page, address, path }) => {
    const opened = await openScreen();
    const { db } = opened.network.backend;
    const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
    // In no class yet.
    for (const [index, first_name] of ['Uma', 'Vic'].entries()) {
      const user_name = first_name.toLowerCase();
      const other = { user_puid: 70_000 + index, user_name, user_key: user_name, sourced_id: null, student_number: null };
      await db
        .insertInto('app_user')
        .values({ ...model, ...other, first_name, last_name: `Z${index}` })
        .execute();
    }
    await opened.signIn('tess');
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
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: String(sorted[0]).split(',')[1]?.trim() } });
    const narrowed = await names();
    expect(narrowed.length).toBeLessThan(sorted.length + 1);
    const left = route.path;
    expect(new URLSearchParams(left.split('?')[1]).get('sort')).toBe('-name');
    cleanup();
    open(left);
    expect(await names()).toEqual(narrowed);
    expect(screen.getByRole('searchbox', { name: 'Filter' })).toHaveProperty('value', String(sorted[0]).split(',')[1]?.trim());
  },
);
