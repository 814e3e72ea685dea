// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { lti } from '../../contract/lti.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import Choices from '../../src/views/workspace/ltiChoice.records.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { addCampus } from './kit/platforms.tsx';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const choice_id = 7;
const order = { kind: 'lesson', id: ids.freeLesson, title: 'In any order', item_type_id: null, has_score: true };

describeCommand({
  name: 'ltiChoice',
  orders: [order],
  // The browser leaves for the platform.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [lti.chooseLtiResource] });
    await addCampus(opened.network.backend.db);
    await opened.network.backend.db
      .insertInto('lti_choice')
      .values({
        ...{ district_id: ids.district, choice_id, platform_id: 5, user_puid: ids.tess, deployment_id: 'd1', data: null },
        ...{ return_url: 'https://campus.example/back', expires_at: Number.MAX_SAFE_INTEGER, link_id: null, return_hash: null },
      })
      .execute();
    await opened.signIn('tess');
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const address = addressOf(Choices.declaration as ScreenAddress);
    stage.render(
      <AtRoute app={opened.app} address={`${address}?choice_id=${choice_id}`} path={address}>
        <Choices />
      </AtRoute>,
    );
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
