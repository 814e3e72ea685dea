import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { mostSequence } from '../../contract/quiz.ts';
import { ids } from '../server/fixtureSchool.ts';
import { expectContract, requestOf, type TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { makeWorld, type World } from './cases/world.ts';
import { any, type Part, partsOf } from './schemaParts.ts';

type Place = readonly (string | number)[];
/** A number that a call accepts: its path, and its declared bounds. */
interface Found {
  place: Place;
  least: number | undefined;
  most: number | undefined;
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'kind' in value && 'type' in value;
const noNumbers = new Set(['object', 'strict_object', 'string', 'boolean', 'literal', 'picklist', 'instance']);

/** Every number in a schema. A schema not known to be free of numbers counts as an unbounded one. */
function numbersIn(schema: unknown, place: Place = [], bounds: Partial<Found> = {}): Found[] {
  if (!isPart(schema)) throw new Error(`not a schema: ${place.join('.')}`);
  const within = (inner: unknown, ...further: Place) => numbersIn(inner, [...place, ...further], bounds);
  const pipe = schema.pipe as Part[] | undefined;
  if (pipe) {
    const bound = (type: string) => pipe.find((part) => part.type === type)?.requirement as number | undefined;
    const tighter = (pick: (...of: number[]) => number, ...of: (number | undefined)[]) => {
      const given = of.filter((one) => one !== undefined);
      return given.length > 0 ? pick(...given) : undefined;
    };
    const own = { least: tighter(Math.max, bound('min_value'), bounds.least), most: tighter(Math.min, bound('max_value'), bounds.most) };
    // The schemas after the JSON text are checked in its place.
    return pipe.filter((part) => part.kind === 'schema').flatMap((part) => numbersIn(part, place, own));
  }
  const inner = partsOf(schema).filter(({ isKey }) => !isKey);
  if (inner.length > 0) return inner.flatMap((one) => (one.at === null ? within(one.schema) : within(one.schema, one.at)));
  return noNumbers.has(schema.type) ? [] : [{ place, least: bounds.least, most: bounds.most }];
}

const declared = Object.entries(calls) as [keyof typeof calls, Call][];
const numbersOf = (call: Call) => [call.query, call.body].flatMap((schema) => numbersIn(schema));
const name = (place: Place) => place.join('.');

describe('every number that a call takes', () => {
  it('is found, however deep', () => {
    const bounded = v.pipe(v.number(), v.minValue(1), v.maxValue(5));
    const schema = v.object({
      list: v.array(v.object({ inner: v.optional(v.nullable(v.number())) })),
      text: v.pipe(v.string(), v.parseJson(), v.array(bounded)),
      either: v.pipe(v.union([v.literal('null'), v.number()]), v.maxValue(7)),
      what: v.unknown(),
    });
    expect(numbersIn(schema)).toEqual([
      { place: ['list', '*', 'inner'], least: undefined, most: undefined },
      { place: ['text', '*'], least: 1, most: 5 },
      { place: ['either'], least: undefined, most: 7 },
      { place: ['what'], least: undefined, most: undefined },
    ]);
  });
  it('has a lower and an upper bound', () => {
    const all = declared.flatMap(([call, declaration]) => numbersOf(declaration).map((found) => ({ call, ...found })));
    expect(all.length).toBeGreaterThan(200);
    const isBounded = ({ least, most }: Found) => least !== undefined && most !== undefined && Math.abs(most) <= Number.MAX_SAFE_INTEGER;
    expect(all.filter((found) => !isBounded(found)).map(({ call, place }) => `${call}: ${name(place)}`)).toEqual([]);
  });
  it.each([1e308, Number.MAX_SAFE_INTEGER + 1, '9'.repeat(16), '9'.repeat(400), '1e308', Number.POSITIVE_INFINITY, Number.NaN])(
    'is refused when it is %s',
    (value) => {
      const fields = declared.flatMap(([call, { query, body }]) =>
        Object.entries({ ...query.entries, ...body.entries })
          .filter(([, schema]) => numbersIn(schema).some(({ place }) => place.length === 0))
          .map(([field, schema]) => ({ field: `${call}: ${field}`, schema })),
      );
      expect(fields.length).toBeGreaterThan(200);
      expect(fields.filter(({ schema }) => v.is(schema, value)).map(({ field }) => field)).toEqual([]);
    },
  );
});

/** A copy of `value` with a different number at every match of `place`. */
function withNumber(value: unknown, [first, ...rest]: Place, number: number): unknown {
  if (first === undefined) return number;
  if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.stringify(withNumber(JSON.parse(value), [first, ...rest], number));
  if (Array.isArray(value)) return value.map((inner) => withNumber(inner, rest, number));
  if (first === any) return value;
  return { ...(value as object), [first]: withNumber((value as Record<string, unknown> | undefined)?.[first], rest, number) };
}

describe('the greatest numbers', () => {
  let world: World;
  const people = new Map<string, TestClient>();
  beforeAll(async () => {
    world = await makeWorld();
    for (const { as } of Object.values(cases)) if (as && !people.has(as)) people.set(as, await world.server.signIn(as));
  });

  it.each(declared.filter(([, call]) => numbersOf(call).length > 0))(
    '%s takes or refuses each, and answers as declared',
    async (called, call) => {
      const one = cases[called] as Case<typeof called>;
      world.server.reports.splice(0);
      for (const { place, most } of numbersOf(call)) {
        const { path, init } = requestOf(call, withNumber(one.input(world), place, most as number) as Record<string, unknown>);
        const authorization = `Bearer ${people.get(one.as ?? 'ana')?.token}`;
        const answer = await world.server.send(path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), authorization, cookie: world.cookie },
        });
        expect(answer.code, `${name(place)}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
        if (answer.code === 200) expectContract(call, answer.data);
      }
      expect(world.server.reports).toEqual([]);
    },
  );
  it('can be written, read back and added up', async () => {
    const { server, assigned, question_id, result_id, tracking_id } = await makeWorld();
    const [ana, tess] = [await server.signIn('ana'), await server.signIn('tess')];
    const quantity = 999_999_999;
    const answer = { question_id, answer_id: null, answer_text: '1', time_spent: quantity };
    const given_at = new Date(server.clock.now).toISOString();
    await ana.ok(calls.saveAnswers, { result_id, answers: [{ ...answer, sequence: mostSequence, given_at }] });
    const overview = { user_puid: ids.ana, lesson_id: ids.freeLesson };
    const track = { ...overview, assignment_id: assigned.assignment_id, time_spent: quantity };
    await ana.ok(calls.trackLesson, { ...track, tracking_id, group_assignment_id: assigned.group_assignment_id, mode: 'update' });
    const [resource] = (await ana.ok(calls.lessonPlayer, { ...overview, assignment_id: assigned.assignment_id })).lesson_resources;
    await ana.ok(calls.trackResource, {
      ...track,
      percentage_completed: 100,
      previous_resource_id: 0,
      resource_id: resource?.id ?? 0,
      tracking_id: 0,
      lesson_tracking_id: tracking_id,
      resource_type_id: resource?.resource_type_id ?? 0,
      position: quantity,
    });
    await ana.ok(calls.submitQuiz, {
      result_id,
      time_spent: quantity,
      submit_type: 'save',
      quizResponse: [{ ...answer, sequence: mostSequence }],
    });
    const again = await ana.call(calls.submitQuiz, { result_id, time_spent: quantity, submit_type: 'save', quizResponse: [] });
    expect(again.data).toMatchObject({ duplicate: true, answered: 1 });
    const assignment = { group_puid: ids.class, lesson_id: ids.freeLesson, group_assignment_id: assigned.group_assignment_id };
    const { students } = await tess.ok(calls.assignmentResult, assignment);
    expect(students.find(({ user_puid }) => user_puid === ids.ana)?.time_spent).toBeGreaterThan(0);
    await tess.ok(calls.responses, { user_Puid: ids.tess, lesson_id: ids.freeLesson });
    await server.db.updateTable('attempt').set({ state: 'released' }).execute();
    const { questions } = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id });
    expect(questions.find(({ question }) => question.id === question_id)?.response?.answer_text).toBe('1');
    expect(server.reports).toEqual([]);
  });
});
