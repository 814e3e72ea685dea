import { assign, emit, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import type { UserDetail } from '../../../contract/profile.ts';
import type { Photo } from '../../../contract/shell.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as form from '../form.ts';
import { failed, failure, withProblem } from '../problem.ts';

/** Details a user enters about themselves. */
export interface DetailEntry {
  first_name: string;
  last_name: string;
  /** Empty if the user has none. */
  email: string;
  /** Required only if the email address changes. */
  current_password: string;
}

/** The account and its photo, if any. */
export interface Profile {
  detail: UserDetail;
  photo: Photo | null;
}

/** A file the user picked, with its reported type and size. */
export interface Picture {
  type: string;
  size: number;
  file: Blob;
}

/** Largest picture accepted for reading, in bytes. It is scaled down before the upload. */
export const mostPictureBytes = 20 * 1024 * 1024;
const pictures = ['image/png', 'image/jpeg', 'image/webp'];

export const profileReasons: Reasons<'isComplete' | 'isPicture' | 'isRefused'> = {
  isComplete: 'The first or last name is missing, or the email address is not valid.',
  isPicture: 'The file is not a PNG, JPEG, or WebP picture, or it is larger than 20 MB.',
  ...form.reasons,
};

/** The user's own account: view it, correct it, and set a photo (specification, sections 2 and 7, Profile and misc). */
export const profileMachine = setup({
  types: {
    context: {} as form.Context & { profile: Profile | null; entry: DetailEntry | null; picture: Picture | null },
    events: {} as
      | { type: 'profile.retried' }
      | { type: 'details.submitted'; entry: DetailEntry }
      | form.Event
      | { type: 'photo.chosen'; picture: Picture }
      | { type: 'photo.removed' },
    emitted: {} as { type: 'details.saved' } | { type: 'photo.changed' },
    // `details` and `photo`: which part a refusal is about.
    tags: {} as form.Tag | 'loading' | 'unloaded' | 'details' | 'saving' | 'saved' | 'photo' | 'removing' | 'photoChanged' | 'noPicture',
    meta: {} as ChartMeta,
  },
  actors: {
    loadProfile: actorSlot<Profile>('loadProfile', 'GET /UserSetup/get_user_detail and GET /UserSetup/get_user_photo'),
    saveDetails: actorSlot<UserDetail, DetailEntry | null>('saveDetails', 'POST /ExternalToolSetUp/update_user_detail'),
    savePhoto: actorSlot<Photo, Picture | null>('savePhoto', 'makes the picture small, then POST /UserSetup/upload_user_photo'),
    removePhoto: actorSlot<null>('removePhoto', 'POST /UserSetup/remove_user_photo'),
  },
  actions: {
    setProfile: assign({ profile: (_, { profile }: { profile: Profile }) => profile, problem: null }),
    setEntry: assign({ entry: (_, { entry }: { entry: DetailEntry }) => entry, problem: null }),
    setDetail: assign({
      profile: ({ context }, { detail }: { detail: UserDetail }) => ({ photo: context.profile?.photo ?? null, detail }),
    }),
    setPicture: assign({ picture: (_, { picture }: { picture: Picture }) => picture, problem: null }),
    setPhoto: assign({
      profile: ({ context }, { photo }: { photo: Photo | null }) => context.profile && { ...context.profile, photo },
    }),
    /** Drops the password and the picture as soon as they have been sent. */
    forgetSent: assign({ entry: null, picture: null }),
    ...form.actions,
    announceDetails: emit({ type: 'details.saved' }),
    announcePhoto: emit({ type: 'photo.changed' }),
  },
  guards: {
    isComplete: (_, { entry }: { entry: DetailEntry }) =>
      entry.first_name.trim() !== '' && entry.last_name.trim() !== '' && (entry.email.trim() === '' || isEmail(entry.email)),
    isPicture: (_, { picture }: { picture: Picture }) => pictures.includes(picture.type) && picture.size <= mostPictureBytes,
    ...form.guards,
  },
}).createMachine({
  id: 'profile',
  description: 'A user views their own account, corrects their name or email address, and chooses a photo.',
  meta: { reasons: profileReasons },
  context: { profile: null, entry: null, picture: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the account and its photo.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        onDone: {
          target: 'showing',
          actions: { type: 'setProfile', params: ({ event }) => ({ profile: event.output }) },
          description: 'The account and its photo arrived.',
        },
        onError: { target: 'unloaded', ...withProblem, description: 'The server gave no usable answer.' },
      },
    },
    unloaded: {
      description: 'The account could not be loaded. The screen says so and offers Try again.',
      ...failed({ focus: 'problem' }, 'unloaded'),
      on: { 'profile.retried': { target: 'loading', description: 'The user presses Try again.' } },
    },
    showing: {
      description: 'The account is on the screen and can be edited. What was typed is kept after an error.',
      initial: 'fresh',
      on: {
        'details.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'savingDetails',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'Enter or the button, with both names and a valid email address or none.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'A name is missing, or the email address is not valid.' },
        ],
        'photo.chosen': [
          {
            guard: { type: 'isPicture', params: ({ event }) => event },
            target: 'savingPhoto',
            actions: { type: 'setPicture', params: ({ event }) => event },
            description: 'The user picks or drops a picture.',
          },
          { target: '.noPicture', actions: 'clearProblem', description: 'The file is not a supported picture or is too large.' },
        ],
        'photo.removed': { target: 'removingPhoto', actions: 'clearProblem', description: 'The user removes the photo.' },
      },
      states: {
        fresh: { description: 'Nothing has been saved or has failed on this visit.' },
        saved: {
          description: 'The details are saved, and the screen says so.',
          tags: 'saved',
          meta: { announce: 'account_profile_saved' },
        },
        photoChanged: {
          description: 'The photo was changed or removed, and the screen says so.',
          tags: 'photoChanged',
          meta: { announce: 'account_photo_changed' },
        },
        incomplete: {
          ...form.fieldError,
          description: 'A name is missing, or the email address is not valid. The fields say so.',
          meta: { announce: 'account_profile_incomplete', focus: 'problem' },
        },
        ...form.states(),
        refused: { ...form.failedStates().refused, tags: ['failed', 'details'] },
        noPicture: {
          description: 'The file is not a supported picture. The page lists the supported types.',
          ...failed({ announce: 'account_no_picture' }, 'noPicture'),
        },
        photoRefused: {
          description: 'The picture could not be read, or the server refused it. The photo has not changed.',
          ...failed({ focus: 'problem' }, 'photo'),
        },
      },
    },
    savingDetails: {
      description: 'Waiting for the server to save the details. Another submit has no effect.',
      tags: ['busy', 'saving'],
      exit: 'forgetSent',
      invoke: {
        id: 'saveDetails',
        src: 'saveDetails',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'showing.saved',
          actions: [{ type: 'setDetail', params: ({ event }) => ({ detail: event.output }) }, 'announceDetails'],
          description: 'The details are saved. The name in the top bar is updated too.',
        },
        onError: form.backTo('showing'),
      },
    },
    savingPhoto: {
      description: 'Scaling the picture down and uploading it.',
      tags: 'busy',
      exit: 'forgetSent',
      invoke: {
        id: 'savePhoto',
        src: 'savePhoto',
        input: ({ context }) => context.picture,
        onDone: {
          target: 'showing.photoChanged',
          actions: [{ type: 'setPhoto', params: ({ event }) => ({ photo: event.output }) }, 'announcePhoto'],
          description: 'The picture is the new photo.',
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'showing.photoRefused',
            ...withProblem,
            description: 'The file is not a picture or is damaged.',
          },
          {
            target: 'showing.unreachable',
            ...withProblem,
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    removingPhoto: {
      description: 'Waiting for the server to remove the photo.',
      tags: ['busy', 'removing'],
      invoke: {
        id: 'removePhoto',
        src: 'removePhoto',
        onDone: {
          target: 'showing.photoChanged',
          actions: [{ type: 'setPhoto', params: { photo: null } }, 'announcePhoto'],
          description: 'The photo is removed. The user’s initials are shown instead.',
        },
        onError: { target: 'showing.unreachable', ...withProblem, description: 'The photo could not be removed and is still there.' },
      },
    },
  },
});
