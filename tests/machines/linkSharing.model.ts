import type { LessonLink } from '../../contract/lessonLink.ts';
import { linkSharingMachine } from '../../src/machines/sharing/linkSharingMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const link: LessonLink = {
  link_id: 'A'.repeat(22),
  lesson_id: 11,
  end_date: null,
  is_perpectual_expiry: true,
  assignment_no: 1,
  created_at: '2030-01-07T00:00:00.000Z',
};

export const linkSharingModel = defineModel({
  machine: linkSharingMachine,
  input: { lessonId: 11, timeZone: 'America/Chicago', today: '2030-01-07' },
  events: [
    { type: 'end.changed', end: { day: '2030-01-06', isPerpetual: false } },
    { type: 'end.changed', end: { day: '2030-01-07', isPerpetual: false } },
    { type: 'end.changed', end: { day: '', isPerpetual: true } },
    { type: 'link.requested' },
    { type: 'link.retried' },
    { type: 'link.copied' },
    { type: 'copy.failed' },
    { type: 'link.replaceAsked' },
    { type: 'link.revokeAsked' },
    { type: 'revoke.confirmed' },
    { type: 'revoke.cancelled' },
    { type: 'xstate.done.actor.findLink', output: null },
    { type: 'xstate.done.actor.findLink', output: link },
    { type: 'xstate.error.actor.findLink', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.makeLink', output: link },
    { type: 'xstate.error.actor.makeLink', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.revokeLink', output: null },
    { type: 'xstate.error.actor.revokeLink', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ end, link: made, problem }) => ({ end, isMade: made !== null, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.findLink': { output: 'link' },
    'end.changed': { end: 'end' },
    'xstate.done.actor.makeLink': { output: 'link' },
  },
  tags: {
    looking: 'findLink',
    making: 'makeLink',
    revoking: 'revokeLink',
    unavailable: 'link.retried',
    asking: ['end.changed', 'makeLink'],
    endless: (snapshot) => snapshot.matches({ asking: 'endless' }),
    refused: (snapshot) => snapshot.matches({ asking: 'refused' }),
    showing: ['link.copied', 'revoke.confirmed', 'revokeLink'],
    copied: (snapshot) => snapshot.matches({ showing: 'copied' }),
    uncopied: (snapshot) => snapshot.matches({ showing: 'uncopied' }),
    confirming: ['revoke.confirmed', 'revokeLink'],
  },
  leads: {
    'xstate.done.actor.findLink': ['asking', 'showing'],
    'end.changed': ['asking.fresh'],
    'link.replaceAsked': ['asking'],
    'link.revokeAsked': ['confirming'],
    'link.retried': ['looking'],
    'revoke.cancelled': ['showing'],
    'xstate.done.actor.makeLink': ['showing'],
    'xstate.done.actor.revokeLink': ['asking'],
    'xstate.error.actor.revokeLink': ['confirming'],
  },
  ownWords: ['asking.endless', 'showing.uncopied'],
  oldProblems: ['asking.fresh', 'confirming'],
  failures: { revokeLink: 'confirming' },
  invariants: {
    'a link is shown only where there is one': (snapshot) => !snapshot.hasTag('showing') || snapshot.context.link !== null,
    'a link is made only with an end to come, or without any': (snapshot) =>
      !snapshot.matches('making') || snapshot.context.end.isPerpetual || snapshot.context.end.day >= snapshot.context.today,
  },
});
