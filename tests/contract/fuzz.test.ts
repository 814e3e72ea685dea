import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { expectContract, requestOf, type TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { forgiving, makeWorld, type World } from './cases/world.ts';

const declared = (Object.entries(calls) as [keyof typeof calls, Call][]).filter(([name]) => cases[name]);

/** Values that often break software. */
const nasty: unknown[] = [
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  -(2 ** 53),
  null,
  true,
  false,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'null',
  'undefined',
  "'; drop table app_user; --",
  '" or 1=1 --',
  '%27%20or%201%3D1',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Eabc',
  '../../etc/passwd',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '😀'.repeat(500),
  'x'.repeat(20_000),
  [],
  {},
  [[]],
  [{}],
  { $gt: '' },
  { __proto__: { role: 15 } },
  { constructor: { prototype: { a: 1 } } },
  '[1,2',
  '{"a":1',
  '9'.repeat(400),
  '2030-02-30',
  '2030-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
];
const hostile = fc.oneof(
  fc.constantFrom(...nasty),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
);

describe('hostile input', () => {
  let world: World;
  const people = new Map<string, TestClient>();
  let forgive: () => Promise<void>;
  beforeAll(async () => {
    world = await makeWorld();
    for (const name of ['ana', 'ben', 'tess', 'dan', 'max', 'zoe', 'ted']) people.set(name, await world.server.signIn(name));
    forgive = await forgiving(world.server);
  });
  const sound = (call: Call, answer: { code: number; status: string; text: string; data: unknown }) => {
    expect(answer.code, answer.text.slice(0, 300)).toBeLessThan(500);
    expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['data', 'message', 'status']);
    expect(answer.status).toBe(answer.code === 200 ? 'success' : 'error');
    if (answer.code === 200) expectContract(call, answer.data);
    expect(answer.text).not.toMatch(/\.ts:\d+|SQLITE|syntax error|node_modules/);
  };

  it.each(declared)('%s: valid requests with one or more fields replaced give no 5xx and no broken envelope', async (name, call) => {
    const one = cases[name] as Case<typeof name>;
    const valid = one.input(world) as Record<string, unknown>;
    const names = [...Object.keys(call.query.entries), ...Object.keys(call.body.entries), 'unknown'];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), hostile, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        fc.constantFrom(one.as ?? 'ana', 'ana', 'tess', 'dan', 'zoe', 'ted'),
        async (changes, person) => {
          await forgive();
          const { path, init } = requestOf(call, { ...valid, ...changes });
          const headers = {
            ...(init.headers as Record<string, string>),
            authorization: `Bearer ${people.get(person)?.token}`,
            cookie: world.cookie,
          };
          sound(call, await world.server.send(path, { ...init, headers }));
        },
      ),
      { numRuns: 60 },
    );
    expect(world.server.reports).toEqual([]);
  });
  it.each(declared)('%s: texts with U+0000 and half letters, at any depth, give no 5xx', async (name, call) => {
    const one = cases[name] as Case<typeof name>;
    for (const bad of ['a\u0000b', '\u0000', '\uD800']) {
      await forgive();
      const spoil = (value: unknown): unknown =>
        typeof value === 'string'
          ? `${value}${bad}`
          : Array.isArray(value)
            ? value.map(spoil)
            : typeof value === 'object' && value !== null
              ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'given_at' ? inner : spoil(inner)]))
              : value;
      const { path, init } = requestOf(call, spoil(one.input(world)) as Record<string, unknown>);
      const headers = {
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${people.get(one.as ?? 'ana')?.token}`,
        cookie: world.cookie,
      };
      sound(call, await world.server.send(path, { ...init, headers }));
    }
    const stored = { question_id: world.question_id, answer_id: null, answer_text: 'a\u0000b', time_spent: 0 };
    const submit = await people
      .get('ana')!
      .call(calls.submitQuiz, { result_id: world.result_id, time_spent: 40, submit_type: 'save', quizResponse: [stored] });
    expect(submit.code).toBe(400);
    expect(world.server.reports).toEqual([]);
  });
  it('bodies of any shape give no 5xx', async () => {
    const posts = declared.filter(([, call]) => call.bodyType === 'json');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posts),
        fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(50_000))),
        async ([, call], body) => {
          await forgive();
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${people.get('ana')?.token}` };
          sound(call, await world.server.send(`/api/${call.backend}${call.path}`, { method: call.method, headers, body }));
        },
      ),
      { numRuns: 200 },
    );
  });
  it('addresses and headers of any shape give no 5xx', async () => {
    const header = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,;:=-_"\'{}[]()<>@!%/\\') });
    await fc.assert(
      fc.asyncProperty(
        fc.webQueryParameters(),
        header,
        header,
        fc.constantFrom(...declared),
        async (query, authorization, cookie, [, call]) => {
          const answer = await world.server.send(`/api/${call.backend}${call.path}?${query}`, {
            method: call.method,
            headers: { authorization, cookie, 'content-type': 'application/json' },
            ...(call.method === 'GET' ? {} : { body: '{}' }),
          });
          expect(answer.code, answer.text).toBeLessThan(500);
          expect(() => JSON.parse(answer.text)).not.toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });
  it('a list longer than is allowed is refused', async () => {
    await forgive();
    const quizResponse = Array.from({ length: 501 }, () => ({ question_id: 1, answer_text: '', answer_id: null, time_spent: 0 }));
    const answer = await people
      .get('ana')!
      .call(calls.submitQuiz, { result_id: world.result_id, time_spent: 40, submit_type: 'save', quizResponse });
    expect(answer.code).toBe(400);
    expect(v.is(calls.submitQuiz.body, { result_id: 1, time_spent: 40, submit_type: 'save', quizResponse: quizResponse.slice(1) })).toBe(
      true,
    );
  });
});
