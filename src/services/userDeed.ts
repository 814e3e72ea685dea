import { account } from '../../contract/account.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { UserDeed, UserDeedOutcome } from '../machines/userDeed/userDeedMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The calls of the `userDeed` chart, for the administrator `user_puid`. */
export const userDeedActors = (send: Send, user_puid: number) => ({
  carryOut: callActor<UserDeedOutcome, UserDeed | null>(async ({ input, signal }) => {
    const { kind, user } = input as UserDeed;
    const { user_puid: whom, district_id } = user;
    if (kind === 'endSessions') return send(account.endUserSessions, { user_puid, ended_puid: whom, district_id }, { signal });
    await send(secondFactor.resetSecondFactors, { user_puid, reset_puid: whom, district_id }, { signal });
    return {};
  }),
});
