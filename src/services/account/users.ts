import type { Values } from '../../../common/recordValues.ts';
import { account, type ManagedUser } from '../../../contract/account.ts';
import { login, type UserData } from '../../../contract/login.ts';
import { type PasswordWay, people } from '../../../contract/people.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Send } from '../kit/client.ts';
import { allowed, loadPages, type RecordSource } from '../kit/records.ts';
import type { ToSession } from './account.ts';

const orNull = (value: Values[string] | undefined) => String(value ?? '').trim() || null;
const idOrNull = (value: Values[string] | undefined) => (orNull(value) === null ? null : Number(value));
const fieldsOf = ({ first_name, last_name, email, grade, student_id }: Values) => ({
  first_name: String(first_name),
  last_name: String(last_name),
  email: orNull(email),
  grade: orNull(grade),
  student_id: orNull(student_id),
});

/**
 * The users in an administrator's scope, and how to add one. Without a choice of school, a new user is of the administrator's own. `chosen`:
 * id of the district that is shown and gets the new user; absent for all, and the own one.
 */
export const userSource = (send: Send, user: UserData, chosen?: string): RecordSource<ManagedUser> => {
  const { userPuid: user_puid } = user;
  const { addUser: add } = people;
  return {
    keyOf: ({ district_id, user_puid: whom }) => `${district_id}.${whom}`,
    load: loadPages<ManagedUser>(send, account.managedUsers, { user_puid }),
    ...allowed(
      user,
      { add },
      {
        add: (values: Values, stop: { signal: AbortSignal }) =>
          send(
            people.addUser,
            {
              user_puid,
              ...(chosen ? { district_id: Number(chosen) } : {}),
              ...fieldsOf(values),
              user_name: orNull(values.user_name),
              role_id: Number(values.role_id),
              school_id: idOrNull(values.school_id),
              way: values.way as PasswordWay,
            },
            stop,
          ),
      },
    ),
  };
};

/** Names a user in a call of the administrator `user_puid`. */
export const whom = (user_puid: number, user: Pick<ManagedUser, 'district_id' | 'user_puid'>) => ({
  user_puid,
  managed_puid: user.user_puid,
  district_id: user.district_id,
});

/** Closes an account, or opens it again. */
export const setActive = (
  send: Send,
  user_puid: number,
  user: Pick<ManagedUser, 'district_id' | 'user_puid'>,
  active: boolean,
  signal: AbortSignal,
) => send(people.setUserActive, { ...whom(user_puid, user), active }, { signal });

/** The calls of the forms on a user's own page: of the account, of its ids, or of its role alone. */
export const accountSource = (send: Send, user_puid: number, user: Pick<ManagedUser, 'district_id' | 'user_puid'>) => ({
  get: (_: unknown, stop: { signal: AbortSignal }) => send(people.managedUser, whom(user_puid, user), stop),
  update: ({ version, school_id }: Readonly<Record<string, unknown>>, values: Values, stop: { signal: AbortSignal }) => {
    if ('role_id' in values) return send(people.updateUserRole, { ...whom(user_puid, user), role_id: Number(values.role_id) }, stop);
    if ('sourced_id' in values) {
      const ids = { new_user_name: String(values.user_name), new_sourced_id: orNull(values.sourced_id) };
      return send(people.updateUserId, { ...whom(user_puid, user), version: Number(version), ...ids }, stop);
    }
    // Without a choice, the school stays.
    const school = idOrNull('school_id' in values ? values.school_id : String(school_id));
    const edits = { ...fieldsOf(values), user_name: String(values.user_name), school_id: school };
    return send(people.updateUser, { ...whom(user_puid, user), version: Number(version), ...edits }, stop);
  },
});

/** An administrator starts acting as another user (specification, sections 4, 6 and 8). */
export const loginAs = async (
  send: Send,
  toSession: ToSession,
  user_puid: number,
  user: ManagedUser,
  signal: AbortSignal,
): Promise<Session> =>
  toSession(await send(login.loginAsUser, { user_puid, login_as_puid: user.user_puid, district_id: user.district_id }, { signal }));

/** Help for a user who has lost the phone with the second step, or a device with an open session. */
export interface UserHelp {
  kind: 'resetFactors' | 'endSessions';
  user: ManagedUser;
  /** Only this session. */
  session?: { session_id: number; device: string };
}

/** The administrator `user_puid` helps a user; `ended`: number of ended sessions, if that was the order. */
export async function helpUser(
  send: Send,
  user_puid: number,
  { kind, user, session }: UserHelp,
  signal: AbortSignal,
): Promise<{ ended?: number }> {
  const { user_puid: ended_puid, district_id } = user;
  const which = session ? { session_id: session.session_id } : {};
  if (kind === 'endSessions') return send(account.endUserSessions, { user_puid, ended_puid, district_id, ...which }, { signal });
  await send(secondFactor.resetSecondFactors, { user_puid, reset_puid: ended_puid, district_id }, { signal });
  return {};
}
