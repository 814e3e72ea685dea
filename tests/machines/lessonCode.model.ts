import type { LessonCode } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const code = (text: string, guests: number): LessonCode => ({
  code: text,
  expiresAt: '2030-01-15T06:00:00.000Z',
  createdAt: '2030-01-02T06:00:00.000Z',
  createdBy: null,
  guests,
});
const there = code('Z9Y8X7W6', 2);
const problem = { code: 503, message: 'Too much to do' };

export const lessonCodeModel = defineModel({
  machine: lessonCodeMachine,
  events: [
    { type: 'codes.retried' },
    { type: 'codes.wanted' },
    { type: 'day.changed', until: '2030-02-01' },
    { type: 'code.requested' },
    { type: 'code.copied' },
    { type: 'copy.failed' },
    { type: 'code.wantedAnew' },
    { type: 'code.chosen', code: there },
    { type: 'revocation.asked', code: there },
    { type: 'guests.changed', endGuests: true },
    { type: 'guests.changed', endGuests: false },
    { type: 'revocation.confirmed' },
    { type: 'revocation.cancelled' },
    { type: 'xstate.done.actor.loadCodes', output: [] },
    { type: 'xstate.done.actor.loadCodes', output: [there] },
    { type: 'xstate.error.actor.loadCodes', error: problem },
    { type: 'xstate.done.actor.generateCode', output: code('A1B2C3D4', 0) },
    { type: 'xstate.error.actor.generateCode', error: { code: 400, message: 'The end date must be in the future.' } },
    { type: 'xstate.done.actor.revokeCode', output: null },
    { type: 'xstate.error.actor.revokeCode', error: problem },
  ],
  project: ({ codes, made, doomed, endGuests, until, problem: why }) => ({
    codes: codes.map((one) => one.code),
    made: made?.code,
    doomed: doomed?.code,
    endGuests,
    until,
    problem: why?.code,
  }),
  // Only listed codes can be chosen, and the server never makes the same code twice.
  can: (event, { context }) => {
    const { type, code: chosen } = event as { type: string; code?: LessonCode };
    if (chosen) return context.codes.some((one) => one.code === chosen.code);
    if (event.type === 'guests.changed') return (context.doomed?.guests ?? 0) > 0 && event.endGuests !== context.endGuests;
    if (event.type === 'day.changed') return event.until !== context.until;
    return type !== 'code.requested' || context.codes.every((one) => one.code !== 'A1B2C3D4');
  },
  keeps: {
    'xstate.done.actor.loadCodes': { output: 'codes' },
    'day.changed': { until: 'until' },
    'code.chosen': { code: 'made' },
    'revocation.asked': { code: 'doomed' },
    'xstate.done.actor.generateCode': { output: 'made' },
    'guests.changed': { endGuests: 'endGuests' },
  },
  tags: {
    loading: 'loadCodes',
    listing: 'code.chosen',
    shown: 'code.copied',
    form: (snapshot) => snapshot.matches('asking') || snapshot.matches('making'),
    copied: (snapshot) => snapshot.matches({ showing: 'copied' }),
    revoking: ['guests.changed', 'revokeCode'],
  },
  takes: {
    'code.wantedAnew': ['listing', 'showing'],
    'codes.wanted': ['asking', 'showing'],
  },
  leads: {
    'xstate.done.actor.loadCodes': ['asking', 'listing'],
    'code.wantedAnew': ['asking'],
    'code.chosen': ['showing'],
    'codes.retried': ['loading'],
    'xstate.done.actor.generateCode': ['showing'],
    'codes.wanted': ['listing'],
    'revocation.cancelled': ['listing'],
    'xstate.done.actor.revokeCode': ['asking', 'listing'],
    'xstate.error.actor.revokeCode': ['revoking.question'],
  },
  ownWords: ['showing.uncopied'],
  oldProblems: ['revoking.question', 'loading'],
  failures: { revokeCode: 'revoking' },
  invariants: {
    'a code is shown in large only where one was made or chosen': (snapshot) =>
      snapshot.matches('showing') === (snapshot.context.made !== null),
    'what is shown is good, as far as is known': ({ context }) =>
      context.made === null || context.codes.some(({ code: one }) => one === context.made?.code),
    'a question is about one code': (snapshot) => snapshot.matches('revoking') === (snapshot.context.doomed !== null),
    'a failure is kept only where it is shown, or tried again': (snapshot) =>
      snapshot.context.problem === null ||
      snapshot.matches('unknown') ||
      snapshot.matches('loading') ||
      snapshot.matches({ asking: 'failed' }) ||
      snapshot.matches({ revoking: 'question' }),
    'an address that was not copied is there to copy by hand': (snapshot) =>
      snapshot.matches({ showing: 'uncopied' }) === (snapshot.matches('showing') && snapshot.hasTag('failed')),
    'a list is never empty': (snapshot) => !snapshot.matches('listing') || snapshot.context.codes.length > 0,
  },
  stepInvariants: {
    'guests are sent away only if the teacher says so about this code': (_before, event, after) =>
      event.type !== 'revocation.asked' || !after.context.endGuests,
  },
});
