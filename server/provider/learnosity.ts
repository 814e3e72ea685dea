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

/**
 * Signs a request to the Items API as Learnosity documents it: HMAC-SHA256 with the consumer's secret over key, domain, time, user and the
 * request's text, joined by `_`. Returns the JSON for their script.
 */
export function signedItemsRequest(
  { consumer_key, consumer_secret, domain }: Pick<Learnosity, 'consumer_key' | 'consumer_secret' | 'domain'>,
  now: number,
  request: { user_id: string } & Record<string, unknown>,
): string {
  const timestamp = timestampOf(now);
  const { user_id } = request;
  const text = JSON.stringify(request);
  const digest = createHmac('sha256', consumer_secret).update([consumer_key, domain, timestamp, user_id, text].join('_')).digest('hex');
  const security = JSON.stringify({ consumer_key, domain, timestamp, user_id, signature: `$02$${digest}` });
  return `{"security":${security},"request":${text}}`;
}
