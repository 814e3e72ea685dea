import { sso } from '../../contract/sso.ts';
import type { SignOnProvider, SignOnResult } from '../machines/singleSignOn/singleSignOnMachine.ts';
import type { ToSession } from './account.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The calls of the `singleSignOn` chart. */
export const singleSignOnActors = (send: Send, toSession: ToSession) => ({
  beginSignOn: callActor<{ url: string }, { provider: SignOnProvider }>(({ input, signal }) =>
    send(input.provider === 'roster' ? sso.rosterLogin : sso.classroomLogin, {}, { signal }),
  ),
  exchangeCode: callActor<SignOnResult, { code: string; replace: boolean }>(async ({ input: { code, replace }, signal }) => {
    const { mustSelectSchool, ...signedIn } = await send(sso.getAccessCode, { code, ...(replace ? { replace } : {}) }, { signal });
    return { session: await toSession(signedIn), mustSelectSchool };
  }),
});
