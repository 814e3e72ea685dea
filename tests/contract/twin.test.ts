import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type Call, Role } from '../../contract/kit.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { makeWorld, type World } from './cases/world.ts';

const twin = 3;
const tables = [
  'district',
  'school',
  'app_user',
  'class_group',
  'enrollment',
  'lesson',
  'lesson_resource',
  'assignment',
  'group_assignment',
  'lesson_tracking',
  'resource_tracking',
  'attempt',
  'response',
  'user_feedback',
  'message_answer',
  'notification',
] as const satisfies (keyof Database)[];
const names = ['name', 'lesson_name', 'first_name', 'last_name', 'answer_text', 'feedback_text', 'notification_text'];

/** Adds a district in which everything has the same ids as in district 1, so that a query without the district is caught. */
async function addTwin({ server: { db } }: World): Promise<void> {
  for (const table of tables) {
    const rows = (await db
      .selectFrom(table as 'school')
      .selectAll()
      .where('district_id', '=', 1)
      .execute()) as Record<string, unknown>[];
    const twins = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          column === 'district_id' ? twin : names.includes(column) ? `TWIN ${value}` : value,
        ]),
      ),
    );
    await insertAll(db, table, twins as never);
  }
}
const rowsOfTwin = async ({ server: { db } }: World) =>
  Promise.all(
    tables.map(async (table) => {
      const rows = await db
        .selectFrom(table as 'school')
        .selectAll()
        .where('district_id', '=', twin)
        .execute();
      return [table, rows.map((row) => JSON.stringify(row)).sort()];
    }),
  );

/**
 * Calls on the data of one district. Calls that sign users in, or list districts to the public or the provider, read across districts on
 * purpose.
 */
const ofOneDistrict = (Object.entries(calls) as [keyof typeof calls, Call][]).filter(
  ([name, call]) =>
    Array.isArray(call.access) &&
    call.access.some((role) => role < Role.providerAdministrator) &&
    !['loginAsUser', 'stopLoginAsUser', 'changePassword', 'generateCode'].includes(name) &&
    // Their answers are random: a signed request, and the certificate of a new key.
    !['testSamlProvider', 'samlMetadata', 'makeSamlKey'].includes(name),
);

describe('ids that two districts share', () => {
  let alone: World;
  let beside: World;
  let before: unknown;
  const people = new Map<World, Map<string, TestClient>>();
  beforeAll(async () => {
    alone = await makeWorld();
    beside = await makeWorld();
    await addTwin(beside);
    before = await rowsOfTwin(beside);
    for (const world of [alone, beside]) {
      const signedIn = new Map<string, TestClient>();
      for (const name of new Set(ofOneDistrict.flatMap(([call]) => cases[call]?.as ?? [])))
        signedIn.set(name, await world.server.signIn(name));
      people.set(world, signedIn);
    }
  });

  it.each(ofOneDistrict)('%s answers as if there were one', async (name, call) => {
    const one = cases[name] as Case<typeof name>;
    const answers = [];
    for (const world of [alone, beside]) {
      const answer = await people
        .get(world)!
        .get(one.as as string)!
        .call(call, one.input(world) as never);
      answers.push({ code: answer.code, text: answer.text });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[1]?.text).not.toContain('TWIN');
  });
  it('a school administrator sees the classes of the own school', async () => {
    const answers = await Promise.all(
      [alone, beside].map(async ({ server }) => (await server.signIn('sue')).ok(calls.classesForLesson, { user_puid: ids.sue })),
    );
    expect(answers[1]).toEqual(answers[0]);
  });
  it('nothing of the other one changed', async () => expect(await rowsOfTwin(beside)).toEqual(before));
});
