import * as v from 'valibot';

const address = v.pipe(v.string(), v.url());

const provider = {
  /** Issuer identifier, exactly as in the provider's tokens. */
  issuer: address,
  client_id: v.pipe(v.string(), v.minLength(1)),
  /** The district whose accounts the provider vouches for. */
  district_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The provider's subjects are the roster's `sourcedId`s, so accounts are linked at the first sign-in. Never by e-mail. */
  subject_is_sourced_id: v.optional(v.boolean(), false),
};
const OpenIdProvider = v.object({ ...provider, client_secret: v.optional(v.string()), scope: v.optional(v.string(), 'openid') });
const LearningTools = v.object({
  ...provider,
  /** The platform's authentication request URL and key set (LTI 1.3, section 5). */
  authorization_endpoint: address,
  jwks_uri: address,
  /** Where access tokens for the platform's services come from; omitted: no services are used. */
  token_endpoint: v.optional(address),
  deployment_ids: v.pipe(v.array(v.string()), v.minLength(1)),
});

/** What the environment seeds: OpenID Connect for roster and classroom, LTI 1.3 platforms for learning tools. */
export const SingleSignOn = v.object({
  roster: v.optional(OpenIdProvider),
  classroom: v.optional(OpenIdProvider),
  learningTools: v.optional(v.array(LearningTools)),
});
export type SingleSignOn = v.InferOutput<typeof SingleSignOn>;
export type OpenIdProvider = v.InferOutput<typeof OpenIdProvider>;
export type LearningTools = v.InferOutput<typeof LearningTools>;

/**
 * Name of a registration, which vouches for a subject. The issuer alone is not enough: one issuer serves many districts, each with its own
 * subjects (OpenID Connect Core 1.0, section 8; LTI 1.3 core, section 3.1.3).
 */
export const providerOf = (
  use: keyof SingleSignOn,
  { issuer, client_id, district_id }: Pick<OpenIdProvider, 'issuer' | 'client_id' | 'district_id'>,
): string => `${use} ${issuer} ${client_id} ${district_id}`;

/** Reads the JSON of the environment variable ORRERY_SINGLE_SIGN_ON. Throws an error that names the problem. */
export function readSingleSignOn(text: string | undefined): SingleSignOn {
  if (!text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('ORRERY_SINGLE_SIGN_ON is not valid JSON. docs/operations.md shows an example.');
  }
  const result = v.safeParse(SingleSignOn, value);
  if (result.success) {
    const seen = new Set<string>();
    for (const { issuer, client_id, deployment_ids } of result.output.learningTools ?? [])
      for (const deployment of deployment_ids) {
        const name = JSON.stringify([issuer, client_id, deployment]);
        if (seen.has(name)) throw new Error(`ORRERY_SINGLE_SIGN_ON: the deployment ${name} stands in two platforms. Leave it in one.`);
        seen.add(name);
      }
    return result.output;
  }
  throw new Error(`ORRERY_SINGLE_SIGN_ON: ${v.summarize(result.issues)}`);
}
