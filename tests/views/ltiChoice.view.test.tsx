// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lti } from '../../contract/lti.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import Choices from '../../src/views/workspace/ltiChoice.records.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { addCampus, type Opening } from './kit/platforms.tsx';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const choice_id = 7;
const order = { kind: 'lesson', id: ids.freeLesson, title: 'In any order', item_type_id: null, has_score: true };

/** Opens the page on which a teacher chooses for a platform. */
async function openChoices({ render: show, ...stage }: Opening, query = `?choice_id=${choice_id}`): Promise<void> {
  opened = await openScreen(stage);
  await addCampus(opened.network.backend.db);
  await opened.network.backend.db
    .insertInto('lti_choice')
    .values({
      ...{ district_id: ids.district, choice_id, platform_id: 5, user_puid: ids.tess, deployment_id: 'd1', data: null },
      ...{ return_url: 'https://campus.example/back', expires_at: Number.MAX_SAFE_INTEGER, link_id: null, return_hash: null },
    })
    .execute();
  await opened.signIn('tess');
  const address = addressOf(Choices.declaration as ScreenAddress);
  show(
    <AtRoute app={opened.app} address={address + query} path={address}>
      <Choices />
    </AtRoute>,
  );
}

describeCommand({
  name: 'ltiChoice',
  orders: [order],
  // The browser leaves for the platform.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openChoices({ ...stage, held: [lti.chooseLtiResource] });
    await screen.findByText('In any order');
  },
  network: () => opened.network,
  calls: { run: lti.chooseLtiResource },
  press: { give: () => fireEvent.click(screen.getAllByRole('button', { name: new RegExp(m.lti_choose()) })[0] as HTMLElement) },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(lti.chooseLtiResource)).toBe(1)),
    'ready.done': () => waitFor(() => expect(opened.network.made(lti.chooseLtiResource).length).toBeGreaterThan(0)),
  },
});

it('takes a search that is typed while another list loads', async () => {
  await openChoices({ render, held: [lti.ltiChoices] });
  await opened.network.release(lti.ltiChoices);
  await screen.findByText('In any order');
  const field = () => screen.getByRole('searchbox', { name: m.ui_table_search() });
  fireEvent.change(field(), { target: { value: 'no such' } });
  fireEvent.click(screen.getByText(m.lti_choose_items()));
  await waitFor(() => expect(opened.network.waiting(lti.ltiChoices)).toBe(1));
  expect(screen.queryByText(m.ui_table_filtered_away())).toBeNull();
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(opened.network.waiting(lti.ltiChoices)).toBe(1));
  await opened.network.release(lti.ltiChoices);
  expect(await screen.findByText(m.ui_table_filtered_away())).toBeTruthy();
  expect(opened.network.made(lti.ltiChoices).at(-1)).toMatchObject({ list: 'items', search: 'no such' });
});

it('leads back to the course if it is opened without a choice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await openChoices({ render }, '');
  expect(await screen.findByText(m.refusal_platformChoiceOver())).toBeTruthy();
});
