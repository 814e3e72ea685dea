import type { secondFactor } from '../../../contract/secondFactor.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const current_password = 'science-rocks';
const part = 'AAAA';
const whole = { id: part, rawId: part, type: 'public-key', clientExtensionResults: {} } as const;

export const secondFactorCases: Cases<keyof typeof secondFactor> = {
  secondFactors: { as: 'sid', input: () => ({ user_puid: ids.sid }), inOtherDistrict: 200 },
  beginEnrollment: { as: 'dan', input: () => ({ user_puid: ids.dan, current_password }), inOtherDistrict: 200 },
  renameSecondFactor: { as: 'sid', input: ({ factor }) => ({ user_puid: ids.sid, factor_id: factor.factor_id, name: 'Phone' }) },
  removeSecondFactor: {
    as: 'sid',
    input: ({ factor }) => ({ user_puid: ids.sid, factor_id: factor.factor_id, current_password }),
  },
  renewRecoveryCodes: { as: 'sid', input: () => ({ user_puid: ids.sid, current_password }), inOtherDistrict: 400 },
  resetSecondFactors: { as: 'dan', input: () => ({ user_puid: ids.dan, reset_puid: ids.sid }) },
  enrollmentOffer: { input: ({ factor }) => ({ challenge: factor.toEnroll }) },
  enrollAuthenticator: { input: ({ factor }) => ({ challenge: factor.toEnroll, name: 'Phone', code: factor.firstCode }) },
  enrollPasskey: {
    input: ({ factor }) => ({
      challenge: factor.toEnroll,
      name: 'Key',
      passkey: { ...whole, response: { clientDataJSON: part, attestationObject: part } },
    }),
    refused: 400,
  },
  passkeyRequest: { input: ({ factor }) => ({ challenge: factor.toAnswer }) },
  answerWithCode: { input: ({ factor }) => ({ challenge: factor.toAnswer, code: factor.recoveryCode }) },
  answerWithPasskey: {
    input: ({ factor }) => ({
      challenge: factor.toAnswer,
      passkey: { ...whole, response: { clientDataJSON: part, authenticatorData: part, signature: part } },
    }),
    refused: 400,
  },
};
