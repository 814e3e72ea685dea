import * as v from 'valibot';
import { expect, it } from 'vitest';
import { blankValues, isSameRecord, type Rules, type Values, valuesOf, wrongFields } from '../../common/recordValues.ts';
import { staff } from '../../contract/kit.ts';
import { computed, type Field, resource, text, truth } from '../../contract/resource.ts';

const rooms = resource({
  name: 'room',
  plural: 'rooms',
  thing: 'class',
  key: 'room_id',
  backend: 'lms',
  readers: staff,
  editors: staff,
  fields: {
    name: text({ most: 5, isRequired: true, isUnique: true }),
    note: text({ most: 3 }),
    open: truth({ initial: false }),
    seats: computed(),
  },
  title: 'name',
  search: ['name'],
  filters: ['open'],
  counts: ['seats'],
});
const rules: Rules = Object.fromEntries(Object.entries<Field>(rooms.fields).map(([name, { rule }]) => [name, rule]));
const good: Values = { name: 'Lab', note: '', open: true };

it.each<[string, Values, object]>([
  ['good', good, {}],
  ['a name that is empty', { ...good, name: '' }, { name: 'missing' }],
  ['a name of blanks', { ...good, name: ' \t ' }, { name: 'missing' }],
  ['a name of signs that show nothing', { ...good, name: '\u202e\u0007' }, { name: 'missing' }],
  ['a name as long as can be, with blanks around it', { ...good, name: ' Rooms ' }, {}],
  ['both too long', { ...good, name: 'Room 1', note: 'long' }, { name: 'tooLong', note: 'tooLong' }],
  ['letters of two units', { ...good, name: '🔭🔭🔭' }, { name: 'tooLong' }],
])('finds wrong what the schema of the call refuses: %s', (_, values, wrong) => {
  expect(wrongFields(rules, values)).toEqual(wrong);
  const { issues = [] } = v.safeParse(rooms.calls.add.body, values);
  expect(issues.map((issue) => v.getDotPath(issue)).sort()).toEqual(Object.keys(wrong).sort());
});

const people: Rules = {
  email: { kind: 'text', most: 12, isRequired: false, isUnique: false, isEmail: true },
  work: { kind: 'text', most: 254, isRequired: true, isUnique: false, isEmail: true },
  room: { kind: 'choice', isRequired: true, initial: 'lab', options: [{ key: 'lab', label: 'Lab' }] },
  seat: { kind: 'choice', isRequired: false, initial: '', options: [{ key: '1', label: 'One' }] },
};
const person: Values = { email: '', work: 'a@b.org', room: 'lab', seat: '' };

it.each<[string, Values, object]>([
  ['good', person, {}],
  ['a choice that has to be made', { ...person, room: '' }, { room: 'missing' }],
  ['a choice of nothing where one may', { ...person, seat: '' }, {}],
  ['a required email that is empty', { ...person, work: ' ' }, { work: 'missing' }],
  ['emails that are none', { ...person, email: 'ana', work: 'ana@' }, { email: 'malformed', work: 'malformed' }],
  ['an email with blanks around it', { ...person, email: ' a@b.org ' }, {}],
  ['an email that is too long, whatever it is', { ...person, email: 'ana@example.org' }, { email: 'tooLong' }],
])('finds wrong in choices and emails: %s', (_, values, wrong) => {
  expect(wrongFields(people, values)).toEqual(wrong);
});

it('makes a form with choices: their initial keys, and those of the record', () => {
  expect(blankValues(people)).toEqual({ email: '', work: '', room: 'lab', seat: '' });
  expect(valuesOf(people, { ...person, room: 'hall', seat: null, email: undefined })).toEqual({ ...person, room: 'hall' });
  expect(isSameRecord(person, { ...person, seat: '1' })).toBe(false);
});

it('makes a form of a new record, and of one that is there', () => {
  expect(blankValues(rules)).toEqual({ name: '', note: '', open: false });
  expect(valuesOf(rules, { room_id: 1, version: 3, ...good, seats: 30 })).toEqual(good);
});

it('takes blanks around a text for no change', () => {
  expect(isSameRecord(good, { ...good, name: ' Lab ' })).toBe(true);
  expect(isSameRecord(good, { ...good, name: 'lab' })).toBe(false);
  expect(isSameRecord(good, { ...good, open: false })).toBe(false);
});

it('is declared with one unique field at most, by the names that the calls follow from', () => {
  expect(Object.keys(rooms.named)).toEqual([
    'roomList',
    'roomGet',
    'roomAdd',
    'roomUpdate',
    'roomOrder',
    'roomUses',
    'roomRemove',
    'roomRestore',
  ]);
  const two = { ...rooms, fields: { ...rooms.fields, code: text({ most: 5, isUnique: true }) } };
  expect(() => resource(two)).toThrow('At most one field of rooms can be one of a kind.');
});
