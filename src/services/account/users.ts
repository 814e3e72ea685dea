import { account, type ManagedUser } from '../../../contract/account.ts';
import { login, type UserData } from '../../../contract/login.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';
import type { ToSession } from './account.ts';

/** The users in an administrator's scope. */
export const userSource = (send: Send, { userPuid }: UserData): RecordSource<ManagedUser> => ({
  keyOf: ({ district_id, user_puid }) => `${district_id}.${user_puid}`,
  load: loadPages<ManagedUser>(send, account.managedUsers, { user_puid: userPuid }),
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
}

/** The administrator `user_puid` helps a user; `ended`: number of ended sessions, if that was the order. */
export async function helpUser(send: Send, user_puid: number, { kind, user }: UserHelp, signal: AbortSignal): Promise<{ ended?: number }> {
  const { user_puid: whom, district_id } = user;
  if (kind === 'endSessions') return send(account.endUserSessions, { user_puid, ended_puid: whom, district_id }, { signal });
  await send(secondFactor.resetSecondFactors, { user_puid, reset_puid: whom, district_id }, { signal });
  return {};
}
