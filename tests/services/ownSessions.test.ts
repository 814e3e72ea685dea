import { expect, it } from 'vitest';
import { endSessions } from '../../src/services/account/ownSessions.ts';
import { failureOf, type Send } from '../../src/services/kit/client.ts';

const ending = (failure: unknown) => {
  const send = (() => Promise.reject(failure)) as unknown as Send;
  return endSessions(send, 7, { session: null }, { answer: '', signal: new AbortController().signal });
};

it('a session that the server does not find has ended before', async () => {
  expect(await ending(failureOf(404, 'The session was not found.'))).toEqual({ ended: 0 });
});

it.each([{ code: 404, message: '' }, failureOf(400, 'Your current password is not right.'), failureOf(0, '')])(
  'nothing has ended after %j',
  async (failure) => {
    await expect(ending(failure)).rejects.toEqual(failure);
  },
);
