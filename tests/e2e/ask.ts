import { expect } from 'vitest';
import type { Call, DataOf, InputOf } from '../../contract/kit.ts';
import type { Challenge } from '../../contract/login.ts';
import { baseUrl } from './browser.ts';

/** A call's data here: no user in the sample school has a second factor. */
type Answered<C extends Call> = Exclude<DataOf<C>, Challenge>;

/** Calls the server from outside the browser. `url`: of another server than the worker's. */
export async function ask<C extends Call>(call: C, input: InputOf<C>, token?: string, url = baseUrl()): Promise<Answered<C>> {
  const given = input as Record<string, string>;
  const query = new URLSearchParams(
    Object.keys(call.query.entries).flatMap((name) => (name in given ? [[name, String(given[name])]] : [])),
  );
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in call.query.entries)));
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  const answer = await fetch(`${url}/api/${call.backend}${call.path}?${query}`, {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(call.bodyType === 'json' ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.bodyType === 'none' ? {} : { body: call.bodyType === 'multipart' ? form : JSON.stringify(body) }),
  });
  const { status, message, data } = (await answer.json()) as { status: string; message: string; data: Answered<C> };
  expect(status, `${call.path}: ${message}`).toBe('success');
  return data;
}
