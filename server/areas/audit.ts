import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';
import { type AuditAction, type AuditEntry, auditActions, auditKinds, type auditSorts, type audit as calls } from '../../contract/audit.ts';
import { placeKinds } from '../../contract/contentSetup.ts';
import { Role } from '../../contract/kit.ts';
import { partsOf } from '../db/parts.ts';
import { iso } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, refuse } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { activeUser } from '../kit/signIn.ts';
import { tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';

const orders: Record<(typeof auditSorts)[number], readonly RawBuilder<unknown>[]> = {
  at: [sql`a.at`, sql`a.audit_id`],
  action: [sql`a.action`],
  who: [sql`coalesce(lower(w.first_name), '')`, sql`lower(w.last_name)`],
  role: [sql`coalesce(r.role_id, w.role_id, 0)`],
  about: [sql`coalesce(lower(s.first_name), lower(g.name), lower(l.lesson_name), lower(b.name), lower(y.name), lower(c.name), '')`],
  detail: [sql`a.detail`],
  address: [sql`coalesce(a.address, '')`],
};

/** The id of a subject of this kind, which is a word and a number. A cast outside of `case` may run on the others as well. */
const idOf = (kind: string) =>
  sql<number | null>`case when a.subject like ${`${kind} %`} then cast(substr(a.subject, ${sql.lit(kind.length + 2)}) as bigint) end`;

/** The entries that an administrator sees, with who did it: those about people and classes of the school, of the district, or all. */
async function visibleEntries(ports: TenantPorts, user: TokenUser) {
  const entries = allDistricts(ports.db)
    .selectFrom('audit as a')
    .innerJoin('district as d', 'd.district_id', 'a.district_id')
    .leftJoin('app_user as w', (join) =>
      join.onRef('w.user_puid', '=', 'a.actor_puid').on('w.district_id', '=', sql<number>`coalesce(a.actor_district_id, a.district_id)`),
    )
    .leftJoin('app_user as r', (join) =>
      join.onRef('r.user_puid', '=', 'a.acting_puid').onRef('r.district_id', '=', 'a.acting_district_id'),
    )
    .leftJoin('app_user as s', (join) => join.onRef('s.district_id', '=', 'a.district_id').on('s.user_puid', '=', idOf('user')))
    .leftJoin('class_group as g', (join) => join.onRef('g.district_id', '=', 'a.district_id').on('g.group_puid', '=', idOf('group')))
    .leftJoin('lesson as l', (join) => join.onRef('l.district_id', '=', 'a.district_id').on('l.lesson_id', '=', idOf('lesson')))
    .leftJoin('subject as b', (join) => join.onRef('b.district_id', '=', 'a.district_id').on('b.subject_id', '=', idOf('subject')))
    .leftJoin('grade as y', (join) => join.onRef('y.district_id', '=', 'a.district_id').on('y.grade_id', '=', idOf('grade')))
    .leftJoin('school as c', (join) => join.onRef('c.district_id', '=', 'a.district_id').on('c.school_id', '=', idOf('school')))
    .select(['a.district_id', 'a.audit_id', 'a.at', 'a.action', 'a.subject', 'a.detail', 'a.address', 'a.actor_puid', 'a.acting_puid'])
    .select(['w.first_name as actor_first', 'w.last_name as actor_last', 'w.role_id as actor_role'])
    .select(['r.first_name as acting_first', 'r.last_name as acting_last', 'r.role_id as acting_role'])
    .select([
      's.first_name',
      's.last_name',
      'g.name as group_name',
      'l.lesson_name',
      'b.name as subject_name',
      'y.name as grade_name',
      'c.name as school_name',
    ])
    .select(sql<string | null>`case when a.subject like 'district %' then d.name end`.as('district_name'));
  if (user.role >= Role.providerAdministrator) return entries;
  const ofDistrict = entries.where('a.district_id', '=', user.district_id);
  if (user.role >= Role.districtAdministrator) return ofDistrict;
  const school_id = (await activeUser(ports, user))?.school_id ?? 0;
  return ofDistrict.where((eb) =>
    eb.or([
      eb('w.school_id', '=', school_id),
      eb('s.school_id', '=', school_id),
      eb('g.school_id', '=', school_id),
      eb('c.school_id', '=', school_id),
    ]),
  );
}
type Visible = Awaited<ReturnType<Awaited<ReturnType<typeof visibleEntries>>['execute']>>[number];

type Values = Readonly<Record<string, unknown>>;
interface Detail {
  before?: Values;
  after?: Values;
  facts?: Values;
  count?: number;
}
/** Names of people by id, for the fields that hold ids. */
type Names = ReadonlyMap<number, string>;

/** People named in one field; of more, only how many. */
const mostNamed = 10;

function inWords(field: string, value: unknown, names: Names): string | null {
  if (value === undefined || value === null) return null;
  const nameOf = (user_puid: unknown) => names.get(Number(user_puid)) ?? '?';
  if (field.endsWith('_puid')) return nameOf(value);
  if (!field.endsWith('_puids')) return String(value);
  const people = value as readonly number[];
  const named = people.slice(0, mostNamed).map(nameOf).toSorted();
  return [...named, ...(people.length > mostNamed ? [`+${people.length - mostNamed}`] : [])].join(', ') || null;
}
const nameOfField = (field: string) => field.replace(/_puids?$/, '');

/** Ids of the people in an entry's fields. */
const peopleIn = ({ before, after, facts }: Detail): number[] =>
  [before, after, facts].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, value]) =>
      /_puids?$/.test(field) && value !== null ? [value].flat().slice(0, mostNamed).map(Number) : [],
    ),
  );

/** Names of the people in the entries' fields, by district. A person who was erased has none anymore. */
async function namesIn(ports: TenantPorts, told: readonly { district_id: number; detail: Detail }[]): Promise<Map<number, Names>> {
  const byDistrict = new Map<number, Names>();
  for (const [district_id, own] of Map.groupBy(told, (one) => one.district_id)) {
    const names = new Map<number, string>();
    for (const some of partsOf([...new Set(own.flatMap(({ detail }) => peopleIn(detail)))]))
      for (const row of await tenant(allDistricts(ports.db), district_id)
        .selectFrom('app_user')
        .select(['user_puid', 'first_name', 'last_name'])
        .where('user_puid', 'in', some)
        .execute())
        names.set(row.user_puid, `${row.first_name} ${row.last_name}`);
    byDistrict.set(district_id, names);
  }
  return byDistrict;
}

/** Content is of no district, and platforms come and go: their lines carry their names. */
const contentSubjects: readonly string[] = [...placeKinds, 'item', 'term', 'courseImport', 'platform'];

/** The fields of a record that differ. Ids and versions are not a person's words. */
function changesOf({ before, after }: Detail, names: Names): AuditEntry['changes'] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !/(^version|_id)$/.test(field) && String(before?.[field] ?? '') !== String(after?.[field] ?? ''))
    .map((field) => ({
      field: nameOfField(field),
      before: inWords(field, before?.[field], names),
      after: inWords(field, after?.[field], names),
    }));
}

const factsOf = ({ facts = {} }: Detail, names: Names): AuditEntry['facts'] =>
  Object.entries(facts).flatMap(([field, value]) => {
    const told = inWords(field, value, names);
    return told === null || told === '' ? [] : [{ field: nameOfField(field), value: told }];
  });

const person = (user_puid: number | null, first_name: string | null, last_name: string | null, role: number | null) =>
  user_puid === null || first_name === null || last_name === null || role === null ? null : { user_puid, first_name, last_name, role };

function entryOf(row: Visible, detail: Detail, names: Names): AuditEntry {
  const [kind, id] = row.subject.split(' ');
  const { before, after, facts, count } = detail;
  // A line about the erasure of another district carries its name, because it outlives it.
  const isOfOther = kind === 'district' && Number(id) !== row.district_id;
  const name =
    contentSubjects.includes(kind ?? '') || isOfOther
      ? inWords('name', facts?.name ?? after?.name ?? before?.name, names)
      : row.first_name === null
        ? (row.group_name ?? row.lesson_name ?? row.subject_name ?? row.grade_name ?? row.school_name ?? row.district_name)
        : `${row.first_name} ${row.last_name ?? ''}`;
  return {
    audit_id: row.audit_id,
    at: iso(row.at),
    actor: person(row.actor_puid, row.actor_first, row.actor_last, row.actor_role),
    acting: person(row.acting_puid, row.acting_first, row.acting_last, row.acting_role),
    action: row.action as AuditAction,
    subject: { kind: kind as AuditEntry['subject']['kind'], id: Number(id), name },
    facts: factsOf(detail, names),
    changes: changesOf(detail, names),
    count: count ?? null,
    address: row.address,
  };
}

/** Sign-ins are read when they are asked for: there are thousands to each other entry. */
const usual = auditKinds.filter((kind) => kind !== 'signIn').flatMap((kind) => [...auditActions[kind]]);

export const audit: HandlersOf<typeof calls> = {
  auditEntries: async ({ query }, { ports, user }) => {
    const { user_puid, search, sort = '-at', kind, from_date, to_date, about_puid, about_district_id = user.district_id } = query;
    assertSelf(user, user_puid);
    if (from_date && to_date && to_date < from_date)
      throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
    const { time_zone } = await ports.db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
    let entries = (await visibleEntries(ports, user))
      .where('a.action', 'in', kind ? auditActions[kind] : usual)
      .where(
        hasWords(search, [
          'w.first_name',
          'w.last_name',
          'w.user_key',
          'r.last_name',
          's.first_name',
          's.last_name',
          's.user_key',
          'g.name',
        ]),
      );
    if (about_puid !== undefined)
      entries = entries.where('a.district_id', '=', about_district_id).where('a.subject', '=', `user ${about_puid}`);
    if (query.group_puid !== undefined)
      entries = entries.where('a.district_id', '=', about_district_id).where('a.subject', '=', `group ${query.group_puid}`);
    if (query.school_id !== undefined) {
      const { school_id } = query;
      entries = entries
        .where('a.district_id', '=', about_district_id)
        .where((eb) =>
          eb.or([
            eb('w.school_id', '=', school_id),
            eb('s.school_id', '=', school_id),
            eb('g.school_id', '=', school_id),
            eb('a.subject', '=', `school ${school_id}`),
          ]),
        );
    } else if (query.about_district_id !== undefined) entries = entries.where('a.district_id', '=', about_district_id);
    if (from_date) entries = entries.where('a.at', '>=', zonedTime(from_date, time_zone));
    if (to_date) entries = entries.where('a.at', '<', zonedTime(addDays(to_date, 1), time_zone));
    const { total, rows } = await pageOf(entries, orderOf(sort, orders), 'a.audit_id', query);
    const told = rows.map((row) => ({ district_id: row.district_id, row, detail: JSON.parse(row.detail) as Detail }));
    const names = await namesIn(ports, told);
    return { total, rows: told.map(({ district_id, row, detail }) => entryOf(row, detail, names.get(district_id) ?? new Map())) };
  },
};
