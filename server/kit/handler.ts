import { refusalText } from '../../common/refusalText.ts';
import type { BodyOf, Call, DataOf, QueryOf } from '../../contract/kit.ts';
import { type FieldReason, type RefusalCode, type RefusalKind, type RefusalParams, refusals, type Thing } from '../../contract/refusals.ts';
import words from '../../messages/en/refusals.json' with { type: 'json' };
import type { Ports, TenantPorts } from './ports.ts';
import type { TokenUser } from './tokens.ts';

/** A refusal that the caller is told about: an HTTP code, and message and data of the envelope. Made by `refuse` alone. */
export class Refusal extends Error {
  readonly httpStatus: RefusalKind['status'];
  readonly data: Readonly<Record<string, unknown>>;

  constructor(httpStatus: RefusalKind['status'], message: string, data: Refusal['data']) {
    super(message);
    this.httpStatus = httpStatus;
    this.data = data;
  }
}

/** What `data` of a refusal holds beside its code and values; `fields`: what is wrong with which field of the call. */
type RefusalData = Readonly<Record<string, unknown>> & { readonly fields?: readonly FieldReason[] };
type Rest<C extends RefusalCode> = keyof RefusalParams<C> extends never
  ? [params?: Record<never, never>, data?: RefusalData]
  : [params: RefusalParams<C>, data?: RefusalData];

/**
 * The refusal of a code, to be thrown. Its words come from `messages/en/refusals.json`; the code and the values are beside them for
 * screens, which say it in the reader's language.
 *
 * @param data what the answer's `data` holds besides, such as `fields`
 */
export function refuse<C extends RefusalCode>(reason: C, ...[params = {}, data = {}]: Rest<C>): Refusal {
  return new Refusal(refusals[reason].status, refusalText(words, 'en', reason, params) ?? reason, { ...data, reason, params });
}

/** The answer to an id that is unknown, foreign or not for this user: all look alike. */
export const notFound = (what: Thing) => refuse('notFound', { what });

/** What a handler knows beside its parameters. */
export interface Context {
  ports: Ports;
  request: Request;
  /** Refresh cookie as sent, and the way to set (or, with null, to drop) it. */
  refreshCookie: string | undefined;
  setRefreshCookie: (value: string | null) => void;
  /** Says to which accounts this browser has signed in before, for the limits of wrong passwords alone. */
  deviceCookie: string | undefined;
  setDeviceCookie: (value: string) => void;
  /** A cookie that binds a single sign-on to this browser until it comes back; null drops it. */
  signOnCookie: string | undefined;
  setSignOnCookie: (value: string | null, site: 'Lax' | 'None') => void;
}

/** Context of a handler that needs a signed-in user. */
export interface UserContext extends Context {
  user: TokenUser;
  /** With the rows of the user's district alone. */
  ports: TenantPorts;
}

type ContextOf<C extends Call> = C['access'] extends 'public' | 'cookie' ? Context : UserContext;

/** Serves one call: validated parameters in, the envelope's data out; throws a `Refusal` for anything else. */
export type Handler<C extends Call> = (input: { query: QueryOf<C>; body: BodyOf<C> }, context: ContextOf<C>) => Promise<DataOf<C>>;

/** Handlers of an area: a call without a handler, or a handler without a call, does not compile. */
export type HandlersOf<Area extends Record<string, Call>> = { [Name in keyof Area]: Handler<Area[Name]> };

/** Refuses when a `user_puid` parameter is not the token's user: it is checked, never believed. */
export function assertSelf(user: TokenUser, user_puid: number): void {
  if (user_puid !== user.user_puid) throw notFound('user');
}
