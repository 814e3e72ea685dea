import { type Outside, OutsideProblem } from '../../kit/outside.ts';
import { ApiProblem, type ApiProblemCode } from './source.ts';

/** Collections of the service that are read, in order of dependency. Demographics are not. */
export const collections = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const;
export type Collection = (typeof collections)[number];

export interface ApiRecord {
  sourcedId: string;
  [field: string]: unknown;
}

/** Records per page that are asked for. The service may give fewer. */
export const pageSize = 1_000;
/** Bytes of one page. */
const mostOfPage = 32 * 1024 * 1024;
/** More pages than this are a loop. */
export const mostPages = 200_000;
const attempts = 6;
export const second = 1_000;
/** A service that wants to be left alone for longer is asked again the next time. */
const longestWait = 15 * 60 * second;
/** Waits are cut into pieces, between which the job shows that it is alive. */
const waitPiece = 20 * second;

const codeOf: Readonly<Record<OutsideProblem['code'], ApiProblemCode>> = {
  private: 'apiPrivate',
  insecure: 'apiPrivate',
  unreachable: 'apiDown',
  tooLarge: 'apiTooLarge',
};

/** How long a service asks to wait (RFC 9110, section 10.2.3), in ms; undefined if it does not say. */
function retryAfter(answer: Response, now: number): number | undefined {
  const text = answer.headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(wait, second);
}

/** One page of a collection. */
export interface Page {
  records: ApiRecord[];
  /** Number of all records, as the service says; undefined if it does not. */
  total: number | undefined;
}

interface Asked {
  body: unknown;
  answer: Response;
}

/** `alive`: called at least every 20 s; if it throws, reading ends. `tries`: how often a request is sent that fails for now. */
export type ReadingOptions = [outside: Outside, now: () => number, alive: () => Promise<unknown>, tries?: number];

/**
 * How a service is asked, whatever its records look like: with patience, within its own origin, and never more than it should.
 * Throws `ApiProblem`.
 */
export abstract class RosterReader {
  readonly #root: URL;
  readonly #outside: Outside;
  readonly #alive: () => Promise<unknown>;
  readonly #attempts: number;
  protected readonly now: () => number;
  /** When the service answered first, by its own clock, in ms since 1970. */
  startedAt: number | undefined;

  constructor(root: string, ...[outside, now, alive, tries = attempts]: ReadingOptions) {
    this.#root = new URL(root);
    this.#outside = outside;
    this.now = now;
    this.#alive = alive;
    this.#attempts = tries;
  }

  /** The collections that it gives, in order of dependency. */
  get collections(): readonly Collection[] {
    return collections;
  }

  /** All pages of a collection, as records of OneRoster. `filter`: as OneRoster writes it. */
  abstract pages(collection: Collection, filter: string | null): AsyncGenerator<Page>;

  /** The token to send. */
  protected abstract authorize(): Promise<string>;
  /** Forgets a token that was refused. Returns whether there may be another one. */
  protected abstract renew(): boolean;

  protected async send(
    url: URL,
    method: 'GET' | 'POST',
    headers: Readonly<Record<string, string>>,
    most: number,
    body?: string,
  ): Promise<Response> {
    try {
      return await this.#outside.send(url, { method, headers, most, body, beat: this.#alive });
    } catch (error) {
      if (error instanceof OutsideProblem) throw new ApiProblem(codeOf[error.code], error.message);
      throw error;
    }
  }

  async #rest(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= waitPiece) {
      await this.#alive();
      await this.#outside.pause(Math.min(left, waitPiece));
    }
    await this.#alive();
  }

  /** Repeats a request that the service could not answer now. */
  protected async patiently(ask: () => Promise<Response>): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      let answer: Response | undefined;
      let problem = new ApiProblem('apiDown', 'The service did not answer.');
      try {
        answer = await ask();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'apiDown') throw error;
        problem = error;
      }
      if (answer && answer.status !== 429 && answer.status < 500) return answer;
      if (answer) problem = new ApiProblem(answer.status === 429 ? 'apiBusy' : 'apiDown', `The service answered ${answer.status}.`);
      const asked = answer && retryAfter(answer, this.now());
      if (attempt >= this.#attempts || (asked ?? 0) > longestWait) throw problem;
      await this.#rest(asked ?? 2 ** attempt * second);
    }
  }

  protected async get(url: URL): Promise<Asked> {
    const ask = async () => {
      const authorization = `Bearer ${await this.authorize()}`;
      return this.send(url, 'GET', { authorization, accept: 'application/json' }, mostOfPage);
    };
    let answer = await this.patiently(ask);
    // The token may have ended early.
    if (answer.status === 401 && this.renew()) answer = await this.patiently(ask);
    const { status } = answer;
    if (status === 401) throw new ApiProblem('apiSignIn', 'The service does not accept the token.');
    if (status === 403) throw new ApiProblem('apiForbidden', `The service forbids ${url.pathname}.`);
    if (status === 404) throw new ApiProblem('apiNotFound', `The service has no ${url.pathname}.`);
    if (status >= 300 && status < 400) throw new ApiProblem('apiElsewhere', `The service redirects ${url.pathname}.`);
    if (status !== 200) throw new ApiProblem('apiAnswer', `The service answered ${status} to ${url.pathname}.`);
    const date = Date.parse(answer.headers.get('date') ?? '');
    this.startedAt ??= Number.isNaN(date) ? this.now() : date;
    try {
      return { body: await answer.json(), answer };
    } catch {
      throw new ApiProblem('apiAnswer', `The answer to ${url.pathname} is not JSON.`);
    }
  }

  /** The address of the next page, which a service may name relative to this one. */
  protected following(current: URL, link: string): URL {
    const root = this.#root;
    const next = URL.parse(link, current);
    if (!next) throw new ApiProblem('apiAnswer', 'The link to the next page is no address.');
    // Behind a proxy, a service may not know that it is reached over https.
    if (root.protocol === 'https:' && next.protocol === 'http:' && next.port === '') next.protocol = 'https:';
    if (next.origin !== root.origin || `${next.username}${next.password}` !== '')
      throw new ApiProblem('apiElsewhere', `The next page is at ${next.host}.`);
    return next;
  }
}
