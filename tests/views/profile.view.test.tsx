// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { profile as calls } from '../../contract/profile.ts';
import type { profileMachine } from '../../src/machines/profile/profileMachine.ts';
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
    'profile.retried': () => press('Try again'),
    'details.submitted': async ({ entry }) => {
      tab('Details');
      await type('First name', entry.first_name);
      await type('Last name', entry.last_name);
      // The address that is there already would need no password; any other does.
      await type('E-mail address', entry.email.includes('@') ? '' : entry.email);
      fireEvent.submit((await field('First name')).closest('form') as HTMLFormElement);
    },
    'form.edited': async () => type('Last name', 'Lovelac'),
    'photo.chosen': async ({ picture }) => {
      tab('Photo');
      await waitFor(() => shown('Choose a photo'));
      const input = document.querySelector('input[type=file]') as HTMLInputElement;
      const chosen = new File([png(8, 8)], 'me', { type: picture.type });
      fireEvent.change(input, { target: { files: [chosen] } });
    },
    'photo.removed': async () => {
      tab('Photo');
      fireEvent.click(await screen.findByRole('button', { name: 'Remove the photo' }));
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
    unloaded: () => shown('This could not be loaded'),
    'showing.fresh': () => expect(screen.getAllByRole('tab')).toHaveLength(5),
    'showing.typing': () => expect(screen.queryByRole('alert')).toBeNull(),
    'showing.saved': async () => {
      shown('Your details are saved.');
      await waitFor(() => expect(opened.session().getSnapshot().context.user?.last_name, 'the name everywhere').toBe('Lovelace'));
    },
    'showing.photoChanged': ({ context }) => {
      shown('Your photo is changed.');
      expect(photo() !== null).toBe(context.profile?.photo !== null);
    },
    'showing.incomplete': () => shown('Fill in both names. The e-mail address may stay empty.'),
    'showing.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'showing.noPicture': () => shown('Use a PNG, JPEG or WebP picture of at most 20 MB.'),
    'showing.photoRefused': () => shown('Your photo is as it was'),
    'showing.unreachable': () => expect(screen.getByRole('alert').textContent).toContain('The server did not answer'),
    savingDetails: () => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true'),
    savingPhoto: () => shown('Choose a photo'),
    removingPhoto: () => shown('Choose a photo'),
  },
});
