import { type TOTP, URI } from 'otpauth';
import { calls } from '../../../contract/index.ts';
import type { Challenge } from '../../../contract/login.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { authenticator } from '../../server/softAuthenticator.ts';
import type { TestServer } from '../../server/testServer.ts';

/** Sid has an authenticator app and is about to sign in with it. Dan is about to set one up. */
export interface FactorWorld {
  factor_id: number;
  recoveryCode: string;
  toAnswer: string;
  toEnroll: string;
  firstCode: string;
}

/** The code an authenticator app shows at a given time. */
export const codeAt = (uri: string, timestamp: number): string => (URI.parse(uri) as TOTP).generate({ timestamp });

/** Sets up an authenticator app for a signed-in user. */
export async function setUpAuthenticator(server: TestServer, name: string, user_puid: number) {
  const client = await server.signIn(name);
  const { challenge } = await client.ok(calls.beginEnrollment, { user_puid, current_password: 'science-rocks' });
  const { uri, secret } = (await client.ok(calls.enrollmentOffer, { challenge })).totp;
  const code = codeAt(uri, server.clock.now);
  const { recovery_codes } = await client.ok(calls.enrollAuthenticator, { challenge, name: 'App', code });
  return { client, uri, secret, recovery_codes: recovery_codes ?? [] };
}

/** Adds a passkey for a signed-in user. */
export async function setUpPasskey(server: TestServer, name: string, user_puid: number, key: ReturnType<typeof authenticator>) {
  const client = await server.signIn(name);
  const { challenge } = await client.ok(calls.beginEnrollment, { user_puid, current_password: 'science-rocks' });
  const { passkey } = await client.ok(calls.enrollmentOffer, { challenge });
  const made = await key.create(passkey as { challenge: string });
  await client.ok(calls.enrollPasskey, {
    challenge,
    name: 'Key',
    passkey: { ...made, type: 'public-key', clientExtensionResults: {} },
  });
}

/** Creates the state above. */
export async function makeFactorWorld(server: TestServer): Promise<FactorWorld> {
  const { client, recovery_codes } = await setUpAuthenticator(server, 'sid', ids.sid);
  const { factors } = await client.ok(calls.secondFactors, { user_puid: ids.sid });
  const answer = await server.call(calls.login, { username: 'sid', password: 'science-rocks' });
  const dan = await server.signIn('dan');
  const { challenge } = await dan.ok(calls.beginEnrollment, { user_puid: ids.dan, current_password: 'science-rocks' });
  const offer = await dan.ok(calls.enrollmentOffer, { challenge });
  return {
    factor_id: factors[0]?.factor_id ?? 0,
    recoveryCode: recovery_codes[0] ?? '',
    toAnswer: (answer.data as Challenge).challenge,
    toEnroll: challenge,
    firstCode: codeAt(offer.totp.uri, server.clock.now),
  };
}
