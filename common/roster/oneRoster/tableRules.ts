import { isDay } from '../../../contract/isDay.ts';
import type { Findings } from '../findings.ts';
import { type TableName, userRoles } from '../oneRoster.ts';
import { ownText, TightTable } from '../tightTable.ts';
import { type Get, isEnded } from '../values.ts';
import { fileOf, type Mode } from './manifest.ts';

const roles = new Set<string>([...userRoles['1.1'], ...userRoles['1.2']]);
/** One bit for each role that matters. */
const bit: Record<string, number> = {
  student: 1,
  teacher: 2,
  administrator: 4,
  districtAdministrator: 4,
  siteAdministrator: 4,
  systemAdministrator: 4,
  principal: 4,
};
const otherBit = 8;
/** 0: unknown role. */
const markOf = (role: string) => bit[role] ?? (roles.has(role) ? otherBit : 0);
/** Room for the marks beside a row number. */
export const bits = 16;
const pairBase = 2 ** 26;
/** User roles required for an enrollment role. OneRoster itself allows any user. */
const needs: Record<string, number> = { student: 1, teacher: 2 | 4 };
const enrollmentRoles = ['student', 'teacher', 'administrator', 'proctor'];

/** What the rules of a table need from the check. */
interface CheckSoFar {
  findings: Findings;
  modes: ReadonlyMap<TableName, Mode>;
  /** Id → row × 16 + marks, of each table read so far. */
  known: Record<TableName, Map<string, number>>;
  today: string;
}
interface TableRules {
  /** What later tables must know of a row, as flags. */
  mark?: (get: Record<string, Get>, values: string[]) => number;
  row?: (get: Record<string, Get>, values: string[], row: number) => void;
  end?: () => void;
}

/** Checks of a table beyond its columns. */
export function rulesOf(table: TableName, check: CheckSoFar): TableRules | undefined {
  const { findings, known, modes, today } = check;
  const file = fileOf(table);
  const dates = (from: string, to: string) => (get: Record<string, Get>, values: string[], row: number) => {
    const [begin, end] = [(get[from] as Get)(values), (get[to] as Get)(values)];
    if (end < begin && isDay(begin) && isDay(end)) findings.error('datesOrder', file, { row, column: to, value: end }, { begin });
  };
  if (table === 'orgs') {
    const parents = new Map<string, { parent: string; row: number }>();
    return {
      mark: (get, values) => ((get.type as Get)(values) === 'school' ? 1 : 0),
      row: (get, values, row) => {
        const parent = (get.parentSourcedId as Get)(values);
        if (parent !== '') parents.set((get.sourcedId as Get)(values), { parent, row });
      },
      end: () => {
        const settled = new Set<string>();
        for (const [id, { row }] of parents) {
          const way = new Set<string>();
          let at: string | undefined = id;
          while (at !== undefined && !settled.has(at) && !way.has(at)) {
            way.add(at);
            at = parents.get(at)?.parent;
          }
          if (at !== undefined && way.has(at)) findings.error('orgLoop', file, { row, column: 'parentSourcedId', value: id });
          for (const one of way) settled.add(one);
        }
      },
    };
  }
  if (table === 'academicSessions') return { row: dates('startDate', 'endDate') };
  if (table === 'roles') {
    const primaries = new Map<string, number>();
    const begins = dates('beginDate', 'endDate');
    // A delta does not contain roles that stay.
    const isWhole = modes.get('roles') === 'bulk';
    return {
      row: (get, values, row) => {
        begins(get, values, row);
        const user = (get.userSourcedId as Get)(values);
        const at = known.users.get(user);
        if (isEnded(get, values, today)) return;
        if (at !== undefined && isWhole) {
          const one = markOf((get.role as Get)(values));
          if ((at & one) === 0) known.users.set(user, Math.floor(at / bits) * bits + ((at % bits) | one));
        }
        if ((get.roleType as Get)(values) !== 'primary') return;
        // Each organization of a person has one of its own (OneRoster 1.2, class Role).
        const place = `${user}\n${(get.orgSourcedId as Get)(values)}`;
        const earlier = primaries.get(place);
        if (earlier !== undefined) findings.warn('primaryTwice', file, { row, column: 'roleType', value: user }, { earlier });
        else primaries.set(ownText(place), row);
      },
      end: () => {
        if (!isWhole) return;
        for (const [user, at] of known.users)
          if (at % bits === 0) findings.warn('roleless', fileOf('users'), { row: Math.floor(at / bits), column: 'sourcedId', value: user });
      },
    };
  }
  if (table === 'classes')
    return {
      row: (get, values, row) => {
        const value = (get.schoolSourcedId as Get)(values);
        const at = known.orgs.get(value);
        if (at !== undefined && at % bits !== 1) findings.error('notASchool', file, { row, column: 'schoolSourcedId', value });
      },
    };
  if (table === 'users') return { mark: (get, values) => (get.role ? markOf(get.role(values)) : 0) };
  if (table === 'enrollments') {
    const places = new TightTable();
    const begins = dates('beginDate', 'endDate');
    return {
      row: (get, values, row) => {
        begins(get, values, row);
        if (isEnded(get, values, today)) return;
        const [inClass, ofUser] = [(get.classSourcedId as Get)(values), (get.userSourcedId as Get)(values)];
        const [group, user] = [known.classes.get(inClass), known.users.get(ofUser)];
        if (user === undefined) return;
        const role = (get.role as Get)(values);
        const marks = user % bits;
        if (needs[role] !== undefined && marks !== 0 && (marks & (needs[role] as number)) === 0)
          findings.error('enrollmentRole', file, { row, column: 'role', value: role }, { user: ofUser });
        if (group === undefined) return;
        const key = Math.floor(group / bits) * pairBase + Math.floor(user / bits);
        const index = enrollmentRoles.indexOf(role);
        const earlier = places.get(key);
        if (earlier === undefined) places.set(key, row * 4 + index);
        else {
          const was = enrollmentRoles[earlier % 4] as string;
          const params = { user: ofUser, group: inClass, earlier: Math.floor(earlier / 4), was };
          findings.error(was === role ? 'enrolledTwice' : 'twoRoles', file, { row, column: 'role', value: role }, params);
        }
      },
    };
  }
  if (table === 'demographics') {
    const seen = new Set<string>();
    return {
      row: (get, values, row) => {
        const value = (get.sourcedId as Get)(values);
        if (seen.has(value)) findings.error('duplicate', file, { row, column: 'sourcedId', value }, { earlier: 0, first: value });
        seen.add(value);
      },
    };
  }
  return undefined;
}
