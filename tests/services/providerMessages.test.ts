// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { providerProtocol, readFrameMessage } from '../../src/services/provider.ts';

const frame = { name: 'the frame' } as unknown as Window;
const elsewhere = { name: 'another window' } as unknown as Window;
const nonce = 'a-secret';
const answers = [{ question_id: 1, answer_id: 2, answer_text: '', sequence: 1 }];
const said = (data: object, further: object = {}) =>
  readFrameMessage({ data: { protocol: providerProtocol, nonce, ...data }, origin: 'null', source: frame, ...further }, frame, nonce);

it.each([
  [{ type: 'loaded' }],
  [{ type: 'ready' }],
  [{ type: 'answered', answers }],
  [{ type: 'handedIn', answers: [] }],
  [{ type: 'failed', message: 'No items' }],
])('hears the frame say %j', (message) => expect(said(message)).toEqual(message));

it.each([
  ['another origin', { type: 'ready' }, { origin: 'https://elsewhere.example' }],
  ['the page’s own origin', { type: 'ready' }, { origin: 'http://localhost:3000' }],
  ['another window', { type: 'ready' }, { source: elsewhere }],
  ['no window', { type: 'ready' }, { source: null }],
  ['another secret', { type: 'ready', nonce: 'another' }, {}],
  ['no secret', { type: 'ready', nonce: undefined }, {}],
  ['a word that there is not', { type: 'score', score: 100 }, {}],
  ['a score among the answers that is no answer', { type: 'answered', answers: [{ ...answers[0], sequence: -1 }] }, {}],
  ['501 answers', { type: 'answered', answers: Array.from({ length: 501 }, () => answers[0]) }, {}],
  ['a very long answer', { type: 'answered', answers: [{ ...answers[0], answer_text: 'x'.repeat(10_001) }] }, {}],
])('refuses what claims to be the frame but has %s', (_what, message, further) => expect(said(message, further)).toBe('refused'));

it.each([[null], ['text'], [42], [{ type: 'ready' }], [{ protocol: 'something-else/1', type: 'ready' }]])(
  'has nothing to do with %j',
  (data) => expect(readFrameMessage({ data, origin: 'null', source: frame }, frame, nonce)).toBeUndefined(),
);

it('hears nothing before the frame is there', () =>
  expect(readFrameMessage({ data: { protocol: providerProtocol, nonce, type: 'ready' }, origin: 'null', source: null }, null, nonce)).toBe(
    'refused',
  ));

it('keeps of a message only what it knows', () => expect(said({ type: 'ready', score: 100 })).toEqual({ type: 'ready' }));
