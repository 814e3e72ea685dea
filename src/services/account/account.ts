import { account } from '../../../contract/account.ts';
import { login, type SignedIn } from '../../../contract/login.ts';
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
