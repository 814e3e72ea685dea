import {
  allowInsecureRequests,
  ClientSecretBasic,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
} from 'openid-client';
import { type Outside, OutsideProblem } from '../../kit/outside.ts';
import { ApiProblem, type ApiProblemCode } from './source.ts';

/** Collections of the service that are read, in order of dependency. Demographics are not. */
export const collections = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const;
export type Collection = (typeof collections)[number];

export interface ApiRecord {
  sourcedId: string;
  [field: string]: unknown;
}

/** How a service is reached. */
export interface Service {
  base_url: string;
  token_url: string;
  roster_version: '1.1' | '1.2';
  client_id: string;
  client_secret: string;
  scope: string;
}

/** Records per page that are asked for. The service may give fewer. */
export const pageSize = 1_000;
/** Bytes of one page, and of the answer with the token. */
const mostOfPage = 32 * 1024 * 1024;
const mostOfToken = 64 * 1024;
/** More pages than this are a loop. */
const mostPages = 200_000;
const attempts = 6;
const second = 1_000;
/** A service that wants to be left alone for longer is asked again the next time. */
const longestWait = 15 * 60 * second;
/** Waits are cut into pieces, between which the job shows that it is alive. */
const waitPiece = 20 * second;

const paths = { '1.1': '/ims/oneroster/v1p1', '1.2': '/ims/oneroster/rostering/v1p2' } as const;
const usualScopes = {
  '1.1': 'https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly',
  '1.2': 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly',
} as const;

/** The address before a collection's name: the given one, with the standard's path if it lacks it. */
export function rootOf({ base_url, roster_version }: Pick<Service, 'base_url' | 'roster_version'>): string {
  const bare = base_url.replace(/\/+$/, '');
  return /\/v1p\d$/.test(bare) ? bare : `${bare}${paths[roster_version]}`;
}

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

/** The parameters of one link, and all links of a header (RFC 8288, section 3). */
const param = /\s*;\s*([\w!#$&+.^`|~*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;
const links = new RegExp(`<([^>]*)>((?:${param.source})*)`, 'g');

/** A longer header is of no use: it would take long to read. */
const mostOfHeader = 4_000;

/** Address of the next page in a `Link` header; null if there is none. */
export function nextLink(header: string): string | null {
  if (header.length > mostOfHeader) throw new ApiProblem('apiAnswer', 'The header Link is too long.');
  for (const [, address = '', params = ''] of header.matchAll(links))
    for (const [, name = '', quoted, bare] of params.matchAll(param))
      if (name.toLowerCase() === 'rel' && (quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return address;
  return null;
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

/** A OneRoster service (REST binding 1.1 and 1.2), read with OAuth 2 client credentials (RFC 6749, section 4.4). */
export class RosterService {
  readonly #service: Service;
  readonly #outside: Outside;
  readonly #now: () => number;
  readonly #alive: () => Promise<unknown>;
  readonly #root: string;
  readonly #attempts: number;
  #token: { value: string; until: number } | undefined;
  /** When the service answered first, by its own clock, in ms since 1970. */
  startedAt: number | undefined;

  /** `alive`: called at least every 20 s; if it throws, reading ends. `tries`: how often a request is sent that fails for now. */
  constructor(service: Service, outside: Outside, now: () => number, alive: () => Promise<unknown>, tries = attempts) {
    this.#attempts = tries;
    this.#service = service;
    this.#outside = outside;
    this.#now = now;
    this.#alive = alive;
    this.#root = rootOf(service);
  }

  async #send(url: URL, method: 'GET' | 'POST', headers: Readonly<Record<string, string>>, most: number, body?: string): Promise<Response> {
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

  async #authorize(): Promise<string> {
    if (this.#token && this.#token.until > this.#now()) return this.#token.value;
    const { token_url, client_id, client_secret, scope, roster_version } = this.#service;
    const configuration = new Configuration(
      { issuer: new URL(token_url).origin, token_endpoint: token_url },
      client_id,
      undefined,
      ClientSecretBasic(client_secret),
    );
    // What is allowed without TLS, and which addresses, is decided where the request is sent.
    allowInsecureRequests(configuration);
    let failure: unknown;
    configuration[customFetch] = (url, { headers, body }) =>
      this.#patiently(() =>
        this.#send(new URL(url), 'POST', Object.fromEntries(new Headers(headers)), mostOfToken, String(body ?? '')),
      ).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    try {
      const { access_token, expires_in } = await clientCredentialsGrant(configuration, { scope: scope || usualScopes[roster_version] });
      // Renewed a minute early; without a word about its life, after the usual hour.
      this.#token = { value: access_token, until: this.#now() + Math.max((expires_in ?? 3_600) - 60, 1) * second };
      return access_token;
    } catch (error) {
      // The library wraps it.
      if (failure !== undefined) throw failure;
      // The library's errors may quote the answer, which is not logged.
      const said = error instanceof ResponseBodyError ? ` (${error.status})` : '';
      throw new ApiProblem('apiSignIn', `The token endpoint gave no token${said}.`);
    }
  }

  /** Repeats a request that the service could not answer now. */
  async #patiently(ask: () => Promise<Response>): Promise<Response> {
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
      const asked = answer && retryAfter(answer, this.#now());
      if (attempt >= this.#attempts || (asked ?? 0) > longestWait) throw problem;
      await this.#rest(asked ?? 2 ** attempt * second);
    }
  }

  async #get(url: URL): Promise<Asked> {
    const ask = async () => {
      const authorization = `Bearer ${await this.#authorize()}`;
      return this.#send(url, 'GET', { authorization, accept: 'application/json' }, mostOfPage);
    };
    let answer = await this.#patiently(ask);
    if (answer.status === 401) {
      // The token may have ended early.
      this.#token = undefined;
      answer = await this.#patiently(ask);
    }
    const { status } = answer;
    if (status === 401) throw new ApiProblem('apiSignIn', 'The service does not accept its own token.');
    if (status === 403) throw new ApiProblem('apiForbidden', `The service forbids ${url.pathname}.`);
    if (status === 404) throw new ApiProblem('apiNotFound', `The service has no ${url.pathname}.`);
    if (status >= 300 && status < 400) throw new ApiProblem('apiElsewhere', `The service redirects ${url.pathname}.`);
    if (status !== 200) throw new ApiProblem('apiAnswer', `The service answered ${status} to ${url.pathname}.`);
    const date = Date.parse(answer.headers.get('date') ?? '');
    this.startedAt ??= Number.isNaN(date) ? this.#now() : date;
    try {
      return { body: await answer.json(), answer };
    } catch {
      throw new ApiProblem('apiAnswer', `The answer to ${url.pathname} is not JSON.`);
    }
  }

  #following(current: URL, link: string): URL {
    const root = new URL(this.#root);
    const next = URL.parse(link, current);
    if (!next) throw new ApiProblem('apiAnswer', 'The link to the next page is no address.');
    // Behind a proxy, a service may not know that it is reached over https.
    if (root.protocol === 'https:' && next.protocol === 'http:' && next.port === '') next.protocol = 'https:';
    if (next.origin !== root.origin || `${next.username}${next.password}` !== '')
      throw new ApiProblem('apiElsewhere', `The next page is at ${next.host}.`);
    return next;
  }

  #recordsOf(collection: Collection, body: unknown): ApiRecord[] {
    const records = Object(body)[collection] as unknown;
    const isRecord = (one: unknown) => typeof Object(one).sourcedId === 'string' && Object(one).sourcedId !== '';
    if (!Array.isArray(records) || !records.every(isRecord))
      throw new ApiProblem('apiAnswer', `The answer has no list of ${collection} with sourced ids.`);
    return records as ApiRecord[];
  }

  /**
   * All pages of a collection, sorted by id, so that changes meanwhile shift as little as possible. Follows the links to the next page, or
   * counts on where the service gives none. `filter`: as the standard writes it.
   */
  async *pages(collection: Collection, filter: string | null, limit = pageSize): AsyncGenerator<Page> {
    const start = new URL(`${this.#root}/${collection}`);
    const addressOf = (offset: number) => {
      const url = new URL(start);
      url.search = new URLSearchParams({
        limit: String(limit),
        offset: String(offset),
        sort: 'sourcedId',
        orderBy: 'asc',
        ...(filter === null ? {} : { filter }),
      }).toString();
      return url;
    };
    const seen = new Set<string>();
    let offset = 0;
    let last = '';
    let url = addressOf(0);
    for (let page = 1; ; page++) {
      if (seen.has(url.href) || page > mostPages) throw new ApiProblem('apiLoop', `The pages of ${collection} have no end.`);
      seen.add(url.href);
      const { body, answer } = await this.#get(url);
      const records = this.#recordsOf(collection, body);
      const ends = records.length === 0 ? '' : `${records[0]?.sourcedId}\n${records.at(-1)?.sourcedId}\n${records.length}`;
      // A service that knows no offset gives the first page forever.
      if (ends !== '' && ends === last) throw new ApiProblem('apiLoop', `The pages of ${collection} repeat.`);
      last = ends;
      const count = answer.headers.get('x-total-count')?.trim() ?? '';
      yield { records, total: /^\d{1,12}$/.test(count) ? Number(count) : undefined };
      offset += records.length;
      const told = answer.headers.get('link');
      const next = told === null ? null : nextLink(told);
      if (next !== null) url = this.#following(url, next);
      else if (told !== null || records.length === 0) return;
      else url = addressOf(offset);
    }
  }
}
