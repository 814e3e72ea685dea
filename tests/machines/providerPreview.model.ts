import type { OpenedFrame } from '../../src/machines/provider/providerFrame.ts';
import { type ProviderPreviewInput, providerPreviewMachine } from '../../src/machines/provider/providerPreviewMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { opened } from './providerAssessment.model.ts';

const input: ProviderPreviewInput = { quizId: 41, lessonId: 11 };
const { result_id: _, ...frame } = opened;
export const previewed: OpenedFrame = frame;

export const providerPreviewModel = defineModel({
  machine: providerPreviewMachine,
  input,
  events: [
    { type: 'preview.opened' },
    { type: 'preview.closed' },
    { type: 'frame.ready' },
    { type: 'frame.failed', message: 'No items' },
    { type: 'frame.reopened' },
    { type: 'assessment.handedIn' },
    { type: 'message.refused' },
    { type: 'xstate.done.actor.startPreview', output: previewed },
    { type: 'xstate.error.actor.startPreview', error: { code: 404, message: 'No such assessment' } },
  ],
  project: ({ opened: isOpen, problem }) => ({ isOpen: isOpen !== null, problem: problem?.message }),
  delays: { slow: 8_000, givingUp: 30_000 },
  keeps: {
    'xstate.done.actor.startPreview': { output: 'opened' },
  },
  tags: {
    busy: 'startPreview',
    starting: 'startPreview',
    closed: 'preview.opened',
    framed: 'frame.failed',
    covered: 'frame.ready',
    slow: 'givingUp',
    suspicious: (snapshot) => snapshot.matches({ framed: { trust: 'suspicious' } }),
    down: (snapshot) => snapshot.matches('down'),
    finished: (snapshot) => snapshot.matches('finished'),
  },
  takes: {
    'preview.closed': (snapshot) => !snapshot.hasTag('closed'),
    'frame.reopened': ['framed.frame.slow', 'down', 'finished'],
  },
  leads: {
    'preview.opened': ['starting'],
    'preview.closed': ['closed'],
    'xstate.error.actor.startPreview': ['down'],
    'frame.ready': ['framed.frame.ready'],
    'frame.failed': ['down'],
    'frame.reopened': ['starting'],
    givingUp: ['down'],
  },
  ownWords: ['down'],
  oldProblems: ['closed'],
  failures: { startPreview: 'down' },
  invariants: {
    'a frame is open only with what it needs': (snapshot) => !snapshot.hasTag('framed') || snapshot.context.opened !== null,
  },
  stepInvariants: {
    'a frame that is opened again is a new one': (before, event, after) =>
      event.type !== 'xstate.done.actor.startPreview' || after.context.frames === before.context.frames + 1,
  },
});
