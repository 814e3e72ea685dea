import { addDays } from '../../../common/day.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import { zonedTime } from '../../../common/zone.ts';
import type { AssignmentSummary, UsageAssignment, UsageAssignmentReport, usageReports } from '../../../contract/usageReports.ts';
import { mostAssignments } from '../../../contract/usageReports.ts';
import { assigned, type Db, iso, isoOrNull } from '../../kit/access.ts';
import { readable } from '../../kit/administered.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import { districtOf } from '../../kit/tenant.ts';
import { scoreOf, worksOf } from '../../reports/classWork.ts';
import { compareNames } from '../assignments.ts';
import { byGroup, type UsageScope, usageScope } from './usageScope.ts';

/** Which assignments are counted. */
interface Asked {
  from_date?: string | undefined;
  to_date?: string | undefined;
  grade?: string | undefined;
  unit_id?: number | undefined;
  group_puid?: number | undefined;
  teacher_puid?: number | undefined;
  group_assignment_id?: number | undefined;
}

/** The assignments of a district to active classes that are open at some point in the period. */
async function assignmentsOf(db: Db, school_id: number | null, asked: Asked) {
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  const { from_date, to_date, grade, unit_id, group_puid, teacher_puid, group_assignment_id } = asked;
  return db
    .selectFrom('group_assignment as ga')
    .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
    .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
    .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
    .where('ga.unassigned_at', 'is', null)
    .where('g.active', '=', 1)
    .where((eb) =>
      eb.and([
        ...(to_date === undefined ? [] : [eb('ga.from_date', '<', zonedTime(addDays(to_date, 1), time_zone))]),
        ...(from_date === undefined
          ? []
          : [eb.or([eb('ga.to_date', 'is', null), eb('ga.to_date', '>=', zonedTime(from_date, time_zone))])]),
        ...(school_id === null ? [] : [eb('g.school_id', '=', school_id)]),
        ...(grade === undefined ? [] : [eb('g.grade', '=', grade)]),
        ...(unit_id === undefined ? [] : [eb('l.unit_id', '=', unit_id)]),
        ...(group_puid === undefined ? [] : [eb('g.group_puid', '=', group_puid)]),
        ...(teacher_puid === undefined ? [] : [eb('a.assigned_by_puid', '=', teacher_puid)]),
        ...(group_assignment_id === undefined ? [] : [eb('ga.group_assignment_id', '=', group_assignment_id)]),
      ]),
    );
}
type Assignments = Awaited<ReturnType<typeof assignmentsOf>>;

/** Students of assignments, by where they are. */
interface Counts {
  assigned: number;
  not_started: number;
  in_progress: number;
  completed: number;
  submitted: number;
  released: number;
}
const stages = ['assigned', 'not_started', 'in_progress', 'completed', 'submitted', 'released'] as const satisfies (keyof Counts)[];
const nobody: Counts = { assigned: 0, not_started: 0, in_progress: 0, completed: 0, submitted: 0, released: 0 };

/** Where the students of each assignment are, counted in the database by the rules of the result page. */
async function countsOf(db: Db, assignments: Assignments): Promise<Map<number, Counts>> {
  const rows = await assigned(db)
    .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
    .leftJoin('lesson_tracking as t', (join) =>
      join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .where('ga.group_assignment_id', 'in', assignments.select('ga.group_assignment_id'))
    .select('ga.group_assignment_id')
    .select((eb) => {
      const attempt = eb
        .selectFrom('attempt as at')
        .select('at.result_id')
        .whereRef('at.user_puid', '=', 'e.user_puid')
        .whereRef('at.group_assignment_id', '=', 'ga.group_assignment_id');
      const isNew = eb('t.tracking_id', 'is', null);
      const isDone = eb('t.completed_at', 'is not', null);
      const when = {
        not_started: isNew,
        in_progress: eb.and([eb.not(isNew), eb.not(isDone)]),
        completed: isDone,
        submitted: eb.exists(attempt.where('at.state', '<>', 'started')),
        released: eb.exists(attempt.where('at.state', '=', 'released')),
      };
      const sum = (name: keyof typeof when) => eb.fn.sum<number>(eb.case().when(when[name]).then(1).else(0).end()).as(name);
      return [
        eb.fn.countAll<number>().as('assigned'),
        ...[sum('not_started'), sum('in_progress'), sum('completed'), sum('submitted'), sum('released')],
      ];
    })
    .groupBy('ga.group_assignment_id')
    .execute();
  return new Map(
    rows.map((row) => [row.group_assignment_id, Object.fromEntries(stages.map((name) => [name, Number(row[name])])) as unknown as Counts]),
  );
}

/** States of a few students are not shown. */
function shownCounts({ assigned: all, ...states }: Counts) {
  const isFew = all > 0 && all < fewestStudents;
  const shown = (count: number) => (isFew ? null : count);
  const { not_started, in_progress, completed, submitted, released } = states;
  return {
    assigned: all,
    ...{ not_started: shown(not_started), in_progress: shown(in_progress), completed: shown(completed) },
    ...{ submitted: shown(submitted), released: shown(released) },
  };
}
const adding = (a: Counts, b: Counts): Counts => Object.fromEntries(stages.map((name) => [name, a[name] + b[name]])) as unknown as Counts;
const given = (all: readonly Counts[]) => ({ assignments: all.length, ...shownCounts(all.reduce(adding, nobody)) });

function assertInOrder({ from_date, to_date }: Asked): void {
  if (from_date && to_date && to_date < from_date)
    throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
}

async function unitsOf(db: Db, unit_ids: readonly (number | null)[]) {
  const ids = [0, ...new Set(unit_ids.filter((id) => id !== null))];
  return db.selectFrom('unit').select(['unit_id', 'name']).where('unit_id', 'in', ids).orderBy('sort_order').orderBy('unit_id').execute();
}
const peopleOf = async (db: Db, ids: Iterable<number>) =>
  (
    await db
      .selectFrom('app_user')
      .select(['user_puid', 'first_name', 'last_name'])
      .where('user_puid', 'in', [0, ...new Set(ids)])
      .execute()
  ).toSorted(compareNames);

/** Units of all assignments of the period, to choose from whatever unit is chosen now. */
async function unitChoices({ districts, school_id }: UsageScope, asked: Asked) {
  const all = new Map<number, { unit_id: number; name: string }>();
  for (const { db } of districts) {
    const rows = await (await assignmentsOf(db, school_id, { ...asked, unit_id: undefined })).select('l.unit_id').distinct().execute();
    for (const unit of await unitsOf(
      db,
      rows.map(({ unit_id }) => unit_id),
    ))
      all.set(unit.unit_id, unit);
  }
  return [...all.values()];
}

export const assignmentSummary: HandlersOf<typeof usageReports>['assignmentSummary'] = async ({ query }, context) => {
  assertInOrder(query);
  const scope = await usageScope(context, query);
  const { place, districts, school_id } = scope;
  const all: { part: number; group_puid: number; teacher_puid: number; counts: Counts }[] = [];
  for (const { district_id, db } of districts) {
    const assignments = await assignmentsOf(db, school_id, query);
    const counts = await countsOf(db, assignments);
    const rows = await assignments
      .select(['ga.group_assignment_id', 'ga.group_puid', 'g.school_id', 'a.assigned_by_puid'])
      .orderBy('ga.group_assignment_id')
      .execute();
    for (const row of rows)
      all.push({
        part: place.level === 'state' ? district_id : row.school_id,
        ...{ group_puid: row.group_puid, teacher_puid: row.assigned_by_puid },
        counts: counts.get(row.group_assignment_id) ?? nobody,
      });
  }
  const sums = <Key>(keyOf: (one: (typeof all)[number]) => Key) =>
    new Map([...Map.groupBy(all, keyOf)].map(([key, own]) => [key, given(own.map(({ counts }) => counts))]));
  const parts = sums(({ part }) => part);
  const named: AssignmentSummary['parts'] =
    place.level === 'school'
      ? []
      : (place.level === 'state'
          ? districts.map(({ district_id: id, name }) => ({ level: 'district' as const, id, name }))
          : place.schools.map(({ school_id: id, name }) => ({ level: 'school' as const, id, name }))
        ).map((part) => ({ ...part, ...(parts.get(part.id) ?? given([])) }));
  const [district] = districts;
  const isOfSchool = school_id !== null && district !== undefined;
  const teachers = sums(({ teacher_puid }) => teacher_puid);
  const groups = sums(({ group_puid }) => group_puid);
  const classes = isOfSchool
    ? await district.db
        .selectFrom('class_group')
        .select(['group_puid', 'name'])
        .where('school_id', '=', school_id)
        .where('active', '=', 1)
        .where((eb) => (query.grade === undefined ? eb.lit(true) : eb('grade', '=', query.grade)))
        .execute()
    : [];
  return {
    ...place,
    units: await unitChoices(scope, query),
    total: given(all.map(({ counts }) => counts)),
    parts: named,
    teachers: isOfSchool
      ? (await peopleOf(district.db, teachers.keys())).map((person) => ({ ...person, ...(teachers.get(person.user_puid) ?? given([])) }))
      : [],
    groups: classes.map((group) => ({ ...group, ...(groups.get(group.group_puid) ?? given([])) })).toSorted(byGroup),
  };
};

/** The students of one assignment, by name. */
async function studentsOf(db: Db, { group_assignment_id }: { group_assignment_id: number }, now: number) {
  const row = await db
    .selectFrom('group_assignment')
    .select(['group_assignment_id', 'lesson_id', 'to_date'])
    .where('group_assignment_id', '=', group_assignment_id)
    .executeTakeFirstOrThrow();
  const works = (await worksOf(db, [row], now)).get(group_assignment_id) ?? [];
  return works.map((work) => ({
    ...{ user_puid: work.user_puid, first_name: work.first_name, last_name: work.last_name },
    ...{ state: work.state, percentage_completed: work.percentage_completed, time_spent: work.time_spent },
    score: scoreOf([work]),
    is_submitted: work.results.some(({ state }) => state !== 'started'),
    is_released: work.results.some(({ state }) => state === 'released'),
    ...{ is_late: work.is_late, is_missing: work.is_missing },
  }));
}

export const usageAssignmentReport: HandlersOf<typeof usageReports>['usageAssignmentReport'] = async ({ query }, context) => {
  assertInOrder(query);
  const { ports, user } = context;
  const one = query.group_assignment_id;
  const isLed = one !== undefined && query.district_id === undefined;
  const ofOne = isLed ? { district_id: districtOf(await readable(ports, user, 'group_assignment_id', one)) } : {};
  const scope = await usageScope(context, { ...query, ...ofOne });
  const { place, districts, school_id } = scope;
  let total = 0;
  const all: (UsageAssignment & { db: Db })[] = [];
  const teachers = new Map<number, UsageAssignment['teacher']>();
  const groups: UsageAssignmentReport['groups'] = [];
  for (const { db } of districts) {
    const assignments = await assignmentsOf(db, school_id, query);
    const rows = await assignments
      .innerJoin('school as s', 's.school_id', 'g.school_id')
      .select(['ga.group_assignment_id', 'ga.lesson_id', 'l.lesson_name', 'ga.group_puid', 'g.name as group_name'])
      .select(['s.school_id', 's.name as school_name', 'ga.from_date', 'ga.to_date', 'a.assigned_by_puid'])
      .orderBy('ga.from_date', 'desc')
      .orderBy('ga.group_assignment_id')
      .limit(mostAssignments)
      .execute();
    const { count } = await assignments.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    total += Number(count);
    const anyTeacher = await (await assignmentsOf(db, school_id, { ...query, teacher_puid: undefined }))
      .select('a.assigned_by_puid')
      .distinct()
      .execute();
    for (const person of await peopleOf(
      db,
      anyTeacher.map(({ assigned_by_puid }) => assigned_by_puid),
    ))
      teachers.set(person.user_puid, person);
    groups.push(
      ...(await (
        await assignmentsOf(db, school_id, { ...query, group_puid: undefined })
      )
        .select(['g.group_puid', 'g.name'])
        .distinct()
        .execute()),
    );
    const counts = await countsOf(db, assignments);
    for (const { assigned_by_puid, from_date, to_date, ...row } of rows)
      all.push({
        ...row,
        teacher: teachers.get(assigned_by_puid) ?? { user_puid: assigned_by_puid, first_name: '', last_name: '' },
        from_date: iso(from_date),
        to_date: isoOrNull(to_date),
        ...shownCounts(counts.get(row.group_assignment_id) ?? nobody),
        db,
      });
  }
  const [found] = all;
  if (one !== undefined && !found) throw notFound('assignment');
  return {
    ...place,
    units: one === undefined ? await unitChoices(scope, query) : [],
    teachers: one === undefined ? [...teachers.values()].toSorted(compareNames) : [],
    groups: one === undefined ? groups.toSorted(byGroup) : [],
    total,
    assignments: all
      .toSorted((a, b) => b.from_date.localeCompare(a.from_date) || a.group_assignment_id - b.group_assignment_id)
      .slice(0, mostAssignments)
      .map(({ db: _, ...row }) => row),
    students: one !== undefined && found ? await studentsOf(found.db, found, ports.now()) : [],
  };
};
