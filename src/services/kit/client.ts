import axios, { type AxiosRequestConfig, type AxiosResponse, isCancel } from 'axios';
import * as v from 'valibot';
import { type Call, type DataOf, Envelope, type InputOf } from '../../../contract/kit.ts';
import type { RefusalCode } from '../../../contract/refusals.ts';
import type { Problem } from '../../machines/problem.ts';
import type { Environment } from './environment.ts';
import { abandoned, createWaitingCalls } from './waitingCalls.ts';

/** Code of a response that does not match the contract. */
export const unreadableAnswer = 502;

export interface SendOptions {
  signal?: AbortSignal;
  /** A background call shows no spinner. */
  quiet?: boolean;
  /** The request survives leaving the page. For small final requests that have only a body. */
  keepalive?: boolean;
  /** A token to use in place of the session's. The response then says nothing about the session. */
  token?: string;
}

/** Makes a call of the contract. Resolves with its data, or rejects with a `Problem`. */
export type Send = <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) => Promise<DataOf<C>>;

export interface Client {
  send: Send;
  /** Server's time minus the device's, in ms, from the newest response; undefined before the first. */
  clockOffset: () => number | undefined;
}

declare module 'axios' {
  interface AxiosRequestConfig {
    quiet?: boolean;
    /** When the request was made, by `Environment.elapsed`. */
    askedAt?: number;
  }
}

const pick = (schema: v.ObjectSchema<v.ObjectEntries, undefined>, input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys(schema.entries)
      .filter((key) => input[key] !== undefined)
      .map((key) => [key, input[key]]),
  );

/** The parts of a response that are used. */
type Answered = Pick<AxiosResponse<unknown>, 'status' | 'data'>;

/** Makes a request that survives leaving the page, which only `fetch` can. */
async function outliving(method: string, url: string, body: unknown, headers: Record<string, string>): Promise<Answered> {
  const address = new URL(url, document.baseURI);
  const request = { method, keepalive: true, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(address, request);
    return { status: answer.status, data: await answer.json().catch(() => null) };
  } catch {
    throw { code: 0, message: '' } satisfies Problem;
  }
}

/** Request Timeout and Too Early: the server has not processed the call. */
const timeouts = [408, 425];
/** Codes that gateways return themselves, without an envelope: not signed in, too large. */
const saidByGateways = [401, 413];

/** Messages fixed by the specification. A backend without codes uses them to tell charts the reason. */
const fixedMessages: readonly (readonly [words: string, reason: RefusalCode])[] = [
  ['Failed to Login', 'loginFailed'],
  ['Incorrect code', 'incorrectCode'],
  ['Code has expired', 'codeExpired'],
  ['User with this email already exists', 'emailTaken'],
];

/**
 * The failure for an HTTP status and message. A status of 200 with a failure is a refusal like any other. A code that is not a string is
 * ignored; an unknown one matches no code that charts check.
 */
export function failureOf(code: number, message: string, data: unknown = null): Problem {
  const isRefused = code >= 200 && code < 500 && !timeouts.includes(code);
  const { reason: said } = Object(data) as { reason?: unknown };
  const reason = typeof said === 'string' ? (said as RefusalCode) : fixedMessages.find(([words]) => message.includes(words))?.[1];
  return { code, message, ...(isRefused && { refused: true }), ...(reason && { reason }) };
}

/** How long a refusal waits for its texts to load, in ms. After that the server's text is shown. */
const patience = 3_000;

const isUnauthorised = (error: unknown) => (error as Partial<Problem>).code === 401;

/** Makes all calls: axios with the token, the spinner and the error mapping. The contract parses the responses. */
export function createClient(environment: Environment, loadTexts = () => import('./refusalTexts.ts')): Client {
  let offset: number | undefined;
  let asked = 0;
  const waitingCalls = createWaitingCalls(environment);
  const http = axios.create({ timeout: 20_000, validateStatus: () => true, withCredentials: true });

  http.interceptors.request.use((config) => {
    if (!config.quiet) environment.callStarted();
    config.askedAt = environment.elapsed();
    return config;
  });
  http.interceptors.response.use(
    (answer) => {
      if (!answer.config.quiet) environment.callEnded();
      const serverTime = Date.parse(String(answer.headers.date ?? ''));
      if (Number.isFinite(serverTime)) offset = serverTime - environment.now();
      environment.connectionRestored(answer.config.askedAt ?? 0);
      return answer;
    },
    (error: unknown) => {
      const { config } = Object(error) as { config?: AxiosRequestConfig };
      if (config && !config.quiet) environment.callEnded();
      if (isCancel(error)) throw error;
      environment.connectionLost();
      const problem: Problem = { code: 0, message: '' };
      throw problem;
    },
  );

  const tell = (call: Call, problem: Problem) => {
    if (call.onFailure === 'notify' && problem.refused && problem.message !== '')
      environment.notify('error', problem.texts?.[environment.language()] ?? problem.message);
    else if (call.onFailure === 'notify') environment.problemRaised(problem);
    else if (call.onFailure === 'log') console.warn(`${call.method} ${call.path}: ${problem.code} ${problem.message}`);
  };

  /** Adds the texts of a failure and its fields, if its code is known and the module with the texts loads in time. */
  const withTexts = async (problem: Problem, data: unknown): Promise<Problem> => {
    const { reason, params, fields } = Object(data) as Record<string, unknown>;
    if (typeof reason !== 'string') return problem;
    const waiting = new AbortController();
    const told = await Promise.race([
      loadTexts().then(({ refusalTexts }) => refusalTexts(reason, params, fields)),
      environment.pause(patience, waiting.signal),
    ]).catch(() => undefined);
    waiting.abort();
    return { ...problem, ...told };
  };

  const readAnswer = async (call: Call, answer: Answered): Promise<unknown> => {
    const envelope = v.safeParse(Envelope, answer.data);
    if (!envelope.success) {
      if (saidByGateways.includes(answer.status)) throw failureOf(answer.status, '');
      throw { code: answer.status >= 400 ? answer.status : unreadableAnswer, message: '' } satisfies Problem;
    }
    const { status, message, data } = envelope.output;
    if (answer.status >= 400 || status === 'error') throw await withTexts(failureOf(answer.status, message, data), data);
    const parsed = v.safeParse(call.data, data);
    if (parsed.success) return parsed.output;
    console.error(`${call.method} ${call.path} answered out of contract: ${v.summarize(parsed.issues)}`);
    throw { code: unreadableAnswer, message: '' } satisfies Problem;
  };

  const request = async (
    call: Call,
    parameters: Record<string, unknown>,
    token: string | null,
    { signal, quiet = false, keepalive = false }: SendOptions,
  ) => {
    const url = environment.configuration().backends[call.backend] + call.path;
    const userPuid = environment.userPuid();
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    if (keepalive) return readAnswer(call, await outliving(call.method, url, pick(call.body, parameters), authorization));
    return readAnswer(
      call,
      await http.request<unknown>({
        method: call.method,
        url,
        params: pick(call.query, userPuid === null ? parameters : { user_puid: userPuid, ...parameters }),
        ...(call.bodyType === 'none' && call.access !== 'cookie' ? {} : { data: pick(call.body, parameters) }),
        headers: {
          'accept-language': environment.language(),
          ...(call.bodyType === 'multipart' ? { 'content-type': 'multipart/form-data' } : {}),
          ...authorization,
        },
        ...(signal ? { signal } : {}),
        quiet,
      }),
    );
  };

  /** A call as the signed-in user, with the current token, retried once with a newer one if that has expired. */
  const requestAsUser = (call: Call, parameters: Record<string, unknown>, options: SendOptions): Promise<unknown> => {
    const order = ++asked;
    environment.checkClock();
    const { owner, state } = environment.access();
    if (owner === null || state === 'closed') throw abandoned;
    const attempt = async (isReplay: boolean): Promise<unknown> => {
      const { token } = environment.access();
      try {
        const data = await request(call, parameters, token, options);
        if (environment.access().owner !== owner) throw abandoned;
        return data;
      } catch (error) {
        if (isCancel(error)) throw error;
        if (environment.access().owner !== owner) throw abandoned;
        if (!isUnauthorised(error) || token === null) throw error;
        environment.sessionRejected(token);
        if (isReplay) throw abandoned;
        return waitingCalls.hold({ order, owner, rejected: token, replay: () => attempt(true) }, options.signal);
      }
    };
    if (state === 'paused') return waitingCalls.hold({ order, owner, rejected: null, replay: () => attempt(false) }, options.signal);
    return attempt(false);
  };

  const send: Send = async (call, input, options = {}) => {
    const parameters = input as Record<string, unknown>;
    const isAsUser = Array.isArray(call.access) && options.token === undefined;
    try {
      return (await (isAsUser
        ? requestAsUser(call, parameters, options)
        : request(call, parameters, options.token ?? null, options))) as DataOf<typeof call>;
    } catch (error) {
      if (!isCancel(error) && error !== abandoned && !options.signal?.aborted) tell(call, error as Problem);
      throw error;
    }
  };

  return { send, clockOffset: () => offset };
}
