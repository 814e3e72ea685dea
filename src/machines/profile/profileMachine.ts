import { assign, emit, setup } from 'xstate';
import type { Photo } from '../../../contract/frame.ts';
import type { UserDetail } from '../../../contract/profile.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { isEmail } from '../formRules.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** What somebody types of themselves. */
export interface DetailEntry {
  first_name: string;
  last_name: string;
  /** Empty: none. */
  email: string;
  /** Asked for only where the e-mail address is another one. */
  current_password: string;
}

/** The account, and its photo where there is one. */
export interface Profile {
  detail: UserDetail;
  photo: Photo | null;
}

/** A file as somebody chose it, and what it says of itself. */
export interface Picture {
  type: string;
  size: number;
  file: Blob;
}

/** Largest picture that is read at all, in bytes; it is made small before it is sent. */
export const mostPictureBytes = 20 * 1024 * 1024;
const pictures = ['image/png', 'image/jpeg', 'image/webp'];

export const profileReasons: Reasons<'isComplete' | 'isPicture' | 'isRefused'> = {
  isComplete: 'The first or the last name is missing, or the e-mail address is none.',
  isPicture: 'The file is no PNG, JPEG or WebP picture, or it is larger than 20 MB.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** One's own account: seen, put right, and with a photo (specification, sections 2 and 7, Profile and misc). */
export const profileMachine = setup({
  types: {
    context: {} as { profile: Profile | null; entry: DetailEntry | null; picture: Picture | null; problem: Problem | null },
    events: {} as
      | { type: 'profile.retried' }
      | { type: 'details.submitted'; entry: DetailEntry }
      | { type: 'form.edited' }
      | { type: 'photo.chosen'; picture: Picture }
      | { type: 'photo.removed' },
    emitted: {} as { type: 'details.saved' } | { type: 'photo.changed' },
    tags: {} as 'busy' | 'failed' | 'loaded',
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
    /** Neither a password nor a picture stays longer than it takes to send it. */
    forgetSent: assign({ entry: null, picture: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceDetails: emit({ type: 'details.saved' }),
    announcePhoto: emit({ type: 'photo.changed' }),
  },
  guards: {
    isComplete: (_, { entry }: { entry: DetailEntry }) =>
      entry.first_name.trim() !== '' && entry.last_name.trim() !== '' && (entry.email.trim() === '' || isEmail(entry.email)),
    isPicture: (_, { picture }: { picture: Picture }) => pictures.includes(picture.type) && picture.size <= mostPictureBytes,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'profile',
  description: 'Somebody looks at their own account, puts a name or an e-mail address right, and chooses a photo.',
  meta: { reasons: profileReasons },
  context: { profile: null, entry: null, picture: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The account and its photo are fetched.',
      tags: 'busy',
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        onDone: {
          target: 'showing',
          actions: { type: 'setProfile', params: ({ event }) => ({ profile: event.output }) },
          description: 'They are there.',
        },
        onError: {
          target: 'unloaded',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    unloaded: {
      description: 'The account could not be fetched.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'profile.retried': { target: 'loading', description: 'The person presses Try again.' } },
    },
    showing: {
      description: 'Everything can be read and put right; what is typed stays.',
      tags: 'loaded',
      initial: 'fresh',
      on: {
        'details.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'savingDetails',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'Enter, or the button, with names and an address or none.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'A name is missing, or the address is none.' },
        ],
        'photo.chosen': [
          {
            guard: { type: 'isPicture', params: ({ event }) => event },
            target: 'savingPhoto',
            actions: { type: 'setPicture', params: ({ event }) => event },
            description: 'A picture is chosen, or dropped.',
          },
          { target: '.noPicture', actions: 'clearProblem', description: 'It is another kind of file, or a very large one.' },
        ],
        'photo.removed': { target: 'removingPhoto', actions: 'clearProblem', description: 'The person takes the photo away.' },
      },
      states: {
        fresh: { description: 'Nothing has been changed yet.' },
        typing: { description: 'What was wrong is being put right.' },
        saved: { description: 'The details are saved.', meta: { announce: 'account_profile_saved' } },
        photoChanged: { description: 'Another photo, or none.', meta: { announce: 'account_photo_changed' } },
        incomplete: {
          description: 'A name is missing, or the e-mail address is none; the fields say so.',
          tags: 'failed',
          meta: { announce: 'account_profile_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'typing', description: 'The person types again.' } },
        },
        refused: {
          description: 'The server refuses the details, for example since the password is not right; its message.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        noPicture: {
          description: 'The file is no picture that can be used; the page says which can.',
          tags: 'failed',
          meta: { announce: 'account_no_picture' },
        },
        photoRefused: {
          description: 'The server refuses the picture, or it could not be read here; the photo is as it was.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer; nothing is changed, and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    savingDetails: {
      description: 'The server takes the details; a second submit does nothing.',
      tags: ['busy', 'loaded'],
      exit: 'forgetSent',
      invoke: {
        id: 'saveDetails',
        src: 'saveDetails',
        input: ({ context }) => context.entry,
        onDone: {
          target: 'showing.saved',
          actions: [{ type: 'setDetail', params: ({ event }) => ({ detail: event.output }) }, 'announceDetails'],
          description: 'They are saved; the name in the top bar follows.',
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'showing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refuses, and says why.',
          },
          {
            target: 'showing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    savingPhoto: {
      description: 'The picture is made small, then the server takes it.',
      tags: ['busy', 'loaded'],
      exit: 'forgetSent',
      invoke: {
        id: 'savePhoto',
        src: 'savePhoto',
        input: ({ context }) => context.picture,
        onDone: {
          target: 'showing.photoChanged',
          actions: [{ type: 'setPhoto', params: ({ event }) => ({ photo: event.output }) }, 'announcePhoto'],
          description: 'It is the photo from now on.',
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'showing.photoRefused',
            actions: { type: 'setProblem', ...failure },
            description: 'It is no picture after all, or it is damaged.',
          },
          {
            target: 'showing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    removingPhoto: {
      description: 'The server takes the photo away.',
      tags: ['busy', 'loaded'],
      invoke: {
        id: 'removePhoto',
        src: 'removePhoto',
        onDone: {
          target: 'showing.photoChanged',
          actions: [{ type: 'setPhoto', params: { photo: null } }, 'announcePhoto'],
          description: 'The initials stand in its place again.',
        },
        onError: {
          target: 'showing.unreachable',
          actions: { type: 'setProblem', ...failure },
          description: 'It is there still.',
        },
      },
    },
  },
});
