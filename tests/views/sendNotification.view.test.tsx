// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Role } from '../../contract/kit.ts';
import { notifications } from '../../contract/notifications.ts';
import { m } from '../../src/paraglide/messages.js';
import Notifications from '../../src/views/inbox/userNotification.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { addUserNotification, countNotified } = notifications;
const address = addressOf(Notifications.declaration as ScreenAddress);
const page = () => (
  <AtRoute app={opened.app} address={address} path={address}>
    <Notifications />
  </AtRoute>
);
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: m.admin_notification_new() }));
  await screen.findByLabelText(m.admin_notification_english());
  await waitFor(() => expect(next().getAttribute('aria-disabled')).not.toBe('true'));
};
const next = () => screen.getByRole('button', { name: m.permissions_assign_next() });
const question = () => screen.getByRole('alertdialog');
const inQuestion = (name: string) => fireEvent.click(within(question()).getByRole('button', { name }));
const rows = () => cellsOf(m.admin_notification_title()).slice(1);

describeCommand({
  name: 'sendNotification',
  orders: ['Picture day for teachers'],
  question: 'counted',
  // The form closes, and the list has the new one.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [addUserNotification, countNotified] });
    await opened.signIn('dan');
    stage.render(page());
    await open();
    fill(m.admin_notification_english(), 'Picture day');
    fill(m.admin_notification_spanish(), 'Día de fotos');
    fill(m.account_column_role(), String(Role.teacher));
  },
  network: () => opened.network,
  calls: { run: addUserNotification, count: countNotified },
  press: {
    give: () => fireEvent.click(next()),
    confirm: () => inQuestion(m.admin_notification_send()),
    dismissQuestion: () => inQuestion(m.ui_cancel()),
    recount: () => inQuestion(m.common_try_again()),
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.getByDisplayValue('Picture day')).toBeTruthy()),
    'asking.counting': () => waitFor(() => expect(opened.network.waiting(countNotified)).toBe(1)),
    'asking.uncounted': () => expect(question().textContent).toContain(m.admin_notification_uncounted()),
    'asking.confirming': () => expect(question().textContent).toContain(m.admin_notification_people({ count: 2 })),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => waitFor(() => expect(opened.network.waiting(addUserNotification)).toBe(1)),
    'ready.done': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  },
});

it('says what is missing, sends to a class of the own school, and withdraws it until it is undone', async () => {
  opened = await openScreen();
  await opened.signIn('sue');
  render(page());
  await open();
  fireEvent.click(next());
  expect(await screen.findAllByText(m.records_missing())).toHaveLength(2);
  // A school administrator has one school: it is not asked for.
  expect(screen.queryByRole('option', { name: m.account_school() })).toBeNull();
  fill(m.admin_notification_english(), 'Picture day');
  fill(m.admin_notification_spanish(), 'Día de fotos');
  fill(m.permissions_to(), 'group');
  fill(m.people_column_class(), String(ids.class));
  fireEvent.click(next());
  await waitFor(() => expect(question().textContent).toContain(m.admin_notification_people({ count: 3 })));
  inQuestion(m.admin_notification_send());
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(opened.network.made(addUserNotification).at(-1)).toMatchObject({ audience: 'group', group_puid: ids.class, from_date: null });
  const line = (state: string) => ['Picture day', 'Science 6, Period 2', state, '3', '0', '0'];
  const mine = () =>
    rows()
      .find(([text]) => text === 'Picture day')
      ?.slice(0, 6);
  expect(mine()).toEqual(line(m.admin_notification_shown()));
  fireEvent.click(screen.getByRole('button', { name: m.records_remove_name({ name: 'Picture day' }) }));
  await waitFor(() => expect(question().textContent).toContain(m.admin_notification_were_shown({ count: 0 })));
  inQuestion(m.admin_notification_withdraw());
  fireEvent.click(await screen.findByRole('button', { name: m.workspace_undo() }));
  await waitFor(() => expect(mine()).toEqual(line(m.admin_notification_shown())));
});
