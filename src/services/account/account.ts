import { account, type ManagedUser } from '../../../contract/account.ts';
import { login, type SignedIn } from '../../../contract/login.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import type { CodeEntry } from '../../machines/login/codeLoginMachine.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

/** Turns a sign-in response into a session. */
export type ToSession = (signedIn: SignedIn) => Promise<Session>;

/** The call of the `codeLogin` chart. */
export const codeLoginActors = (send: Send, toSession: ToSession) => ({
  loginWithCode: callActor<Session | null, CodeEntry>(async ({ input: { code, name, replace }, signal }) => {
    const guest = name.trim();
    const signedIn = await send(
      login.loginWithAssignmentCode,
      { code, ...(guest === '' ? {} : { name: guest }), ...(replace ? { replace } : {}) },
      { signal },
    );
    return signedIn && toSession(signedIn);
  }),
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

/** The calls of the `passwordReset` chart. */
export const passwordResetActors = (send: Send) => ({
  requestLink: callActor<null, { email: string }>(({ input, signal }) =>
    send(account.retrievePassword, { emailid: input.email }, { signal }),
  ),
  requestLinkAgain: callActor<null, { email: string }>(({ input, signal }) =>
    send(account.generateResetLink, { emailid: input.email }, { signal }),
  ),
  validateLink: callActor<{ user_name: string }, { linkId: string }>(({ input, signal }) =>
    send(account.validateResetLink, { Id: input.linkId }, { signal }),
  ),
  resetPassword: callActor<null, { linkId: string; password: string }>(({ input, signal }) =>
    send(account.resetPassword, { Id: input.linkId, password: input.password }, { signal }),
  ),
});
