import { account, type ManagedUser } from '../../contract/account.ts';
import { login, type SignedIn } from '../../contract/login.ts';
import type { CodeEntry } from '../machines/codeLogin/codeLoginMachine.ts';
import type { Session } from '../machines/session/sessionMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** How an answer to a way in becomes a session. */
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

/** The call of the `loginAs` chart, for the administrator `userPuid`. */
export const loginAsActors = (send: Send, toSession: ToSession, userPuid: number) => ({
  loginAsUser: callActor<Session, ManagedUser | null>(async ({ input, signal }) =>
    toSession(
      await send(
        login.loginAsUser,
        { user_puid: userPuid, login_as_puid: input?.user_puid ?? 0, ...(input ? { district_id: input.district_id } : {}) },
        { signal },
      ),
    ),
  ),
});

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
