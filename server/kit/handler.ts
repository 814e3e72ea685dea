import { refusalText } from '../../common/refusalText.ts';
import type { BodyOf, Call, DataOf, QueryOf } from '../../contract/kit.ts';
import { type FieldReason, type RefusalCode, type RefusalKind, type RefusalParams, refusals, type Thing } from '../../contract/refusals.ts';
import words from '../../messages/en/refusals.json' with { type: 'json' };
import type { Ports, TenantPorts } from './ports.ts';
import type { TokenUser } from './tokens.ts';

/** An error reported to the caller, with HTTP status and the envelope's message and data. Created only by `refuse`. */
export class Refusal extends Error {
  readonly httpStatus: RefusalKind['status'];
  readonly data: Readonly<Record<string, unknown>>;

  constructor(httpStatus: RefusalKind['status'], message: string, data: Refusal['data']) {
    super(message);
    this.httpStatus = httpStatus;
    this.data = data;
  }
}

/** Extra `data` of a refusal, besides its code and parameters. `fields`: errors per field of the call. */
type RefusalData = Readonly<Record<string, unknown>> & { readonly fields?: readonly FieldReason[] };
type Rest<C extends RefusalCode> = keyof RefusalParams<C> extends never
  ? [params?: Record<never, never>, data?: RefusalData]
  : [params: RefusalParams<C>, data?: RefusalData];

/**
 * Creates the refusal of a code, to be thrown. The message comes from `messages/en/refusals.json`. The code and parameters go along, so
 * that screens can show it in the reader's language.
 *
 * @param data extra `data` of the response, such as `fields`
 */
export function refuse<C extends RefusalCode>(reason: C, ...[params = {}, data = {}]: Rest<C>): Refusal {
  return new Refusal(refusals[reason].status, refusalText(words, 'en', reason, params) ?? reason, { ...data, reason, params });
}

/** Refusal for an id that is unknown, foreign or hidden from this user. All three look the same. */
export const notFound = (what: Thing) => refuse('notFound', { what });

/** Context of a handler besides its parameters. */
export interface Context {
  ports: Ports;
  request: Request;
  /** The refresh cookie as sent, and a setter. null deletes the cookie. */
  refreshCookie: string | undefined;
  setRefreshCookie: (value: string | null) => void;
  /** Names the accounts that have signed in on this browser before. Used only for password rate limits. */
  deviceCookie: string | undefined;
  setDeviceCookie: (value: string) => void;
  /** Cookie that binds a single sign-on to this browser until it returns. null deletes it. */
  signOnCookie: string | undefined;
  setSignOnCookie: (value: string | null, site: 'Lax' | 'None') => void;
}

/** Context of a handler that needs a signed-in user. */
export interface UserContext extends Context {
  user: TokenUser;
  /** Limited to rows of the user's district. */
  ports: TenantPorts;
}

type ContextOf<C extends Call> = C['access'] extends 'public' | 'cookie' ? Context : UserContext;

/** Handles one call. Takes validated parameters, returns the envelope's data, and throws a `Refusal` for anything else. */
export type Handler<C extends Call> = (input: { query: QueryOf<C>; body: BodyOf<C> }, context: ContextOf<C>) => Promise<DataOf<C>>;

/** Handlers of an area. A missing or extra handler does not compile. */
export type HandlersOf<Area extends Record<string, Call>> = { [Name in keyof Area]: Handler<Area[Name]> };

/** Refuses if a `user_puid` parameter is not the token's user. The parameter is checked, never trusted. */
export function assertSelf(user: TokenUser, user_puid: number): void {
  if (user_puid !== user.user_puid) throw notFound('user');
}
