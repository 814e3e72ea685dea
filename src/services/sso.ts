import { type SchoolAccount, sso } from '../../contract/sso.ts';
import type { Session } from '../machines/login/sessionMachine.ts';
import type { SignOnChoice, SignOnResult } from '../machines/sso/singleSignOnMachine.ts';
import type { ToSession } from './account/account.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The calls of the `singleSignOn` chart. */
export const singleSignOnActors = (send: Send, toSession: ToSession) => ({
  beginSignOn: callActor<{ url: string }, SignOnChoice>(({ input: { provider, district_id }, signal }) =>
    send(provider === 'roster' ? sso.rosterLogin : sso.classroomLogin, district_id === null ? {} : { district_id }, { signal }),
  ),
  exchangeCode: callActor<SignOnResult, { code: string; replace: boolean }>(async ({ input: { code, replace }, signal }) => {
    const { mustSelectSchool, opens, ...signedIn } = await send(sso.getAccessCode, { code, ...(replace ? { replace } : {}) }, { signal });
    return { session: await toSession(signedIn), mustSelectSchool, opens };
  }),
});

/** The calls of the `selectSchool` chart, for the signed-in user `userPuid`. */
export const selectSchoolActors = (send: Send, toSession: ToSession, userPuid: number) => ({
  loadAccounts: callActor<SchoolAccount[]>(({ signal }) => send(sso.getSchools, { user_puid: userPuid }, { signal })),
  openAccount: callActor<Session, SchoolAccount | null>(async ({ input, signal }) =>
    toSession(
      await send(
        sso.selectSchool,
        { user_puid: userPuid, school_user_puid: input?.user_puid ?? 0, school_district_id: input?.district_id ?? 0 },
        { signal },
      ),
    ),
  ),
});
