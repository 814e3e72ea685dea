import { expect, it } from 'vitest';
import { type ContactNews, contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import { listener } from '../kit/actors.ts';
import { createTestActor } from './scenario.ts';

/** The contact of a chart that has just opened. */
function contact() {
  const heard: ContactNews['type'][] = [];
  return { ...createTestActor(contactMachine, { listener: listener<ContactNews>(({ type }) => heard.push(type)) }), heard };
}

it('passes on that the connection is back and that the page is hidden, whether or not the server was reached', () => {
  const { send, pass, heard, waits } = contact();
  expect([waits('watchConnection'), waits('watchHiding')]).toEqual([true, true]);
  send({ type: 'connection.restored' }, { type: 'page.hidden' });
  send({ type: 'server.missed' }, { type: 'page.hidden' });
  pass(60_000);
  send({ type: 'connection.restored' });
  expect(heard).toEqual(['connection.restored', 'page.hidden', 'page.hidden', 'connection.restored']);
});

it('is lost a minute after the first call that failed, however many fail after it, and found again by one that does not', () => {
  const { send, pass, snapshot } = contact();
  send({ type: 'server.missed' });
  pass(30_000);
  send({ type: 'server.missed' });
  pass(29_999);
  expect(snapshot().hasTag('lost')).toBe(false);
  pass(1);
  expect(snapshot().hasTag('lost')).toBe(true);
  send({ type: 'connection.restored' });
  expect(snapshot().hasTag('lost'), 'only an answer of the server proves it').toBe(true);
  send({ type: 'server.reached' });
  expect(snapshot().hasTag('lost')).toBe(false);
});
