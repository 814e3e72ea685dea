import type { SharedUser } from '../../contract/sharing.ts';
import { shareMachine } from '../../src/machines/sharing/shareMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const person = (user_puid: number, is_shared: boolean): SharedUser => ({
  user_puid,
  first_name: 'tom',
  last_name: 'Person',
  role_id: 2,
  school_name: 'Lake',
  is_shared,
});

export const shareModel = defineModel({
  machine: shareMachine,
  input: { userPuid: 3, lessonId: 11, roleId: 2 },
  events: [
    { type: 'filters.changed', filters: { roleId: 2, search: 'person' } },
    { type: 'list.retried' },
    { type: 'person.toggled', userPuid: 21 },
    { type: 'person.toggled', userPuid: 22 },
    { type: 'share.submitted' },
    { type: 'unshare.asked', userPuid: 21 },
    { type: 'unshare.asked', userPuid: 22 },
    { type: 'link.asked' },
    { type: 'link.copied' },
    { type: 'copy.failed' },
    { type: 'link.revoked' },
    { type: 'xstate.done.actor.findPeople', output: { users: [person(22, true), person(21, false)], total: 2 } },
    { type: 'xstate.error.actor.findPeople', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.shareLesson', output: null },
    { type: 'xstate.error.actor.shareLesson', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.unshareLesson', output: null },
    { type: 'xstate.error.actor.unshareLesson', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.makeLink', output: { id: 'A'.repeat(22) } },
    { type: 'xstate.error.actor.makeLink', error: { code: 503, message: 'No link now' } },
    { type: 'xstate.done.actor.revokeLink', output: null },
    { type: 'xstate.error.actor.revokeLink', error: { code: 503, message: 'No link now' } },
  ],
  project: ({ chosen, people, linkId }) => ({ chosen: chosen.length, people: people.users.length, isLinked: linkId !== '' }),
  delays: { typing: 250 },
  keeps: {
    'filters.changed': { filters: 'filters' },
    'xstate.done.actor.findPeople': { output: 'people' },
    'xstate.done.actor.makeLink': { 'output.id': 'linkId' },
    'unshare.asked': { userPuid: 'leaving' },
  },
  tags: {
    busy: ['typing', 'findPeople', 'shareLesson', 'unshareLesson', 'makeLink', 'revokeLink'],
    searching: ['typing', 'findPeople'],
    changing: ['unshareLesson', 'shareLesson'],
    sharing: 'shareLesson',
    unsharing: 'unshareLesson',
    making: 'makeLink',
    revoking: 'revokeLink',
    unavailable: 'list.retried',
    found: 'share.submitted',
    nobody: (snapshot) => snapshot.matches({ people: { found: 'withoutPerson' } }),
    refused: (snapshot) => snapshot.matches({ people: { found: 'refused' } }) || snapshot.matches({ link: 'failed' }),
    linked: ['link.copied', 'revokeLink'],
    copied: (snapshot) => snapshot.matches({ link: { shown: 'copied' } }),
    uncopied: (snapshot) => snapshot.matches({ link: { shown: 'uncopied' } }),
  },
  takes: {
    'link.asked': ['link.unasked', 'link.failed'],
  },
  tells: {
    'lesson.unshared': 'xstate.done.actor.unshareLesson',
    'lesson.shared': 'xstate.done.actor.shareLesson',
  },
  ownWords: ['people.found.withoutPerson', 'people.unavailable', 'people.found.refused', 'link.failed'],
  oldProblems: ['link.unasked', 'people.finding', 'people.typing'],
  invariants: {
    'nothing is shared with nobody': (snapshot) => !snapshot.matches({ people: 'sharing' }) || snapshot.context.chosen.length > 0,
    'nobody is chosen who has the lesson': ({ context }) => context.chosen.every(({ is_shared }) => !is_shared),
    'a link is shown only where there is one': (snapshot) => !snapshot.hasTag('linked') || snapshot.context.linkId !== '',
    'a link that was revoked is forgotten': (snapshot) => !snapshot.matches({ link: 'unasked' }) || snapshot.context.linkId === '',
  },
});
