import { createHmac } from 'node:crypto';
import * as v from 'valibot';

/** An account with Learnosity. */
export const Learnosity = v.object({
  consumer_key: v.pipe(v.string(), v.minLength(1)),
  consumer_secret: v.pipe(v.string(), v.minLength(1)),
  /** Host of the product, as Learnosity knows it. */
  domain: v.pipe(v.string(), v.minLength(1)),
  /** Address of the script of their Items API. */
  script: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  /** What the frame may load from besides the script's own address, such as `https://*.learnosity.com`. */
  sources: v.optional(v.array(v.pipe(v.string(), v.regex(/^https:\/\/[\w*.-]+$/))), ['https://*.learnosity.com']),
});
export type Learnosity = v.InferOutput<typeof Learnosity>;

/** Reads the JSON text of the environment variable ORRERY_LEARNOSITY; throws an error that names what is wrong in it. */
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

/** Their form of an instant: YYYYMMDD-HHmm in UTC. */
const timestampOf = (now: number) => new Date(now).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');

/**
 * Signs a request to the Items API, as Learnosity documents it: HMAC-SHA256 with the consumer's secret over key, domain, time, user and
 * the request's own text, joined by `_`. Answers the JSON that their script takes.
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
