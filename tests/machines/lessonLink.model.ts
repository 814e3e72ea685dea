import { type LessonLinkInput, lessonLinkMachine } from '../../src/machines/lessonLink/lessonLinkMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const lesson = { lessonId: 502, assignmentId: 7 };
/** Inputs for opening by link and by code. */
export const comings: Record<string, LessonLinkInput> = {
  'by a link': { userPuid: 1001, linkId: 'A'.repeat(22), lesson: null },
  'by a code': { userPuid: 1001, linkId: null, lesson },
};

export const lessonLinkModel = defineModel({
  machine: lessonLinkMachine,
  inputs: comings,
  events: [
    { type: 'link.retried' },
    { type: 'xstate.done.actor.assignFromLink', output: lesson },
    {
      type: 'xstate.error.actor.assignFromLink',
      error: { code: 403, message: 'Expired', refused: true, reason: 'lessonLinkExpired' },
    },
    {
      type: 'xstate.error.actor.assignFromLink',
      error: { code: 403, message: 'Revoked', refused: true, reason: 'lessonLinkRevoked' },
    },
    { type: 'xstate.error.actor.assignFromLink', error: { code: 404, message: 'The lesson link was not found.', refused: true } },
    { type: 'xstate.error.actor.assignFromLink', error: { code: 503, message: 'Service unavailable' } },
    { type: 'xstate.done.actor.loadResponses', output: [] },
    { type: 'xstate.error.actor.loadResponses', error: { code: 503, message: 'Service unavailable' } },
    { type: 'xstate.done.actor.loadTracking', output: { lesson_id: lesson.lessonId } as never },
    { type: 'xstate.error.actor.loadTracking', error: { code: 503, message: 'Service unavailable' } },
  ],
  project: ({ lesson, problem }) => ({ lesson, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.assignFromLink': { output: 'lesson' },
    'xstate.done.actor.loadTracking': { output: 'tracking' },
  },
  tags: {
    expired: (snapshot) => snapshot.matches('expired'),
    revoked: (snapshot) => snapshot.matches('revoked'),
    notForYou: (snapshot) => snapshot.matches('notForYou'),
  },
  leads: {
    'xstate.done.actor.assignFromLink': ['loadingResponses'],
    'xstate.done.actor.loadResponses': ['loadingTracking'],
    'xstate.error.actor.loadResponses': ['loadingTracking'],
    'link.retried': ['assigning'],
    'xstate.done.actor.loadTracking': ['opened'],
    'xstate.error.actor.loadTracking': ['opened'],
  },
  tells: {
    'lesson.opened': ['xstate.done.actor.loadTracking', 'xstate.error.actor.loadTracking'],
  },
  ownWords: ['expired', 'revoked'],
  oldProblems: ['assigning'],
  failures: { assignFromLink: ['expired', 'revoked'], loadResponses: ({ value }) => value === 'loadingTracking' },
  invariants: {
    'what loads is of a lesson': ({ value, context }) =>
      !['loadingResponses', 'loadingTracking', 'opened'].includes(value as string) || context.lesson !== null,
    'a failure opens nothing': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.lesson === null,
  },
});
