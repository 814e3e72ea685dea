// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { sso } from '../../contract/sso.ts';
import type { selectSchoolMachine } from '../../src/machines/sso/selectSchoolMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import SelectSchoolPage from '../../src/views/sso/SelectSchoolPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { selectSchoolModel } from '../machines/selectSchool.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const identity = { provider: 'roster https://id.example orrery 1', issuer: 'https://id.example', subject: 'a' };
let opened: Screen;

/** Accounts 7 and 8 in the model. On the screen: Ana's own at Hill, and one at Coast in another district. */
const link = async () => {
  const { db } = opened.network.backend;
  await db.updateTable('refresh_session').set(identity).execute();
  for (const [district_id, user_puid] of [
    [1, ids.ana],
    [2, ids.ted],
  ] as const)
    await db
      .insertInto('federated_identity')
      .values({ ...identity, district_id, user_puid, linked_at: 1 })
      .execute();
};
const cards = () => screen.queryAllByRole('button', { name: m.login_school_open() });
const choose = (school: string) => {
  let card = shown(school).parentElement;
  while (card && !within(card).queryByRole('button')) card = card.parentElement;
  fireEvent.click(within(card as HTMLElement).getAllByRole('button')[0] as HTMLElement);
};
const user = () => opened.session().getSnapshot().context.user;

describeView<typeof selectSchoolMachine>(
  {
    ...selectSchoolModel,
    project: ({ accounts, chosen, problem }) => ({ count: accounts.length, chosen: chosen !== null, problem: problem?.code }),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [sso.getSchools, sso.selectSchool] });
      await opened.signIn('ana');
      stage.render(
        <AtAddress app={opened.app} address="/authenticated/selectSchool">
          <SelectSchoolPage />
        </AtAddress>,
      );
    },
    drive: {
      'school.chosen': ({ account }) => choose(account.school_name as string),
      'schools.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
      'xstate.done.actor.loadAccounts': ({ output }) => opened.network.release(sso.getSchools, output.length > 0 ? link : undefined),
      'xstate.error.actor.loadAccounts': ({ error }) => opened.network.fail(sso.getSchools, error),
      'xstate.done.actor.openAccount': () => opened.network.release(sso.selectSchool),
      'xstate.error.actor.openAccount': ({ error }) => opened.network.fail(sso.selectSchool, error),
    },
    see: {
      loading: () => expect(cards()).toEqual([]),
      unloaded: () => shown(m.common_load_failed()),
      alone: () => {
        shown(m.login_school_alone());
        expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toMatch(/studentDashboard/);
      },
      'choosing.fresh': () => expect(cards()).toHaveLength(2),
      'choosing.again': () => {
        shown(m.login_school_failed());
        expect(cards()).toHaveLength(2);
        expect(user()?.userPuid, 'still signed in').toBe(ids.ana);
      },
      opening: () => expect(opened.network.waiting(sso.selectSchool)).toBe(1),
      kept: () => {
        expect(place.path).toBe('/authenticated/studentDashboard/studentDashboard/0');
        expect(opened.network.made(sso.selectSchool), 'nothing is asked for the own account').not.toContainEqual(
          expect.objectContaining({ school_user_puid: ids.ana }),
        );
        expect(user()?.userPuid).toBe(ids.ana);
      },
      opened: async () => {
        await waitFor(() => expect(user()).toMatchObject({ userPuid: ids.ted, districtID: 2 }));
        expect(place.path).toBe('/authenticated/content/contentHome');
      },
    },
  },
);
