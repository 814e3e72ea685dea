import { noticesMachine } from '../../src/machines/app/noticesMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const noticesModel = defineModel({
  machine: noticesMachine,
  events: [
    { type: 'notice.posted', kind: 'success', text: 'Resource Added' },
    { type: 'notice.posted', kind: 'info', text: 'Two classes have this lesson' },
    { type: 'notice.dismissed', id: 'notice-1' },
    { type: 'notices.held' },
    { type: 'notices.resumed' },
    { type: 'problem.raised', problem: { code: 503, message: 'Service unavailable' } },
    { type: 'problem.raised', problem: { code: 0, message: '' } },
    { type: 'problem.raised', problem: { code: 400, message: 'Bad request' } },
    { type: 'problem.closed' },
  ],
  project: ({ notices, problem }) => ({ notices: notices.map(({ id, kind }) => [id, kind]), problem: problem?.code }),
  // Every notice has a unique id. Three are enough to see two at once and one after another.
  until: ({ context }) => context.nextId > 3,
  takes: {
    'notice.posted': ['notices.running', 'notices.held'],
    'problem.raised': ['problem.none', 'problem.shown'],
  },
  leads: {
    'notices.resumed': ['notices.running'],
    'problem.closed': ['problem.none'],
  },
  oldProblems: ['problem.shown'],
  invariants: {
    'no two notices say the same': ({ context }) =>
      new Set(context.notices.map(({ kind, text }) => `${kind} ${text}`)).size === context.notices.length,
    'the popup is open exactly while there is a problem': (snapshot) =>
      snapshot.matches({ problem: 'shown' }) === (snapshot.context.problem !== null),
    'the popup always has a status, and never 400': ({ context }) => context.problem === null || ![0, 400].includes(context.problem.code),
  },
  stepInvariants: {
    'a notice that was dismissed is gone': (_before, { type, id }, { context }) =>
      type !== 'notice.dismissed' || context.notices.every((notice) => notice.id !== id),
  },
});
