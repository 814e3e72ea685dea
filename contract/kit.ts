import * as v from 'valibot';
import { isDay } from './isDay.ts';
import { plainLine } from './plainLine.ts';
import type { Right } from './rights.ts';

/** The backends of specification section 7. Their URLs come from `/config.json`. */
export const backends = ['lms', 'ngss', 'search', 'game'] as const;
export type Backend = (typeof backends)[number];

/** Role numbers of specification section 6. */
export const Role = {
  noAccess: -1,
  guest: 0,
  student: 1,
  teacher: 2,
  schoolAdministrator: 6,
  districtAdministrator: 9,
  providerAdministrator: 12,
  superAdministrator: 15,
} as const;
export type RoleId = (typeof Role)[keyof typeof Role];

export const students: readonly RoleId[] = [Role.student];
export const administrators: readonly RoleId[] = [
  Role.schoolAdministrator,
  Role.districtAdministrator,
  Role.providerAdministrator,
  Role.superAdministrator,
];
/** Roles that may import a whole district roster (OneRoster). Everyone else imports student lists. */
export const wholeRoster: readonly RoleId[] = administrators.filter((role) => role >= Role.districtAdministrator);
/** The provider's own administrators, who look after all districts. */
export const providers: readonly RoleId[] = administrators.filter((role) => role >= Role.providerAdministrator);
export const staff: readonly RoleId[] = [Role.teacher, ...administrators];
export const everyone: readonly RoleId[] = [...students, ...staff];

/** Parameters that lead to one row of one district. */
export const rowIds = ['group_puid', 'group_assignment_id', 'result_id'] as const;
export type RowId = (typeof rowIds)[number];

type AnySchema = v.GenericSchema;
type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * One call of specification section 7. Single source of the typed client, the backend's validated route, `/openapi.json`, the contract
 * tests and the authorization matrix.
 */
export interface Call<Q extends ObjectSchema = ObjectSchema, B extends ObjectSchema = ObjectSchema, D extends AnySchema = AnySchema> {
  readonly backend: Backend;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** Roles that may make the call. `public` needs no token; `cookie` needs the refresh cookie instead of a token. */
  readonly access: 'public' | 'cookie' | readonly RoleId[];
  /** URL parameters. Values arrive as text, so numeric ones use the coercing schemas below. */
  readonly query: Q;
  /** Body parameters. */
  readonly body: B;
  readonly bodyType: 'json' | 'multipart' | 'none';
  /** Maximum request size, in bytes. */
  readonly largest: number;
  /** `data` of the envelope on success. */
  readonly data: D;
  /**
   * How a failure is reported (specification section 8, decision 030). `state`: the calling chart shows it in place. `notify`: there is no
   * place for it; a refusal is a toast, anything else the problem popup. `log`: a log line.
   */
  readonly onFailure: 'notify' | 'log' | 'state';
  /**
   * Which of the people whom they see the roles may make it for: active users with a lower role, or also closed accounts with one
   * (`anyLowerRole`). Default: all. `may` (common) applies it.
   */
  readonly isFor?: 'lowerRoles' | 'anyLowerRole';
  /** The right that opens the call to staff whose role is not in `access` (decision 064). */
  readonly right?: Right;
  /** The parameter whose row says which district the provider's administrators read; everyone else reads the own one (decision 096). */
  readonly about?: RowId;
  /** Not allowed while an administrator acts as the user: passwords, roles, acting as someone else. */
  readonly refusedWhileActing: boolean;
  /** Whether `user_puid` was added for the caller and is checked centrally. Calls that declare it check it themselves. */
  readonly isCallerAdded: boolean;
  /** `ours`: the specification omits the call, or names it without path or payload. */
  readonly origin: 'specification' | 'ours';
}

const none = v.object({});
/** The specification's spellings of the caller's id. */
export const ownIds = ['user_puid', 'userPuid', 'user_Puid', 'UserPuid', 'logged_in_user_puid'];
const megabyte = 1024 * 1024;

/** Declares a call. Parameters default to none, `onFailure` to `notify`. */
export function call<D extends AnySchema, Q extends ObjectSchema = typeof none, B extends ObjectSchema = typeof none>(
  declaration: Pick<Call, 'backend' | 'method' | 'path' | 'summary' | 'access'> & {
    query?: Q;
    body?: B;
    bodyType?: 'json' | 'multipart';
    largest?: number;
    data: D;
    onFailure?: Call['onFailure'];
    isFor?: Call['isFor'];
    right?: Right;
    about?: RowId;
    refusedWhileActing?: boolean;
    origin?: Call['origin'];
  },
): Call<Q, B, D> {
  const query = declaration.query ?? (none as unknown as Q);
  const isSigned = ownIds.some((name) => name in query.entries || name in (declaration.body ?? none).entries);
  const isCallerAdded = declaration.access !== 'public' && !isSigned;
  return {
    onFailure: 'notify',
    refusedWhileActing: false,
    origin: 'specification',
    largest: megabyte,
    ...declaration,
    // All calls of a session carry the user's id (specification, section 7). The client adds it, so callers need not pass it.
    isCallerAdded,
    query: isCallerAdded ? (v.object({ ...query.entries, user_puid: v.optional(id) }) as unknown as Q) : query,
    body: declaration.body ?? (none as unknown as B),
    bodyType: declaration.body ? (declaration.bodyType ?? 'json') : 'none',
  };
}

/** Input of a call. */
export type InputOf<C extends Call> = v.InferInput<C['query']> & v.InferInput<C['body']>;
/** Validated input of a handler. */
export type QueryOf<C extends Call> = v.InferOutput<C['query']>;
export type BodyOf<C extends Call> = v.InferOutput<C['body']>;
/** `data` of a response. */
export type DataOf<C extends Call> = v.InferOutput<C['data']>;

/** The envelope of every response. `status` is `success` or `error`. On error, `data` is null or has details. */
export const Envelope = v.object({
  status: v.picklist(['success', 'error']),
  message: v.fallback(v.string(), ''),
  data: v.unknown(),
});

/** A whole number, or its decimal text in a URL. It has no upper bound: each use must add one. */
const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'wholeNumber'), v.transform(Number))]),
  v.safeInteger(),
);
/** A positive id (< 2^53), as a number or its decimal text in a URL. */
export const id = v.pipe(wholeNumber, v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
/** At least one id, of a choice that a user made: people or classes. */
export const someIds = v.pipe(v.array(id), v.minLength(1), v.maxLength(500));
/** A kind, version or part: positive, with room in a 32-bit column to count further; as a number or text. */
export const smallId = v.pipe(wholeNumber, v.minValue(1), v.maxValue(2_000_000_000));
/** Like `id`, with 0 for "none yet" (tracking ids before the first call). */
export const idOrZero = v.pipe(wholeNumber, v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
/** Number of rows to skip in a list, as a number or text. */
export const offset = v.pipe(wholeNumber, v.minValue(0), v.maxValue(10_000_000));
/** A non-negative quantity (seconds, percent), as a number or text. A billion seconds are 31 years, and sums over a district stay exact. */
export const quantity = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,6})?$/, 'number'), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(999_999_999),
);
/** A small whole number (language, category) that fits a 32-bit column. */
export const smallNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** A boolean or its text. */
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);
/** A line of text, possibly empty, without characters that hide or reorder others. */
export const lineOrNothing = (most: number) => v.pipe(v.string(), v.transform(plainLine), v.maxLength(most));
/** A non-empty line of typed text: names, titles, codes. */
export const line = (most: number) => v.pipe(v.string(), v.transform(plainLine), v.minLength(1), v.maxLength(most));
/** An instant: ISO 8601 with zone. */
export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isDay(text.slice(0, 10)), 'moment'),
);
/** A calendar day, YYYY-MM-DD. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isDay, 'day'));
/** No data. */
export const nothing = v.null();
