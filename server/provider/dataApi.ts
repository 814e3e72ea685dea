import * as v from 'valibot';
import type { resultCauses } from '../../contract/provider.ts';
import { OutsideProblem } from '../kit/outside.ts';
import type { Ports } from '../kit/ports.ts';
import { type Learnosity, signedDataRequest } from './learnosity.ts';

/** A question's response in a session. `item_reference` names the question by `referenceOf`. */
const Response = v.object({
  item_reference: v.string(),
  attempted: v.optional(v.boolean(), false),
  /** null: it waits for a person to score it. */
  score: v.nullish(v.pipe(v.number(), v.minValue(0)), null),
  max_score: v.nullish(v.pipe(v.number(), v.minValue(0)), null),
  /** By type of question, such as `{ value: ['1'] }`; see answerForms.ts. */
  response: v.optional(v.unknown()),
});
export type ProviderResponse = v.InferOutput<typeof Response>;

/** A session as the data calls list it, as far as it is read (Learnosity, Data API, sessions/responses). */
export const Session = v.object({
  session_id: v.string(),
  user_id: v.string(),
  activity_id: v.string(),
  status: v.string(),
  /** Time on each item, s. */
  items: v.optional(v.array(v.object({ reference: v.string(), time: v.nullish(v.pipe(v.number(), v.minValue(0)), 0) })), []),
  responses: v.pipe(v.array(Response), v.maxLength(1000)),
});
export type Session = v.InferOutput<typeof Session>;

const Page = v.object({
  meta: v.object({ status: v.literal(true), next: v.nullish(v.string()) }),
  data: v.array(Session),
});

/** Sessions in one call: the most that Learnosity returns. */
export const mostSessions = 50;
const mostPages = 10;
const mostBytes = 20_000_000;

/** The number of an item in a quiz, from 1, makes its reference at the provider. */
export const referenceOf = (code: string, number: number): string => `${code}/${number}`;

/** Why the provider's data calls failed. `retryAfter`: how long it asks to be left alone, ms. */
export class ProviderFailed extends Error {
  readonly code: (typeof resultCauses)[number];
  readonly retryAfter: number;
  constructor(code: ProviderFailed['code'], retryAfter = 0) {
    super(code);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const longestWait = 24 * 3_600_000;
/** The seconds of a Retry-After, ms. */
const waitOf = (headers: Headers): number => Math.min(longestWait, Math.max(0, Number(headers.get('retry-after')) || 0) * 1000);

async function pageOf({ outside, now }: Pick<Ports, 'outside' | 'now'>, learnosity: Learnosity, request: object) {
  const answer = await outside
    .send(new URL(`${learnosity.data.replace(/\/$/, '')}/sessions/responses`), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: signedDataRequest(learnosity, now(), request),
      most: mostBytes,
      longest: 60_000,
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutsideProblem)) throw error;
      throw new ProviderFailed(error.code === 'tooLarge' ? 'dataAnswer' : 'dataDown');
    });
  if (answer.status === 401 || answer.status === 403) throw new ProviderFailed('dataSignIn');
  if (answer.status === 429) throw new ProviderFailed('dataBusy', waitOf(answer.headers));
  if (!answer.ok) throw new ProviderFailed('dataDown', waitOf(answer.headers));
  const page = v.safeParse(Page, await answer.json().catch(() => undefined));
  if (!page.success) throw new ProviderFailed('dataAnswer');
  return page.output;
}

/** Asks Learnosity for sessions, at most `mostSessions`. Those that it does not know are left out. Throws `ProviderFailed`. */
export async function learnositySessions(
  ports: Pick<Ports, 'outside' | 'now'>,
  learnosity: Learnosity,
  session_ids: readonly string[],
): Promise<Session[]> {
  const found: Session[] = [];
  let next: string | null | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { meta, data } = await pageOf(ports, learnosity, { session_id: session_ids, limit: mostSessions, ...(next ? { next } : {}) });
    found.push(...data);
    next = meta.next;
    if (!next || data.length === 0) return found;
  }
  throw new ProviderFailed('dataAnswer');
}
