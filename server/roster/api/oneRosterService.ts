import {
  allowInsecureRequests,
  ClientSecretBasic,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
} from 'openid-client';
import { type ApiRecord, type Collection, mostPages, type Page, pageSize, type ReadingOptions, RosterReader, second } from './reader.ts';
import { ApiProblem } from './source.ts';

/** How a service is reached. */
export interface Service {
  base_url: string;
  token_url: string;
  roster_version: '1.1' | '1.2';
  client_id: string;
  client_secret: string;
  scope: string;
}

/** Bytes of the answer with the token. */
const mostOfToken = 64 * 1024;

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

/** A OneRoster service (REST binding 1.1 and 1.2), read with OAuth 2 client credentials (RFC 6749, section 4.4). */
export class RosterService extends RosterReader {
  readonly #service: Service;
  readonly #root: string;
  #token: { value: string; until: number } | undefined;

  constructor(service: Service, ...rest: ReadingOptions) {
    const root = rootOf(service);
    super(root, ...rest);
    this.#service = service;
    this.#root = root;
  }

  protected async authorize(): Promise<string> {
    if (this.#token && this.#token.until > this.now()) return this.#token.value;
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
      this.patiently(() =>
        this.send(new URL(url), 'POST', Object.fromEntries(new Headers(headers)), mostOfToken, String(body ?? '')),
      ).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    try {
      const { access_token, expires_in } = await clientCredentialsGrant(configuration, { scope: scope || usualScopes[roster_version] });
      // Renewed a minute early; without a word about its life, after the usual hour.
      this.#token = { value: access_token, until: this.now() + Math.max((expires_in ?? 3_600) - 60, 1) * second };
      return access_token;
    } catch (error) {
      // The library wraps it.
      if (failure !== undefined) throw failure;
      // The library's errors may quote the answer, which is not logged.
      const said = error instanceof ResponseBodyError ? ` (${error.status})` : '';
      throw new ApiProblem('apiSignIn', `The token endpoint gave no token${said}.`);
    }
  }

  protected renew(): boolean {
    this.#token = undefined;
    return true;
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
      const { body, answer } = await this.get(url);
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
      if (next !== null) url = this.following(url, next);
      else if (told !== null || records.length === 0) return;
      else url = addressOf(offset);
    }
  }
}
