import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { Problem } from '../../src/machines/problem.ts';
import { createClient } from '../../src/services/kit/client.ts';
import type { Access, Environment } from '../../src/services/kit/environment.ts';
import { quietEnvironment } from './quietEnvironment.ts';

const message = 'Because.';
const refusal = { status: 'error', message, data: null };

/** The server's response; null if it hangs up. */
let answer: { httpStatus: number; body: string } | null;
/** The latest request. */
let sent: InternalAxiosRequestConfig;
const { adapter } = axios.defaults;
beforeAll(() => {
  axios.defaults.adapter = async (config) => {
    sent = config;
    if (answer === null) throw new AxiosError('socket hang up', AxiosError.ERR_NETWORK, config);
    return { status: answer.httpStatus, statusText: '', data: answer.body, headers: {}, config };
  };
});
afterAll(() => {
  axios.defaults.adapter = adapter;
});

let access: Access;
const rejected = vi.fn();
const toast = vi.fn();
const popup = vi.fn();
const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
const environment: Environment = {
  ...quietEnvironment,
  configuration: () => ({ backends: { lms: '', ngss: '', search: '', game: '' }, token: 'memory' }) as never,
  access: () => access,
  userPuid: () => 7,
  sessionRejected: () => {
    rejected();
    // No one signs in again here, so the call is given up.
    access = { state: 'closed', token: null, owner: null };
  },
  notify: toast,
  problemRaised: popup,
};
beforeEach(() => vi.clearAllMocks());

const declared = Object.entries(calls) as [string, Call][];
const isAsUser = ({ access: who }: Call) => Array.isArray(who);

/** Makes one call, and returns how it failed. */
async function fail(call: Call): Promise<Problem> {
  access = { state: 'open', token: 'token', owner: '1.maya' };
  return createClient(environment)
    .send(call, {})
    .then(
      () => expect.fail(`${call.path} did not fail`),
      (problem: Problem) => problem,
    );
}

const answers: [name: string, answer: typeof answer, problem: Problem][] = [
  ...[200, 400, 403, 404, 409, 413, 422, 429].map((code): [string, typeof answer, Problem] => [
    `a refusal under HTTP ${code}`,
    { httpStatus: code, body: JSON.stringify(refusal) },
    { code, message, refused: true },
  ]),
  ...[408, 425, 500, 503].map((code): [string, typeof answer, Problem] => [
    `HTTP ${code}`,
    { httpStatus: code, body: JSON.stringify(refusal) },
    { code, message },
  ]),
  ['no answer', null, { code: 0, message: '' }],
  ['a page of a proxy', { httpStatus: 404, body: '<h1>Not here</h1>' }, { code: 404, message: '' }],
  ['a page instead of an answer', { httpStatus: 200, body: '<h1>Welcome</h1>' }, { code: 502, message: '' }],
  ['a proxy that finds the call too large', { httpStatus: 413, body: '<h1>Too large</h1>' }, { code: 413, message: '', refused: true }],
];

describe.each(answers)('%s', (_, given, expected) => {
  it('is told to every chart in the same way, and on the screen as the call declares', async () => {
    for (const [name, call] of declared) {
      answer = given;
      vi.clearAllMocks();
      expect(await fail(call), name).toEqual(expected);
      expect(rejected, name).not.toHaveBeenCalled();
      const isSpoken = call.onFailure === 'notify' && expected.refused === true && expected.message !== '';
      expect(toast.mock.calls, name).toEqual(isSpoken ? [['error', message]] : []);
      expect(popup.mock.calls, name).toEqual(call.onFailure === 'notify' && !isSpoken ? [[expected]] : []);
      expect(logged.mock.calls.length, name).toBe(call.onFailure === 'log' ? 1 : 0);
    }
  });
});

it.each([
  ['with an envelope', JSON.stringify(refusal)],
  ['without one', 'nope'],
])('HTTP 401 %s ends the session of who is signed in, and is a refusal for everybody else', async (_, body) => {
  answer = { httpStatus: 401, body };
  for (const [name, call] of declared) {
    vi.clearAllMocks();
    const problem = await fail(call);
    expect(problem, name).toMatchObject(isAsUser(call) ? { code: 401, message: '' } : { code: 401, refused: true });
    expect(rejected, name).toHaveBeenCalledTimes(isAsUser(call) ? 1 : 0);
    expect(toast, name).not.toHaveBeenCalled();
    expect(popup, name).not.toHaveBeenCalled();
  }
});

it('some calls have no place on the screen for their failures: the popup is not dead', () => {
  expect(declared.filter(([, { onFailure }]) => onFailure === 'notify').map(([name]) => name)).not.toEqual([]);
});

it('every call of a session carries the token, and the user_puid from the session unless its own parameters hold it', async () => {
  answer = { httpStatus: 500, body: JSON.stringify(refusal) };
  const named = ['user_puid', 'userPuid', 'user_Puid', 'UserPuid', 'logged_in_user_puid'];
  for (const [name, call] of declared) {
    await fail(call);
    if (call.access !== 'cookie') expect(sent.headers.get('authorization') ?? null, name).toBe(isAsUser(call) ? 'Bearer token' : null);
    const own = named.filter((one) => one in call.query.entries || one in call.body.entries);
    if (call.access === 'public') expect(own, name).toEqual([]);
    else if (own.includes('user_puid') && 'user_puid' in call.query.entries) expect(sent.params, name).toMatchObject({ user_puid: 7 });
    // Supplied by the caller, as the types require.
    else expect(own, name).toHaveLength(1);
  }
});
