import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import type * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureLimits } from '../../contract/authoring.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { mostFeedbackBytes, mostPhotoBytes } from '../../contract/profile.ts';
import { mostRosterBytes } from '../../contract/rostering/job.ts';
import { jpeg, png } from '../server/pictures.ts';
import { expectFailure, type TestClient } from '../server/testServer.ts';
import { type Case, cases } from './cases/index.ts';
import { makeWorld, type World } from './cases/world.ts';

type Name = keyof typeof calls;
const declared = Object.entries(calls) as [Name, Call][];

/** The file field of a call; undefined for calls without one. */
const fileField = (call: Call): string | undefined =>
  Object.entries(call.body.entries as Record<string, v.GenericSchema & { wrapped?: unknown; class?: unknown }>).find(([, schema]) => {
    const inner = (schema.wrapped ?? schema) as { class?: unknown };
    return inner.class === File;
  })?.[0];

/** Size limit of each upload, and an accepted file. */
const uploads: { [N in Name]?: { most: number; good: BlobPart[]; as?: 'sue' | 'max' } } = {
  uploadAttachment: { most: calls.uploadAttachment.largest, good: ['%PDF-1.7 tides'] },
  uploadUserPhoto: { most: mostPhotoBytes, good: [png(8, 8)] },
  uploadBankPicture: { most: pictureLimits.bytes, good: [png(8, 8)], as: 'max' },
  uploadMedia: { most: pictureLimits.bytes, good: [png(8, 8)], as: 'max' },
  uploadPicture: { most: pictureLimits.bytes, good: [png(8, 8)] },
  insertFeedback: { most: mostFeedbackBytes, good: ['%PDF-1.7 tides'] },
  askProvider: { most: mostFeedbackBytes, good: ['%PDF-1.7 tides'], as: 'sue' },
};

async function zipOf(name: string, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  await zip.add(name, new Uint8ArrayReader(content));
  return (await zip.close()) as Uint8Array<ArrayBuffer>;
}
/** A message says what was wrong and what to do next. */
const saysWhatNext = /\b(use|send|choose|remove|upload)\b/i;
/** Characters that separate paths, are invisible, or reverse the text after them. */
const odd = /[/\\\p{Cc}\p{Bidi_Control}<>:"|?*]/u;

let world: World;
let people: Record<'tess' | 'sue' | 'max', TestClient>;
beforeAll(async () => {
  world = await makeWorld();
  const { signIn } = world.server;
  people = { tess: await signIn('tess'), sue: await signIn('sue'), max: await signIn('max') };
});

/** Number of rows in each table, since a refused upload leaves none. Failure counts are not included. */
async function rows(): Promise<Record<string, number>> {
  const { db } = world.server;
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => name !== 'failure_count');
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows: found } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = Number(found[0]?.count);
  }
  return counts;
}

it('every call that takes a file has its limit here', () =>
  expect(declared.filter(([, call]) => fileField(call) !== undefined).map(([name]) => name)).toEqual(
    Object.keys(uploads).toSorted(byPlace),
  ));
const place = new Map(declared.map(([name], index) => [name, index]));
function byPlace(a: string, b: string): number {
  return (place.get(a as Name) ?? 0) - (place.get(b as Name) ?? 0);
}

describe.each(Object.keys(uploads) as Name[])('%s', (name) => {
  const call = calls[name] as Call;
  const field = fileField(call) as string;
  const { most, good, as = 'tess' } = uploads[name] as NonNullable<(typeof uploads)[Name]>;
  const send = (parts: BlobPart[], fileName: string) => {
    const valid = (cases[name] as Case<Name>).input(world) as Record<string, unknown>;
    return people[as].call(call, { ...valid, user_puid: people[as].user.userPuid, [field]: new File(parts, fileName) } as never);
  };
  const zeros = new Uint8Array(3_000_000);

  it.each<[string, number, () => BlobPart[] | Promise<BlobPart[]>, string]>([
    ['a file that is too large', 413, () => [...good, new Uint8Array(most)], 'tides.pdf'],
    ['an empty file', 400, () => [], 'tides.pdf'],
    ['a page that says it is a picture', 415, () => ['<!doctype html><script>moon()</script>'], 'tides.png'],
    ['a drawing that could run something', 415, () => ['<svg xmlns="http://www.w3.org/2000/svg" onload="moon()"/>'], 'tides.svg'],
    ['a program that says it is a PDF', 415, () => [new Uint8Array([0x4d, 0x5a, 0x90, 0])], 'tides.pdf'],
    ['a program for a shell', 415, () => ['#!/bin/sh\nmoon'], 'tides.jpg'],
    ['a plain archive', 415, async () => [await zipOf('tides.txt', new Uint8Array([77]))], 'tides.docx'],
    ['half an archive', 415, async () => [(await zipOf('word/document.xml', new Uint8Array([77]))).slice(0, 30)], 'tides.docx'],
    ['an archive that would grow without measure', 415, async () => [await zipOf('word/document.xml', zeros)], 'tides.docx'],
    ['an archive with macros', 415, async () => [await zipOf('word/vbaProject.bin', new Uint8Array([77]))], 'tides.docx'],
  ])('refuses %s, says what to do next, and keeps nothing', async (_, code, parts, fileName) => {
    const before = await rows();
    const answer = await send(await parts(), fileName);
    expectFailure(answer, code, saysWhatNext);
    expect(await rows()).toEqual(before);
  });
  it.each([
    '../../etc/tides.pdf',
    'C:\\moon\\tides.pdf',
    'ti\u202Efdp.des',
    'ti\u0007des\r\n.pdf',
    '.',
    'con.pdf',
    `${'t'.repeat(5_000)}.pdf`,
  ])('keeps %j under a tidy name, or none', async (fileName) => {
    expect((await send(good, fileName)).code).toBe(200);
    for (const table of ['library_attachment', 'user_feedback'] as const)
      for (const { file_name } of await world.server.db.selectFrom(table).select('file_name').execute()) {
        expect(file_name ?? 'none').not.toMatch(odd);
        expect(file_name ?? 'none').toMatch(/^.{1,100}$/u);
      }
  });
});

describe('a photo', () => {
  it.each([
    ['with more pixels than a device can hold', png(60_000, 60_000)],
    ['without any', jpeg(0, 0)],
    ['cut off', png(8, 8).slice(0, 12)],
  ])('%s is refused', async (_, bytes) => {
    const answer = await people.tess.call(calls.uploadUserPhoto, {
      user_puid: people.tess.user.userPuid,
      photo: new File([bytes], 'p.png'),
    });
    expect([413, 415]).toContain(answer.code);
    expect(answer.message).toMatch(saysWhatNext);
  });
});

// The content of roster files and archives is covered by the roster's own tests (tests/roster).
describe('a part of a roster', () => {
  const list = 'last name,first name\nPerson,Ana\n';
  const part = { job_id: null, file_name: 'list.csv', size: list.length, part_no: 1, content: btoa(list) };
  it.each<[string, Partial<typeof part>]>([
    ['of a file that is too large', { size: mostRosterBytes + 1 }],
    ['of an empty file', { size: 0, content: '' }],
    ['that is longer than the file', { size: 3 }],
    ['beyond the end', { part_no: 2 }],
    ['that is not base64', { content: '<b>' }],
    ['of a file in a folder', { file_name: '../list.csv' }],
    ['of a file in a folder of Windows', { file_name: 'C:\\list.csv' }],
    ['of a file with signs that cannot be seen', { file_name: 'list\u0007.csv' }],
    ['of a file whose name is turned round', { file_name: 'list\u202Evsc.exe' }],
    ['of a file with no name', { file_name: ' ' }],
  ])('%s is refused with a reason, and nothing is kept', async (_, change) => {
    const before = await rows();
    const answer = await people.tess.call(calls.uploadRosterPart, { ...part, ...change });
    expectFailure(answer, 400, /\w{3}/);
    expect(await rows()).toEqual(before);
  });
});
