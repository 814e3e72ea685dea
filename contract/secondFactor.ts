import * as v from 'valibot';
import { administrators, call, id, line, nothing } from './kit.ts';
import { SignedIn } from './login.ts';

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
/** The secret of a `Challenge`. */
const challenge = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const name = line(60);
const bytes = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[\w-]*$/, 'base64url'));
const publicKey = v.literal('public-key');
/** WebAuthn options for the browser, as its `…FromJSON` functions take them. */
const PasskeyOptions = v.record(v.string(), v.unknown());

/** `RegistrationResponseJSON` of WebAuthn. */
const Registration = v.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: publicKey,
  response: v.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(8))),
  }),
  clientExtensionResults: v.object({}),
});
/** `AuthenticationResponseJSON` of WebAuthn. */
const Assertion = v.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: publicKey,
  response: v.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: v.optional(bytes(200)),
  }),
  clientExtensionResults: v.object({}),
});

/** An authenticator app or a passkey of a person. */
export const Factor = v.object({
  factor_id: v.number(),
  kind: v.picklist(['totp', 'passkey']),
  name: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type Factor = v.InferOutput<typeof Factor>;

/** A person's second factors. */
export const SecondFactors = v.object({
  factors: v.array(Factor),
  recovery_codes_left: v.number(),
  /** The district requires it of its administrators, so the last one cannot be removed. */
  is_required: v.boolean(),
});
export type SecondFactors = v.InferOutput<typeof SecondFactors>;

/** What is needed to set up either kind. */
export const EnrollmentOffer = v.object({
  /** `secret` is base32, for typing without a camera; `uri` is the content of the QR code. */
  totp: v.object({ secret: v.string(), uri: v.string() }),
  /** Null if the product runs under an IP address: passkeys require a host name. */
  passkey: v.nullable(PasskeyOptions),
});
export type EnrollmentOffer = v.InferOutput<typeof EnrollmentOffer>;

/** Result of setting up a factor. */
export const Enrolled = v.object({
  /** Only with the first factor and never again. Each code signs in once. */
  recovery_codes: v.nullable(v.array(v.string())),
  /** If a sign-in waited for enrollment. */
  signed_in: v.nullable(SignedIn),
});
export type Enrolled = v.InferOutput<typeof Enrolled>;

export const secondFactor = {
  secondFactors: call({
    backend: 'lms',
    method: 'GET',
    path: '/SecondFactor/get_second_factors',
    summary: "List the caller's authenticator apps and passkeys, and count the remaining recovery codes",
    access: administrators,
    query: v.object({ user_puid: id }),
    data: SecondFactors,
    onFailure: 'state',
    origin: 'ours',
  }),
  beginEnrollment: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/begin_enrollment',
    summary: 'Start setting up a second factor; requires the password',
    access: administrators,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, current_password: password }),
    data: v.object({ challenge: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  renameSecondFactor: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/rename_second_factor',
    summary: 'Rename a second factor',
    access: administrators,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, factor_id: id, name }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  removeSecondFactor: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/remove_second_factor',
    summary: 'Remove a second factor, and the recovery codes with the last one; requires the password and ends all other sessions',
    access: administrators,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, factor_id: id, current_password: password }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  renewRecoveryCodes: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/renew_recovery_codes',
    summary: 'Replace all recovery codes; requires the password',
    access: administrators,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, current_password: password }),
    data: v.object({ recovery_codes: v.array(v.string()) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  resetSecondFactors: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/reset_second_factors',
    summary: 'Remove all second factors of an administrator with a lower role and end their sessions',
    access: administrators,
    isFor: 'lowerRoles',
    refusedWhileActing: true,
    body: v.object({ user_puid: id, reset_puid: id, district_id: v.optional(id) }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  enrollmentOffer: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/enrollment_offer',
    summary: 'Get what an authenticator app or passkey needs for setup, for an enrollment challenge',
    access: 'public',
    body: v.object({ challenge }),
    data: EnrollmentOffer,
    onFailure: 'state',
    origin: 'ours',
  }),
  enrollAuthenticator: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/enroll_authenticator',
    summary: 'Finish setting up an authenticator app with its first code; ends all other sessions',
    access: 'public',
    body: v.object({ challenge, name, code: line(20) }),
    data: Enrolled,
    onFailure: 'state',
    origin: 'ours',
  }),
  enrollPasskey: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/enroll_passkey',
    summary: 'Finish setting up a passkey with the browser’s response; ends all other sessions',
    access: 'public',
    body: v.object({ challenge, name, passkey: Registration }),
    data: Enrolled,
    onFailure: 'state',
    origin: 'ours',
  }),
  passkeyRequest: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/passkey_request',
    summary: 'Get what the browser needs to request a passkey, for a sign-in challenge',
    access: 'public',
    body: v.object({ challenge }),
    data: PasskeyOptions,
    onFailure: 'state',
    origin: 'ours',
  }),
  answerWithCode: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/answer_with_code',
    summary: 'Complete a sign-in with an authenticator code or a recovery code',
    access: 'public',
    body: v.object({ challenge, code: line(60) }),
    data: SignedIn,
    onFailure: 'state',
    origin: 'ours',
  }),
  answerWithPasskey: call({
    backend: 'lms',
    method: 'POST',
    path: '/SecondFactor/answer_with_passkey',
    summary: 'Complete a sign-in with a passkey',
    access: 'public',
    body: v.object({ challenge, passkey: Assertion }),
    data: SignedIn,
    onFailure: 'state',
    origin: 'ours',
  }),
};
