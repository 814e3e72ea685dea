import { createHmac } from 'node:crypto';
import * as v from 'valibot';

/** A Learnosity account. */
export const Learnosity = v.object({
  consumer_key: v.pipe(v.string(), v.minLength(1)),
  consumer_secret: v.pipe(v.string(), v.minLength(1)),
  /** Host of the product as registered with Learnosity. */
  domain: v.pipe(v.string(), v.minLength(1)),
  /** URL of the Items API script. */
  script: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  /** Base address of the Data API, with the version. Without TLS only on this machine, where a provider is tried out. */
  data: v.optional(
    v.pipe(v.string(), v.url(), v.regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/, 'must begin with https://')),
    'https://data.learnosity.com/latest-lts',
  ),
  /** Additional sources for the frame, such as `https://*.learnosity.com`. */
  sources: v.optional(v.array(v.pipe(v.string(), v.regex(/^https:\/\/[\w*.-]+$/))), ['https://*.learnosity.com']),
});
export type Learnosity = v.InferOutput<typeof Learnosity>;

/** Reads the JSON of the environment variable ORRERY_LEARNOSITY. Throws an error that names the problem. */
export function readLearnosity(text: string | undefined): Learnosity | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('ORRERY_LEARNOSITY is not valid JSON. docs/assessment-provider.md shows an example.');
  }
  const result = v.safeParse(Learnosity, value);
  if (result.success) return result.output;
  throw new Error(`ORRERY_LEARNOSITY: ${v.summarize(result.issues)}`);
}

/** Learnosity's timestamp format: YYYYMMDD-HHmm in UTC. */
const timestampOf = (now: number) => new Date(now).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');

type Signer = Pick<Learnosity, 'consumer_key' | 'consumer_secret' | 'domain'>;

/** Learnosity's signature, version 02: HMAC-SHA256 with the consumer's secret over the parts, joined by `_`. */
const signatureOf = (secret: string, parts: readonly string[]) =>
  `$02$${createHmac('sha256', secret).update(parts.join('_')).digest('hex')}`;

/** Signs a request to the Items API over key, domain, time, user and the request's text. Returns the JSON for their script. */
export function signedItemsRequest(
  { consumer_key, consumer_secret, domain }: Signer,
  now: number,
  request: { user_id: string } & Record<string, unknown>,
): string {
  const timestamp = timestampOf(now);
  const { user_id } = request;
  const text = JSON.stringify(request);
  const signature = signatureOf(consumer_secret, [consumer_key, domain, timestamp, user_id, text]);
  const security = JSON.stringify({ consumer_key, domain, timestamp, user_id, signature });
  return `{"security":${security},"request":${text}}`;
}

/** Signs a reading request to the Data API over key, domain, time, the request's text and the action. Returns the form to send. */
export function signedDataRequest({ consumer_key, consumer_secret, domain }: Signer, now: number, request: object): string {
  const timestamp = timestampOf(now);
  const action = 'get';
  const text = JSON.stringify(request);
  const signature = signatureOf(consumer_secret, [consumer_key, domain, timestamp, text, action]);
  const security = JSON.stringify({ consumer_key, domain, timestamp, signature });
  return new URLSearchParams({ security, request: text, action }).toString();
}
