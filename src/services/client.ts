import axios, { type AxiosRequestConfig, type AxiosResponse, isCancel } from 'axios';
import * as v from 'valibot';
import { type Call, type DataOf, Envelope, type InputOf } from '../../contract/kit.ts';
import type { Problem } from '../machines/problem.ts';
import type { Environment } from './environment.ts';

/** Code of an answer that is not what the contract says. */
export const unreadableAnswer = 502;

export interface SendOptions {
  signal?: AbortSignal;
  /** A call in the background raises no spinner. */
  quiet?: boolean;
}

/** Makes a call of the contract: its data, or a rejection with a `Problem`. */
export type Send = <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) => Promise<DataOf<C>>;

export interface Client {
  send: Send;
  /** Server's time minus the device's, in ms, by the newest answer. */
  clockOffset: () => number;
}

declare module 'axios' {
  interface AxiosRequestConfig {
    quiet?: boolean;
    anonymous?: boolean;
  }
}

const pick = (schema: v.ObjectSchema<v.ObjectEntries, undefined>, input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys(schema.entries)
      .filter((key) => input[key] !== undefined)
      .map((key) => [key, input[key]]),
  );

/** The one place that makes calls: axios with the token, the spinner and the mapping of errors; answers are parsed by the contract. */
export function createClient(environment: Environment): Client {
  let offset = 0;
  const http = axios.create({ timeout: 20_000, validateStatus: () => true, withCredentials: true });

  http.interceptors.request.use((config) => {
    const token = config.anonymous ? null : environment.token();
    if (token) config.headers.set('authorization', `Bearer ${token}`);
    if (!config.quiet) environment.callStarted();
    return config;
  });
  http.interceptors.response.use(
    (answer) => {
      if (!answer.config.quiet) environment.callEnded();
      const serverTime = Date.parse(String(answer.headers.date ?? ''));
      if (Number.isFinite(serverTime)) offset = serverTime - environment.now();
      environment.connectionRestored();
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
    if (problem.code === 401 && Array.isArray(call.access)) environment.sessionRejected();
    else if (call.onFailure === 'notify') environment.notify('error', problem.message);
    else if (call.onFailure === 'popup') environment.problemRaised(problem);
    else if (call.onFailure === 'log') console.warn(`${call.method} ${call.path}: ${problem.code} ${problem.message}`);
    return problem;
  };

  const readAnswer = (call: Call, answer: AxiosResponse<unknown>): unknown => {
    const envelope = v.safeParse(Envelope, answer.data);
    if (!envelope.success) throw { code: answer.status >= 400 ? answer.status : unreadableAnswer, message: '' } satisfies Problem;
    const { status, message, data } = envelope.output;
    if (answer.status >= 400 || status === 'error') throw { code: answer.status, message } satisfies Problem;
    const parsed = v.safeParse(call.data, data);
    if (parsed.success) return parsed.output;
    console.error(`${call.method} ${call.path} answered out of contract: ${v.summarize(parsed.issues)}`);
    throw { code: unreadableAnswer, message: '' } satisfies Problem;
  };

  const send: Send = async (call, input, options = {}) => {
    const parameters = input as Record<string, unknown>;
    const base = environment.configuration().backends[call.backend];
    try {
      const answer = await http.request<unknown>({
        method: call.method,
        url: base + call.path,
        params: pick(call.query, parameters),
        ...(call.bodyType === 'none' && call.access !== 'cookie' ? {} : { data: pick(call.body, parameters) }),
        ...(call.bodyType === 'multipart' ? { headers: { 'content-type': 'multipart/form-data' } } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
        quiet: options.quiet ?? false,
        anonymous: !Array.isArray(call.access),
      });
      return readAnswer(call, answer) as DataOf<typeof call>;
    } catch (error) {
      if (isCancel(error)) throw error;
      throw tell(call, error as Problem);
    }
  };

  return { send, clockOffset: () => offset };
}
