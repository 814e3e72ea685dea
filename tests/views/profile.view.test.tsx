// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { profile as calls } from '../../contract/profile.ts';
import type { profileMachine } from '../../src/machines/profile/profileMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import ProfilePage from '../../src/views/profile/ProfilePage.tsx';
import { describeView } from '../kit/describeView.ts';
import { profileModel } from '../machines/profile.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { png } from '../server/pictures.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const tab = (name: string) => {
  const found = screen.getByRole('tab', { name });
  if (found.getAttribute('aria-selected') !== 'true') fireEvent.click(found);
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const photo = () => document.querySelector('main img, img');
const setUp = async () => {
  const { db } = opened.network.backend;
  await db
    .insertInto('user_photo')
    .values({
      district_id: 1,
      user_puid: ids.tess,
      media_type: 'image/png',
      content: Buffer.from(png(8, 8)).toString('base64'),
      updated_at: 1,
    })
    .execute();
};

describeView<typeof profileMachine>(profileModel, {
  mount: async (stage) => {
    opened = await openScreen({
      ...stage,
      held: [calls.userDetail, calls.updateUserDetail, calls.uploadUserPhoto, calls.removeUserPhoto],
    });
    await setUp();
    await opened.signIn('tess');
    stage.render(
      <AtAddress app={opened.app} address={`${paths.profile}/profile`}>
        <ProfilePage />
      </AtAddress>,
    );
  },
  drive: {
    'profile.retried': () => press(m.common_try_again()),
    'details.submitted': async ({ entry }) => {
      tab('Details');
      await type(m.account_first_name(), entry.first_name);
      await type(m.account_last_name(), entry.last_name);
      // The current address would need no password; any other does.
      await type(m.account_email(), entry.email.includes('@') ? '' : entry.email);
      fireEvent.submit((await field(m.account_first_name())).closest('form') as HTMLFormElement);
    },
    'form.edited': async () => type(m.account_last_name(), 'Lovelac'),
    'photo.chosen': async ({ picture }) => {
      tab('Photo');
      await waitFor(() => shown(m.account_photo_choose()));
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      const chosen = new File([png(8, 8)], 'me', { type: picture.type });
      fireEvent.change(input, { target: { files: [chosen] } });
    },
    'photo.removed': async () => {
      tab('Photo');
      fireEvent.click(await screen.findByRole('button', { name: m.account_photo_remove() }));
    },
    'xstate.done.actor.loadProfile': () => opened.network.release(calls.userDetail),
    'xstate.error.actor.loadProfile': ({ error }) => opened.network.fail(calls.userDetail, error),
    'xstate.done.actor.saveDetails': () => opened.network.release(calls.updateUserDetail),
    'xstate.error.actor.saveDetails': ({ error }) => opened.network.fail(calls.updateUserDetail, error),
    'xstate.done.actor.savePhoto': () => opened.network.release(calls.uploadUserPhoto),
    'xstate.error.actor.savePhoto': ({ error }) => opened.network.fail(calls.uploadUserPhoto, error),
    'xstate.done.actor.removePhoto': () => opened.network.release(calls.removeUserPhoto),
    'xstate.error.actor.removePhoto': ({ error }) => opened.network.fail(calls.removeUserPhoto, error),
  },
  see: {
    loading: () => expect(screen.queryByRole('tab')).toBeNull(),
    unloaded: () => shown(m.common_load_failed()),
    'showing.fresh': () => expect(screen.getAllByRole('tab')).toHaveLength(5),
    'showing.typing': () => expect(screen.queryByRole('alert')).toBeNull(),
    'showing.saved': async () => {
      shown(m.account_profile_saved());
      await waitFor(() => expect(opened.session().getSnapshot().context.user?.last_name, 'the name everywhere').toBe('Lovelace'));
    },
    'showing.photoChanged': ({ context }) => {
      shown(m.account_photo_changed());
      expect(photo() !== null).toBe(context.profile?.photo !== null);
    },
    'showing.incomplete': () => shown(m.account_profile_incomplete()),
    'showing.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'showing.noPicture': () => shown(m.account_no_picture()),
    'showing.photoRefused': () => shown(m.account_photo_failed()),
    'showing.unreachable': () => expect(screen.getByRole('alert').textContent).toContain('The server did not answer'),
    savingDetails: () => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true'),
    savingPhoto: () => shown(m.account_photo_choose()),
    removingPhoto: () => shown(m.account_photo_choose()),
  },
});
