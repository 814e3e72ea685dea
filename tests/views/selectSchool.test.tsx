// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sso } from '../../contract/sso.ts';
import SelectSchoolPage from '../../src/views/account/SelectSchoolPage.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen({ held: [sso.selectSchool] });
  await opened.signIn('ana');
  const { db } = opened.network.backend;
  const identity = { issuer: 'https://id.example', subject: 'a' };
  await db.updateTable('refresh_session').set(identity).execute();
  for (const [district_id, user_puid] of [
    [1, ids.ana],
    [2, ids.ted],
  ] as const)
    await db
      .insertInto('federated_identity')
      .values({ ...identity, district_id, user_puid, linked_at: 1 })
      .execute();
  render(
    <AtAddress app={opened.app} address="/authenticated/selectSchool">
      <SelectSchoolPage />
    </AtAddress>,
  );
  await waitFor(() => shown('Coast'));
});
const choose = (school: string) => {
  let card = shown(school).parentElement;
  while (card && !within(card).queryByRole('button')) card = card.parentElement;
  fireEvent.click(within(card as HTMLElement).getAllByRole('button')[0] as HTMLElement);
};
const user = () => opened.session().getSnapshot().context.user;

it('goes on with the account of another school', async () => {
  choose('Coast');
  await opened.network.release(sso.selectSchool);
  await waitFor(() => expect(user()).toMatchObject({ userPuid: ids.ted, districtID: 2 }));
  expect(place.path).toBe('/authenticated/content/contentHome');
});

it('goes home with the account that is open already, without a call', async () => {
  choose('Hill');
  await waitFor(() => expect(place.path).toBe('/authenticated/studentDashboard/studentDashboard/0'));
  expect(opened.network.made(sso.selectSchool)).toEqual([]);
  expect(user()?.userPuid).toBe(ids.ana);
});

it('says so when the school cannot be opened, and stays', async () => {
  choose('Coast');
  await opened.network.fail(sso.selectSchool, { code: 0 });
  await waitFor(() => shown('The school could not be opened'));
  expect(user()?.userPuid).toBe(ids.ana);
  expect(screen.getAllByRole('button', { name: 'Go on here' })).toHaveLength(2);
});
