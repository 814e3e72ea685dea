import { rolesBelow } from '../../../common/may.ts';
import type { Rules } from '../../../common/recordValues.ts';
import { Role, wholeRoster } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { passwordWays, type UserDetail } from '../../../contract/people.ts';
import { m } from '../../paraglide/messages.js';
import type { RecordField } from '../records/declaration.ts';
import { roleName } from '../shell/roleName.ts';

/** A school of the user's district. */
export interface School {
  school_id: number;
  name: string;
}

const text = (most: number, isRequired = false) => ({ kind: 'text' as const, most, isRequired, isUnique: false });
const userName = (isRequired: boolean) => ({ ...text(100, isRequired), isUnique: true });
const named = { first_name: text(100, true), last_name: text(100, true) };
const further = { email: { ...text(254), isEmail: true }, grade: text(10), student_id: text(100) };
const wayNames = { code: m.people_way_code, link: m.people_way_link };

const rolesOf = (me: UserData, initial: string) => ({
  kind: 'choice' as const,
  isRequired: true,
  initial,
  options: rolesBelow(me.role).map((role) => ({ key: String(role), label: roleName(role) })),
});
/** A school administrator's people are of the own school. */
const schoolOf = (me: UserData, schools: readonly School[], initial: string): Rules =>
  wholeRoster.some((role) => role === me.role)
    ? {
        school_id: {
          kind: 'choice',
          isRequired: false,
          initial,
          options: schools.map(({ school_id, name }) => ({ key: String(school_id), label: name })),
        },
      }
    : {};

/** The form of a new account. It begins with the role that the list is narrowed to. */
export const newUserRules = (me: UserData, schools: readonly School[], role?: string): Rules => ({
  role_id: rolesOf(me, String(rolesBelow(me.role).find((one) => String(one) === role) ?? Role.student)),
  ...schoolOf(me, schools, schools.length === 1 ? String(schools[0]?.school_id) : ''),
  ...named,
  user_name: userName(false),
  ...further,
  way: {
    kind: 'choice',
    isRequired: true,
    initial: 'code',
    options: passwordWays.map((way) => ({ key: way, label: wayNames[way]() })),
  },
});

/** The form of an account. Where its schools are not at hand, the school stays. */
export const userRules = (me: UserData, schools: readonly School[]): Rules => ({
  ...named,
  user_name: userName(true),
  ...further,
  ...(schools.length > 0 ? schoolOf(me, schools, '') : {}),
});

/** The form of a user's role. */
export const roleRules = (me: UserData): Rules => ({ role_id: rolesOf(me, '') });

/** The form of what a user is known by. */
export const idRules = (): Rules => ({ user_name: userName(true), sourced_id: text(255) });

/** A user as the forms show it: a choice's value is a text. */
export const formRowOf = (user: UserDetail) => ({ ...user, role_id: String(user.role), school_id: String(user.school_id ?? '') });

/** Labels of the forms' fields. */
export const userFields: Readonly<Record<string, RecordField>> = {
  role_id: { label: m.account_column_role },
  school_id: { label: m.account_school },
  first_name: { label: m.rostering_first_name },
  last_name: { label: m.rostering_last_name },
  user_name: { label: m.account_user_name, input: { spellCheck: false } },
  email: { label: m.rostering_email, input: { type: 'email' } },
  grade: { label: m.rostering_grade },
  student_id: { label: m.rostering_student_id },
  way: { label: m.people_way },
  sourced_id: { label: m.people_sourced_id, help: m.people_sourced_id_help, input: { spellCheck: false } },
};
/** The same for a new account, whose username can be left to the server. */
export const newUserFields = { ...userFields, user_name: { ...userFields.user_name, help: m.people_user_name_help } } as Readonly<
  Record<string, RecordField>
>;
