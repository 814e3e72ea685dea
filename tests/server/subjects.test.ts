import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { DataOf } from '../../contract/kit.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { auditOf, expectFailure, testServer } from './testServer.ts';

type Page = DataOf<typeof calls.subjectList>;
type Subject = DataOf<typeof calls.subjectGet>;

async function open() {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const dan = await server.signIn('dan');
  const list = async (asked: object = {}) => (await dan.ok(calls.subjectList, asked)) as Page;
  const add = async (name: string, active = true) => (await dan.ok(calls.subjectAdd, { name, active })) as Subject;
  const audit = async () =>
    (await auditOf(server.db, 'subject.%').select(['action', 'subject', 'detail']).execute()).map(({ detail, ...line }) => ({
      ...line,
      ...(JSON.parse(detail) as object),
    }));
  return { server, dan, list, add, audit };
}
const names = ({ rows }: Page) => rows.map(({ name }) => name);
const science = { subject_id: ids.subject, name: 'Science', active: true, classes: 2, version: 1, place: 1 };

describe('a list of records', () => {
  it('comes page by page, with the number of all', async () => {
    const { list, add } = await open();
    expect(await list()).toEqual({ total: 1, rows: [science] });
    for (const name of ['art', 'Álgebra', 'Biology', 'chemistry']) await add(name);
    const first = await list({ limit: 2 });
    expect([first.total, names(first)]).toEqual([5, ['art', 'Biology']]);
    expect(names(await list({ limit: 2, offset: 2 }))).toEqual(['chemistry', 'Science']);
    expect(names(await list({ limit: 2, offset: 4 }))).toEqual(['Álgebra']);
    expect(names(await list({ offset: 5 }))).toEqual([]);
  });

  it('is sorted by any column, both ways, and searched and narrowed on the server', async () => {
    const { list, add } = await open();
    await add('Biology', false);
    await add('Chemistry');
    for (const [sort, expected] of [
      ['name', ['Biology', 'Chemistry', 'Science']],
      ['-name', ['Science', 'Chemistry', 'Biology']],
      ['-classes', ['Science', 'Biology', 'Chemistry']],
      ['active', ['Biology', 'Science', 'Chemistry']],
    ] as const)
      expect(names(await list({ sort })), sort).toEqual(expected);
    expect(names(await list({ search: ' LOGY bio ' }))).toEqual(['Biology']);
    expect(names(await list({ search: '%' }))).toHaveLength(3);
    expect(await list({ active: false })).toMatchObject({ total: 1, rows: [{ name: 'Biology', active: false }] });
    expect(names(await list({ active: true, search: 'e' }))).toEqual(['Chemistry', 'Science']);
  });

  it('has the records of one’s own district alone', async () => {
    const { server } = await open();
    const dora = await server.signIn('dora');
    expect(await dora.ok(calls.subjectList, {})).toMatchObject({ total: 1, rows: [{ subject_id: ids.foreignSubject, classes: 1 }] });
  });
});

describe('a change of a record', () => {
  it('is written down with what was before and after', async () => {
    const { dan, add, audit } = await open();
    const added = await add('Biology');
    const after = await dan.ok(calls.subjectUpdate, { subject_id: added.subject_id, version: 1, name: 'Biology', active: false });
    expect(after).toEqual({ ...added, name: 'Biology', active: false, version: 2 });
    await dan.ok(calls.subjectRemove, { subject_id: added.subject_id });
    expect(await dan.ok(calls.subjectRestore, { subject_id: added.subject_id })).toEqual({ ...after, version: 3 });
    const subject = `subject ${added.subject_id}`;
    expect(await audit()).toEqual([
      { action: 'subject.add', subject, after: added },
      { action: 'subject.update', subject, before: added, after },
      { action: 'subject.remove', subject, before: after },
      { action: 'subject.restore', subject, after: { ...after, version: 3 } },
    ]);
  });

  it('is refused with the field when another record has the value, whatever the case, also of ten at once', async () => {
    const { dan, add, list } = await open();
    const taken = await dan.call(calls.subjectAdd, { name: ' SCIENCE ', active: true });
    expectFailure(taken, 409, '“SCIENCE” is taken. Choose another.');
    expect(taken.data).toMatchObject({ reason: 'valueTaken', fields: [{ field: 'name' }] });
    const { subject_id } = await add('Biology');
    expectFailure(await dan.call(calls.subjectUpdate, { subject_id, version: 1, name: 'science', active: true }), 409);
    const answers = await Promise.all(Array.from({ length: 10 }, () => dan.call(calls.subjectAdd, { name: 'Física', active: true })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await list()).total).toBe(3);
  });

  it('is refused when somebody else has changed the record since; of ten at once one counts', async () => {
    const { dan, server } = await open();
    const of = { subject_id: ids.subject, version: 1, active: true };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => dan.call(calls.subjectUpdate, { ...of, name: `Science ${index}` })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    const late = await dan.call(calls.subjectUpdate, { ...of, name: 'Late' });
    expectFailure(late, 409, 'Someone else changed this in the meantime.');
    expect(late.data).toMatchObject({ reason: 'recordChanged' });
    expect(await dan.ok(calls.subjectGet, { subject_id: ids.subject })).toMatchObject({ version: 2, classes: 2 });
    expect(server.reports).toEqual([]);
  });

  it('takes the classes along when a subject gets another name, but for those of a roster', async () => {
    const { dan, server } = await open();
    await server.db.updateTable('class_group').set({ sourced_id: 'c1' }).where('group_puid', '=', ids.otherClass).execute();
    const changed = await dan.ok(calls.subjectUpdate, { subject_id: ids.subject, version: 1, name: 'Ciencias', active: true });
    expect(changed).toMatchObject({ name: 'Ciencias', classes: 1 });
    const subjects = await server.db.selectFrom('class_group').select(['group_puid', 'subject']).orderBy('group_puid').execute();
    expect(subjects).toEqual([
      { group_puid: ids.foreignClass, subject: 'Science' },
      { group_puid: ids.class, subject: 'Ciencias' },
      { group_puid: ids.otherClass, subject: 'Science' },
    ]);
  });

  it('says in numbers what a removal is about; a removed record is not found, and comes back once', async () => {
    const { dan, add, list } = await open();
    const of = { subject_id: ids.subject };
    expect(await dan.ok(calls.subjectUses, of)).toEqual({ classes: 2 });
    await dan.ok(calls.subjectRemove, of);
    expect((await list()).total).toBe(0);
    for (const call of [calls.subjectGet, calls.subjectUses, calls.subjectRemove]) expectFailure(await dan.call(call, of), 404);
    expectFailure(await dan.call(calls.subjectUpdate, { ...of, version: 1, name: 'Science', active: true }), 404);
    const other = await add('science');
    expectFailure(await dan.call(calls.subjectRestore, of), 409, '“Science” is taken. Choose another.');
    await dan.ok(calls.subjectRemove, { subject_id: other.subject_id });
    expect(await dan.ok(calls.subjectRestore, of)).toEqual({ ...science, version: 2 });
    expectFailure(await dan.call(calls.subjectRestore, of), 404);
  });
});

it('learns the subjects that classes bring along, but none that somebody removed', async () => {
  const { server, dan, list } = await open();
  const sue = await server.signIn('sue');
  const group = { kind: 'class' as const, grade: '7', period: null };
  for (const subject of ['Robotics', 'ROBOTICS ', 'science', null]) await sue.ok(calls.addGroup, { ...group, group_name: 'Lab', subject });
  expect(names(await list())).toEqual(['Robotics', 'Science']);
  const robotics = (await list()).rows[0] as Subject;
  expect(robotics.classes).toBe(2);
  await dan.ok(calls.subjectRemove, { subject_id: robotics.subject_id });
  await sue.ok(calls.addGroup, { ...group, group_name: 'Lab 2', subject: 'Robotics' });
  expect(names(await list())).toEqual(['Science']);
});
