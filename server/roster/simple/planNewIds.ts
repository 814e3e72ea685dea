import { identityFields, isNew } from '../../../common/roster/idList.ts';
import type { SimpleRow } from '../../../common/roster/simpleForm.ts';
import { Role } from '../../../contract/kit.ts';
import { people } from '../../../contract/people.ts';
import type { SimpleField } from '../../../contract/rostering/job.ts';
import { partsOf } from '../../db/parts.ts';
import type { Row } from '../../db/schema.ts';
import { mayFor } from '../../kit/acting.ts';
import { batchSize, type HadIds, type Plan, type Step } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import { idBatches } from './idBatches.ts';
import { placeOf, type StudentList } from './list.ts';

const columns = [
  'district_id',
  'user_puid',
  'user_name',
  'user_key',
  'sourced_id',
  'student_number',
  'first_name',
  'last_name',
  'role_id',
  'school_id',
  'active',
] as const;
type Person = Pick<Row<'app_user'>, (typeof columns)[number]>;
/** The unique columns that a list of new ids fills, and where its values come from. */
const unique = [
  ['user_key', 'new_user_name', 'userNameTaken'],
  ['sourced_id', 'new_sourced_id', 'sourcedIdTaken'],
] as const;

/** What one account gets. */
interface Wanted {
  line: SimpleRow;
  /** Before this job. */
  had: HadIds;
  ids: HadIds;
}

/** The accounts with these ids, as they were before this job. Erased ones have no ids of people any more. */
async function peopleOf({ ports, applied }: Plan, had: ReadonlyMap<string, number>, lines: readonly SimpleRow[]) {
  const keys = lines.flatMap(({ user_name }) => (user_name === '' ? [] : [user_name.toLowerCase()]));
  const sourced = lines.flatMap(({ sourced_id }) => (sourced_id === '' ? [] : [sourced_id]));
  const numbers = lines.flatMap(({ student_id }) => (student_id === '' ? [] : [student_id]));
  const changed = [...keys.map((key) => `user_name ${key}`), ...sourced.map((id) => `sourced_id ${id}`)].flatMap(
    (key) => had.get(key) ?? [],
  );
  const found: Person[] = await ports.db
    .selectFrom('app_user')
    .select(columns)
    .where('erased_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(keys.length > 0 ? [eb('user_key', 'in', keys)] : []),
        ...(sourced.length > 0 ? [eb('sourced_id', 'in', sourced)] : []),
        ...(numbers.length > 0 ? [eb('student_number', 'in', numbers)] : []),
        ...(changed.length > 0 ? [eb('user_puid', 'in', changed)] : []),
      ]),
    )
    .execute();
  const all = found.map((person) => ({ ...person, ...applied.get(person.user_puid) }));
  const by = {
    user_name: new Map(all.map((person) => [person.user_key, person])),
    sourced_id: new Map(all.map((person) => [person.sourced_id, person])),
    student_id: new Map(all.map((person) => [person.student_number, person])),
  };
  return (field: (typeof identityFields)[number], value: string) => by[field].get(field === 'user_name' ? value.toLowerCase() : value);
}

/**
 * Gives the people of a list new usernames and roster ids. Ids may be swapped within the list. A list that goes on after a stop is read as
 * if none of it were done, because the same usernames may belong to other people by now.
 */
export async function* planNewIds(plan: Plan, roster: StudentList): AsyncGenerator<Step> {
  const { ports, importer, findings, applied } = plan;
  const { file } = roster;
  if (importer.role < Role.schoolAdministrator) return findings.error('administratorOnly', file);
  const actor = { district_id: importer.district_id, role_id: importer.role, school_id: importer.school_id, active: 1 };
  const had = new Map(
    [...applied].flatMap(([puid, { user_key, sourced_id }]) => [
      [`user_name ${user_key}`, puid] as const,
      [`sourced_id ${sourced_id}`, puid] as const,
    ]),
  );
  /** Why this person's ids may not be changed. */
  const whyNot = (person: Person) => {
    if (mayFor(actor, people.updateUserId, person)) return null;
    if (!mayFor(actor, people.updateUserId, { ...person, role_id: Role.student, active: 1 })) return 'personElsewhere';
    return mayFor(actor, people.updateUserId, { ...person, active: 1 }) ? 'personClosed' : 'personHigher';
  };

  const wanted = new Map<number, Wanted>();
  let rows = 0;
  for await (const lines of roster.rows()) {
    rows += lines.length;
    for (const part of partsOf(lines.filter((line) => isNew(line) && !roster.leftOut.has(line.row)))) {
      if (part.length === 0) continue;
      const find = await peopleOf(plan, had, part);
      for (const line of part) {
        const given = identityFields.filter((field) => line[field] !== '');
        const at = (field: SimpleField) => placeOf(roster, line, field);
        const missing = given.find((field) => !find(field, line[field]));
        const [person, ...others] = given.map((field) => find(field, line[field]));
        if (given.length === 0) continue;
        if (missing || !person) {
          findings.error('personUnknown', file, at(missing ?? 'user_name'));
          continue;
        }
        const other = others.findIndex((one) => one?.user_puid !== person.user_puid);
        if (other >= 0) {
          findings.error('personsDiffer', file, at(given[other + 1] as SimpleField));
          continue;
        }
        const why = applied.has(person.user_puid) ? null : whyNot(person);
        const earlier = wanted.get(person.user_puid);
        if (why) findings.error(why, file, at(given[0] as SimpleField));
        else if (earlier) findings.error('duplicate', file, at(given[0] as SimpleField), { earlier: earlier.line.row });
        else {
          for (const field of ['first_name', 'last_name'] as const)
            if (line[field] !== '' && line[field].toLowerCase() !== person[field].toLowerCase())
              findings.warn('otherPerson', file, at(field), { name: person[field] });
          const { user_name, user_key, sourced_id } = person;
          const name = line.new_user_name || user_name;
          wanted.set(person.user_puid, {
            line,
            had: { user_name, user_key, sourced_id },
            ids: { user_name: name, user_key: name.toLowerCase(), sourced_id: line.new_sourced_id || sourced_id },
          });
        }
      }
    }
  }

  // Whoever keeps an id stops whoever wants it, and then also whoever wants the id of that person.
  const takers = new Map<string, number>();
  for (const [user_puid, { had: before, ids }] of wanted)
    for (const [column] of unique)
      if (ids[column] !== before[column] && !applied.has(user_puid)) takers.set(`${column} ${ids[column]}`, user_puid);
  const refused: [user_puid: number, field: SimpleField, code: string][] = [];
  for (const [column, field, code] of unique)
    for (const part of partsOf(
      [...wanted.values()].flatMap(({ had: before, ids }) => (ids[column] !== before[column] ? [ids[column] as string] : [])),
    )) {
      const holders = await ports.db.selectFrom('app_user').select(['user_puid', column]).where(column, 'in', part).execute();
      for (const holder of holders) {
        const own = wanted.get(holder.user_puid);
        const taker = takers.get(`${column} ${holder[column]}`);
        const isKept = !own || own.ids[column] === own.had[column];
        if (isKept && taker !== undefined && taker !== holder.user_puid) refused.push([taker, field, code]);
      }
    }
  // The list grows while it is read.
  for (const [user_puid, field, code] of refused) {
    const one = wanted.get(user_puid);
    if (!one) continue;
    findings.error(code, file, placeOf(roster, one.line, field));
    wanted.delete(user_puid);
    for (const [column, of, why] of unique) {
      const taker = one.had[column] === one.ids[column] ? undefined : takers.get(`${column} ${one.had[column]}`);
      if (taker !== undefined) refused.push([taker, of, why]);
    }
  }
  if (!plan.canGoOn) return;

  plan.counts.users.unchanged += rows - wanted.size;
  if (rows > wanted.size) yield { kind: 'users', entries: [], rows: rows - wanted.size };
  for (const batch of await idBatches(
    wanted,
    unique.map(([column]) => column),
    batchSize,
  )) {
    const entries: Entry[] = [];
    for (const part of partsOf(batch.filter((user_puid) => !applied.has(user_puid))))
      for (const row of await ports.db.selectFrom('app_user').selectAll().where('user_puid', 'in', part).execute()) {
        const entry = plan.setColumns(row as unknown as AnyRow, (wanted.get(row.user_puid) as Wanted).ids);
        if (entry) entries.push(entry);
      }
    yield { kind: 'users', entries, rows: batch.length };
  }
}
