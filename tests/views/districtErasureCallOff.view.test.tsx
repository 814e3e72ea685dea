// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { districts } from '../../contract/districts.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { openDistricts } from './kit/districts.tsx';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

let opened: Screen;
const name = 'South';
const mark = () => screen.queryByText(/^Will be erased after /);

describeCommand({
  name: 'districtErasureCallOff',
  orders: [{ district_id: ids.otherDistrict, name }],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openDistricts('max', {
      ...stage,
      held: [districts.callOffDistrictErasure],
      prepare: async ({ network }) => {
        const max = await network.backend.signIn('max');
        const { userPuid: user_puid } = max.user;
        await max.ok(districts.requestDistrictErasure, {
          ...{ user_puid, district_id: ids.otherDistrict, name, current_password: 'science-rocks' },
        });
      },
    });
  },
  network: () => opened.network,
  calls: { run: districts.callOffDistrictErasure },
  // An open district has nothing to call off.
  can: (event, snapshot) =>
    (event.type !== 'command.given' || !snapshot.hasTag('done')) && (event.type !== 'outcome.dismissed' || snapshot.hasTag('failed')),
  press: {
    // The row shows its name with the day under it.
    give: () => chooseFor(name, m.districts_keep()),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': () => expect(mark()).toBeTruthy(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(districts.callOffDistrictErasure)).toBe(1)),
    'ready.done': async () => {
      await waitFor(() => expect(mark()).toBeNull());
      expect(opened.notices().at(-1)?.text).toBe(m.districts_keep_done({ name }));
    },
  },
});
