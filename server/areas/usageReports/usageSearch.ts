import { ResourceType } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import { type Found, foundKinds, mostFound, type usageReports } from '../../../contract/usageReports.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { hasWords } from '../../kit/pages.ts';
import { gradesOf } from '../grades.ts';
import { districtsOf } from './districtsOfState.ts';
import { type UsageScope, usageScope } from './usageScope.ts';

type Kind = Found['kind'];
const nowhere = { within: null, school_id: null, group_puid: null };
/** Name of a school, with its district for who sees several. */
const inDistrict = (school: string | null, district: string | null): string | null =>
  [school, district].filter((name) => name !== null).join(', ') || null;

/** One more than is shown, to tell whether there are more. */
const most = mostFound + 1;

const peopleCalled = (db: Db, query: string, school_id: number | null, role_id: number) => {
  const people = db
    .selectFrom('app_user as u')
    .leftJoin('school as s', 's.school_id', 'u.school_id')
    .select(['u.user_puid as id', 'u.first_name', 'u.last_name', 's.name as within', 'u.school_id'])
    .where('u.active', '=', 1)
    .where('u.role_id', '=', role_id)
    .where(hasWords(query, ['u.first_name', 'u.last_name', 'u.user_name']))
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.user_puid')
    .limit(most);
  return school_id === null ? people : people.where('u.school_id', '=', school_id);
};

/** What is found of each kind in one district, by name. */
const find: Record<Kind, (query: string, db: Db, scope: UsageScope) => Promise<Omit<Found, 'kind' | 'district_id'>[]>> = {
  district: async (query, db, { place, school_id }) => {
    if (school_id !== null || place.level === 'school') return [];
    const rows = await db
      .selectFrom('district')
      .select(['district_id as id', 'name'])
      .where(hasWords(query, ['name']))
      .execute();
    return rows.map((row) => ({ ...row, ...nowhere }));
  },
  school: async (query, db, { school_id }) => {
    const schools = db
      .selectFrom('school as s')
      .innerJoin('district as d', 'd.district_id', 's.district_id')
      .select(['s.school_id as id', 's.name', 'd.name as within'])
      .where(hasWords(query, ['s.name']))
      .orderBy('s.name')
      .orderBy('s.school_id')
      .limit(most);
    const rows = await (school_id === null ? schools : schools.where('s.school_id', '=', school_id)).execute();
    return rows.map((row) => ({ ...row, school_id: row.id, group_puid: null }));
  },
  group: async (query, db, { school_id }) => {
    const groups = db
      .selectFrom('class_group as g')
      .innerJoin('school as s', 's.school_id', 'g.school_id')
      .select(['g.group_puid as id', 'g.name', 's.name as within', 'g.school_id'])
      .where('g.active', '=', 1)
      .where(hasWords(query, ['g.name']))
      .orderBy('g.name')
      .orderBy('g.group_puid')
      .limit(most);
    const rows = await (school_id === null ? groups : groups.where('g.school_id', '=', school_id)).execute();
    return rows.map((row) => ({ ...row, group_puid: row.id }));
  },
  teacher: async (query, db, { school_id }) => {
    const rows = await peopleCalled(db, query, school_id, Role.teacher).execute();
    return rows.map(({ first_name, last_name, ...row }) => ({ ...row, name: `${last_name}, ${first_name}`, group_puid: null }));
  },
  student: async (query, db, { school_id }) => {
    const rows = await peopleCalled(db, query, school_id, Role.student).execute();
    const classes = await db
      .selectFrom('enrollment as e')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .select(['e.user_puid', 'g.group_puid', 'g.school_id'])
      .where('e.user_puid', 'in', [0, ...rows.map(({ id }) => id)])
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .where('g.active', '=', 1)
      .orderBy('g.group_puid')
      .execute();
    return rows.map(({ first_name, last_name, ...row }) => ({
      ...row,
      name: `${last_name}, ${first_name}`,
      group_puid:
        classes.find((one) => one.user_puid === row.id && (school_id === null || one.school_id === school_id))?.group_puid ?? null,
    }));
  },
  item: async (query, db) => {
    const rows = await db
      .selectFrom('quiz as q')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .innerJoin('unit as u', 'u.unit_id', 'i.unit_id')
      .select(['q.quiz_id as id', 'i.title as name', 'u.name as within'])
      .where('i.item_type_id', 'in', [ResourceType.quiz, ResourceType.assessment])
      .where(hasWords(query, ['i.title']))
      .orderBy('i.title')
      .orderBy('q.quiz_id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ ...row, school_id: null, group_puid: null }));
  },
};

export const usageSearch: HandlersOf<typeof usageReports>['usageSearch'] = async ({ query }, context) => {
  // Whoever sees several districts finds things in all of them, not only in those of the state that reports sum up.
  const { districts: everywhere } = await districtsOf(context.ports.db, context.user);
  const scope = { ...(await usageScope(context, {})), districts: everywhere };
  const kinds = query.query === '' ? [] : query.kind === undefined ? foundKinds : [query.kind];
  const found: Found[] = [];
  let isPartial = false;
  for (const kind of kinds) {
    // Quizzes are the provider's, so they are the same in each district.
    const districts = kind === 'item' ? scope.districts.slice(0, 1) : scope.districts;
    const isOfDistrict = districts.length > 1 && (kind === 'group' || kind === 'teacher' || kind === 'student');
    const rows: Found[] = [];
    for (const { district_id, name, db } of districts)
      rows.push(
        ...(await find[kind](query.query, db, scope)).map((row) => ({
          kind,
          ...row,
          district_id: kind === 'item' ? null : district_id,
          within: isOfDistrict ? inDistrict(row.within, name) : row.within,
        })),
      );
    isPartial ||= rows.length > mostFound;
    found.push(...rows.slice(0, mostFound));
  }
  return { query: query.query, found, is_partial: isPartial };
};

export const gradesOfBoard: HandlersOf<typeof usageReports>['gradesOfBoard'] = async ({ query }, { ports, user }) => {
  const { districts } = await districtsOf(ports.db, user);
  const board = districts.find(({ district_id }) => district_id === query.board_id);
  if (!board) throw notFound('district');
  const rows = await board.db
    .selectFrom('class_group')
    .select('grade')
    .distinct()
    .where('active', '=', 1)
    .where('grade', 'is not', null)
    .execute();
  const order = new Map((await gradesOf(board.db)).map(({ grade }, at) => [grade, at]));
  const placeOf = (grade: string) => order.get(grade) ?? order.size;
  return rows
    .flatMap(({ grade }) => (grade === null || grade === '' ? [] : [{ grade }]))
    .toSorted((a, b) => placeOf(a.grade) - placeOf(b.grade) || a.grade.localeCompare(b.grade, 'en', { numeric: true }));
};
