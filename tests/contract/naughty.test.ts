import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { plainLine } from '../../contract/plainLine.ts';
import { nullText } from '../../contract/workspace.ts';
import { cleanRichText } from '../../server/content/richText.ts';
import { naughty, naughtyCount } from '../kit/naughty.ts';
import { requestOf, type TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { forgiving, makeWorld, type World } from './cases/world.ts';

type Path = readonly (string | number)[];
type Input = Record<string, unknown>;

/** The value of a field with JSON as text; undefined for any other field. */
function parsed(value: unknown): object | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as object;
  } catch {
    return undefined;
  }
}
/** A copy of `value` with a different text at a path, also inside JSON carried as text. */
function put(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  const inner = parsed(value);
  if (inner) return JSON.stringify(put(inner, [key, ...rest], text));
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? put(one, rest, text) : one));
  return { ...(value as object), [key]: put((value as Input)[key], rest, text) };
}
/** Every path in an input that holds a text. */
function texts(value: unknown, path: Path = []): Path[] {
  const held = parsed(value) ?? value;
  if (typeof held === 'string') return [path];
  if (typeof held !== 'object' || held === null || held instanceof Blob) return [];
  return Object.entries(held).flatMap(([key, inner]) => texts(inner, [...path, Array.isArray(held) ? Number(key) : key]));
}

/** Accepted by no field for an id, an enum value, a day or an address. */
const plain = ['Of moons, and tides', 'Rocks & water (6)'] as const;
const check = (call: Call, input: Input) => v.safeParse(v.object({ ...call.query.entries, ...call.body.entries }), input);

/**
 * Paths of a call that accept free text, according to its schema: those in its valid case, and fields that the case leaves out. New calls
 * are covered automatically.
 */
function freeTexts(call: Call, valid: Input): Path[] {
  const absent = Object.keys({ ...call.query.entries, ...call.body.entries }).filter((name) => !(name in valid));
  const candidates = [...texts(valid), ...absent.map((name) => [name])];
  return candidates.filter((path) => plain.every((text) => check(call, put(valid, path, text) as Input).success));
}

/** Texts that reach the database: the parameters of every statement. */
let bound: string[] | null = null;
const note = (parameters: readonly unknown[]) => {
  for (const parameter of parameters)
    if (typeof parameter === 'string') bound?.push(parameter);
    else if (Array.isArray(parameter)) note(parameter);
};
/** For node:sqlite, or for the PostgreSQL client. */
const places: [prototype: object, methods: readonly string[]][] = process.env.DATABASE_URL
  ? [[pg.Client.prototype, ['query']]]
  : [[StatementSync.prototype, ['run', 'all', 'get', 'iterate']]];
const undo: (() => void)[] = [];
beforeAll(() => {
  for (const [prototype, methods] of places as [Record<string, (...all: unknown[]) => unknown>, readonly string[]][])
    for (const method of methods) {
      const real = prototype[method] as (...all: unknown[]) => unknown;
      // Not a spy of the test runner, since it would record each of a million statements.
      prototype[method] = function (this: unknown, ...all: unknown[]) {
        if (bound) note(all);
        return real.apply(this, all);
      };
      undo.push(() => {
        prototype[method] = real;
      });
    }
});
afterAll(() => {
  for (const put of undo) put();
});

/** Only a hash of these is stored. */
const isSecret = (field: string) => /password|client_secret/i.test(field);
/** Calls that store none of a text: they search for it, compare it, repeat a decision that is stored already, or leave out a row of nobody. */
const looking = new Set<string>([
  'sharedUsers',
  'quizColleagues',
  'scoreResponses',
  'checkFillIn',
  'checkTermSet',
  'requestErasure',
  'checkSamlLinks',
  'addSamlLinks',
  'undoSamlLinks',
  'startBatch',
]);
/** Fields that a call reads for another choice than that of its case. */
const unread = new Set(['addUserNotification: user_name', 'addSamlIdentity: user_name']);
/** The value at a path, also inside JSON carried as text. */
const standsAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => ((parsed(inner) ?? inner) as Record<string | number, unknown> | undefined)?.[key], value);
/** Fields of formatted text, which is cleaned. */
const isRich = (field: string) => /^(instructions|item\.body\.html|quiz\.(intro|questions\.\d+\.(text|explanation)))$/.test(field);
/** What is stored of a text if it is changed: rich text is cleaned, and names become plain lines (`names.test.ts`). */
const keptOf = (field: string, text: string, taken: unknown) => {
  if (isRich(field)) return cleanRichText(text);
  return taken === plainLine(text) ? taken : text.trim();
};
/** Forms and URLs carry well-formed characters and one kind of line ending. */
const asCarried = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n');

/** Calls that add rows come last: the others, which list them, take longer with each. */
const adds = /^(add|copy|create|duplicate|import|register|save|submit|upload)[A-Z]/;
const declared = (Object.entries(calls) as [keyof typeof calls, Call][])
  .filter(([name]) => cases[name])
  .sort(([one], [other]) => Number(adds.test(one)) - Number(adds.test(other)));

it(`there are ${naughtyCount} texts, each once`, () => {
  expect(naughty).toHaveLength(naughtyCount);
  expect(new Set(naughty).size).toBe(naughtyCount);
});

describe(`each of ${naughtyCount} naughty texts, in every field of every call that takes free text`, () => {
  let world: World;
  const people = new Map<string, TestClient>();
  let forgive: () => Promise<void>;
  let covered = 0;
  beforeAll(async () => {
    world = await makeWorld();
    for (const { as } of Object.values(cases)) if (as && !people.has(as)) people.set(as, await world.server.signIn(as));
    forgive = await forgiving(world.server);
  });

  it.each(declared)('%s: is refused with a reason, or kept as it is', async (name, call) => {
    const one = cases[name] as Case<typeof name>;
    const valid = one.input(world) as Input;
    const paths = freeTexts(call, valid);
    if (paths.length === 0) return;
    covered += paths.length;
    const token = one.as === undefined ? undefined : people.get(one.as)?.token;
    const isRisky = paths.some((path) => isSecret(path.join('.'))) || one.as === undefined;
    for (let at = 0; at < naughty.length; at++) {
      // Each field has a different text, so that none can be mistaken for another.
      let input = { ...valid, ...one.again?.(at) };
      const sent: [field: string, text: string, kept: string][] = [];
      const texts = paths.map((path, index) => [path, naughty[(at + index * 37) % naughty.length] as string] as const);
      const send = ([path, text]: (typeof texts)[number], output: unknown) =>
        sent.push([path.join('.'), text, keptOf(path.join('.'), text, standsAt(output, path))]);
      // Most are taken in every field at once. If one is refused, each field is tried by itself.
      const all = texts.reduce<unknown>((so, [path, text]) => put(so, path, text), input) as typeof input;
      const taken = check(call, all);
      if (taken.success) {
        input = all;
        for (const one of texts) send(one, taken.output);
      } else
        for (const one of texts) {
          const [path, text] = one;
          const next = put(input, path, text) as typeof input;
          const { success, issues, output } = check(call, next);
          if (!success) expect(issues[0].message, `${path.join('.')} says why`).toMatch(/\w{3}/);
          else {
            input = next;
            send(one, output);
          }
        }
      if (sent.length === 0) continue;
      if (isRisky) await forgive();
      const { path, init } = requestOf(call, input);
      const headers = {
        ...(init.headers as Record<string, string>),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        cookie: world.cookie,
      };
      bound = [];
      const answer = await world.server.send(path, { ...init, headers });
      const kept = bound.map(asCarried);
      bound = null;
      const said = () => `${name} ${JSON.stringify(sent)} ${answer.text}`.slice(0, 600);
      if (answer.code >= 500) expect.fail(said());
      // No response is a page, so nothing in it is parsed as markup.
      if (!answer.headers.get('content-type')?.startsWith('application/json')) expect.fail(said());
      if (answer.code !== 200) {
        if (!/\w{3}/.test(answer.message)) expect.fail(`no reason: ${said()}`);
        continue;
      }
      if (call.method === 'GET' || looking.has(name)) continue;
      for (const [field, text, wanted, exact] of sent.map(([field, text, kept]) => [field, text, asCarried(kept), kept] as const)) {
        // In the form of a lesson, "null" means empty (specification, section 5).
        if (isSecret(field) || unread.has(`${name}: ${field}`) || (text === nullText && name.endsWith('Lesson'))) continue;
        // JSON keeps half a character as it was sent.
        const inJson = [wanted, exact].map((one) => JSON.stringify(one).slice(1, -1));
        if (!kept.some((parameter) => parameter === wanted || inJson.some((part) => parameter.includes(part))))
          expect.fail(`${field} was not kept as it was: ${JSON.stringify(text)} (${said()})`);
      }
    }
    expect(world.server.reports).toEqual([]);
  });
  it('covers the fields that people know', () => expect(covered).toBeGreaterThan(60));
});
