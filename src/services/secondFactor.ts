import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { type Enrolled, type EnrollmentOffer, type Factor, secondFactor } from '../../contract/secondFactor.ts';
import type { Session } from '../machines/login/sessionMachine.ts';
import type { Problem } from '../machines/problem.ts';
import type { Enrollment } from '../machines/secondFactor/factorEnrollmentMachine.ts';
import type { ToSession } from './account/account.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Whether this browser supports passkeys. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

/** Browsers give few details when there is no passkey, so that pages cannot probe for them. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(() => {
    throw { code: passkeyDismissed, message: '' } satisfies Problem;
  });

/** The calls of the `secondStep` chart. */
export const secondStepActors = (send: Send, toSession: ToSession) => ({
  answerWithCode: callActor<Session, { challenge: string; code: string }>(async ({ input, signal }) =>
    toSession(await send(secondFactor.answerWithCode, input, { signal })),
  ),
  answerWithPasskey: callActor<Session, { challenge: string }>(async ({ input: { challenge }, signal }) => {
    const options = await send(secondFactor.passkeyRequest, { challenge }, { signal });
    const passkey = await asked(startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));
    return toSession(await send(secondFactor.answerWithPasskey, { challenge, passkey }, { signal }));
  }),
});

/** The calls of the `factorEnrollment` chart; `names` are the default names of new factors, until the user renames them. */
export const enrollmentActors = (send: Send, toSession: ToSession, names: { app: string; passkey: string }) => {
  const finish = async ({ recovery_codes, signed_in }: Enrolled): Promise<Enrollment> => ({
    recovery_codes,
    session: signed_in && (await toSession(signed_in)),
  });
  return {
    loadOffer: callActor<EnrollmentOffer, { challenge: string }>(({ input, signal }) =>
      send(secondFactor.enrollmentOffer, input, { signal }),
    ),
    enrollAuthenticator: callActor<Enrollment, { challenge: string; code: string }>(async ({ input, signal }) =>
      finish(await send(secondFactor.enrollAuthenticator, { ...input, name: names.app }, { signal })),
    ),
    enrollPasskey: callActor<Enrollment, { challenge: string; options: EnrollmentOffer['passkey'] }>(
      async ({ input: { challenge, options }, signal }) => {
        const passkey = await asked(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
        return finish(await send(secondFactor.enrollPasskey, { challenge, name: names.passkey, passkey }, { signal }));
      },
    ),
  };
};

/** A change to the user's second step. */
export type FactorChange = { kind: 'add' } | { kind: 'rename' | 'remove'; factor: Factor } | { kind: 'codes' };
/** Result of a change: a challenge to enroll, new recovery codes, or neither. */
export interface FactorOutcome {
  challenge?: string;
  codes?: string[];
}

/** Changes the user's own second step; `answer`: the password, or the new name. */
export async function changeFactors(
  send: Send,
  user_puid: number,
  change: FactorChange,
  { answer, signal }: { answer: string; signal: AbortSignal },
): Promise<FactorOutcome> {
  const own = { user_puid, current_password: answer };
  if (change.kind === 'add') return send(secondFactor.beginEnrollment, own, { signal });
  if (change.kind === 'codes') return { codes: (await send(secondFactor.renewRecoveryCodes, own, { signal })).recovery_codes };
  const { factor_id } = change.factor;
  if (change.kind === 'rename') await send(secondFactor.renameSecondFactor, { user_puid, factor_id, name: answer }, { signal });
  else await send(secondFactor.removeSecondFactor, { ...own, factor_id }, { signal });
  return {};
}
