import type { UserDetail } from '../../contract/profile.ts';
import { type DetailEntry, mostPictureBytes, type Picture, profileMachine } from '../../src/machines/profile/profileMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const detail: UserDetail = {
  user_puid: 7,
  user_name: 'ada',
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@school.example',
  role: 2,
  district_name: 'Sample District',
  school_name: 'Hill',
  grade: null,
  has_password: true,
};
export const photo = { media_type: 'image/png' as const, content: 'AAAA' };
export const entry: DetailEntry = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@school.example', current_password: '' };
export const picture: Picture = { type: 'image/png', size: 7, file: new Blob(['picture']) };
export const page: Picture = { ...picture, type: 'text/html' };
/** Larger than any picture that is accepted. */
export const huge: Picture = { ...picture, size: mostPictureBytes + 1 };

const refused = { code: 400, message: 'Your current password is not right.', refused: true };
const silent = { code: 0, message: '' };

export const profileModel = defineModel({
  machine: profileMachine,
  events: [
    { type: 'profile.retried' },
    { type: 'details.submitted', entry },
    { type: 'details.submitted', entry: { ...entry, first_name: ' ' } },
    { type: 'details.submitted', entry: { ...entry, email: 'ada' } },
    { type: 'form.edited' },
    { type: 'photo.chosen', picture },
    { type: 'photo.chosen', picture: page },
    { type: 'photo.removed' },
    { type: 'xstate.done.actor.loadProfile', output: { detail, photo } },
    { type: 'xstate.error.actor.loadProfile', error: silent },
    { type: 'xstate.done.actor.saveDetails', output: { ...detail, last_name: 'Lovelace' } },
    { type: 'xstate.error.actor.saveDetails', error: refused },
    { type: 'xstate.error.actor.saveDetails', error: silent },
    { type: 'xstate.done.actor.savePhoto', output: photo },
    { type: 'xstate.error.actor.savePhoto', error: { code: 415, message: 'This is no photo.', refused: true } },
    { type: 'xstate.error.actor.savePhoto', error: silent },
    { type: 'xstate.done.actor.removePhoto', output: null },
    { type: 'xstate.error.actor.removePhoto', error: silent },
  ],
  project: ({ profile, problem }) => ({ isLoaded: profile !== null, hasPhoto: profile?.photo !== null, problem: problem?.code }),
  /** Without a photo there is no button to remove it. */
  can: (event, snapshot) => event.type !== 'photo.removed' || snapshot.context.profile?.photo !== null,
  keeps: {
    'photo.chosen': { picture: 'picture' },
    'details.submitted': { entry: 'entry' },
    'xstate.done.actor.loadProfile': { output: 'profile' },
  },
  tags: {
    loading: 'loadProfile',
    saving: 'saveDetails',
    removing: 'removePhoto',
    unloaded: 'profile.retried',
    saved: (snapshot) => snapshot.matches({ showing: 'saved' }),
    photoChanged: (snapshot) => snapshot.matches({ showing: 'photoChanged' }),
    details: (snapshot) => snapshot.matches({ showing: 'refused' }),
    noPicture: (snapshot) => snapshot.matches({ showing: 'noPicture' }),
    photo: (snapshot) => snapshot.matches({ showing: 'photoRefused' }),
  },
  leads: {
    'profile.retried': ['loading'],
    'xstate.error.actor.saveDetails': ['showing.refused', 'showing.unreachable'],
    'xstate.done.actor.savePhoto': ['showing.photoChanged'],
    'xstate.error.actor.savePhoto': ['showing.photoRefused', 'showing.unreachable'],
    'xstate.done.actor.removePhoto': ['showing.photoChanged'],
    'xstate.error.actor.removePhoto': ['showing.unreachable'],
  },
  tells: {
    'details.saved': 'xstate.done.actor.saveDetails',
    'photo.changed': ['xstate.done.actor.savePhoto', 'xstate.done.actor.removePhoto'],
  },
  ownWords: ['showing.noPicture'],
  oldProblems: ['loading'],
  invariants: {
    'what is shown has been loaded': (snapshot) =>
      snapshot.hasTag('loading') || snapshot.hasTag('unloaded') || snapshot.context.profile !== null,
    'no password and no picture stay longer than they are on their way': (snapshot) =>
      snapshot.matches('savingDetails') ||
      snapshot.matches('savingPhoto') ||
      (snapshot.context.entry === null && snapshot.context.picture === null),
  },
});
