import * as v from 'valibot';
import { plainLine } from './plainLine.ts';

/** The backends of specification section 7; their addresses come from `/config.json`. */
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
/** Roles that may import a whole roster (OneRoster), which is the district's; everyone else imports student lists. */
export const wholeRoster: readonly RoleId[] = administrators.filter((role) => role >= Role.districtAdministrator);
export const staff: readonly RoleId[] = [Role.teacher, ...administrators];
export const everyone: readonly RoleId[] = [...students, ...staff];

type AnySchema = v.GenericSchema;
type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * One call of specification section 7: the single source of the typed client, the backend's validated route,
 * `/openapi.json`, the contract tests and the authorization matrix.
 */
export interface Call<Q extends ObjectSchema = ObjectSchema, B extends ObjectSchema = ObjectSchema, D extends AnySchema = AnySchema> {
  readonly backend: Backend;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** Roles that may make the call; `public` needs no token; `cookie` needs the refresh cookie instead of a token. */
  readonly access: 'public' | 'cookie' | readonly RoleId[];
  /** Parameters in the address; values arrive as text, so numeric ones use the coercing schemas below. */
  readonly query: Q;
  /** Parameters in the body. */
  readonly body: B;
  readonly bodyType: 'json' | 'multipart' | 'none';
  /** The largest request, in bytes. */
  readonly largest: number;
  /** What `data` of the envelope holds on success. */
  readonly data: D;
  /**
   * Where a failure is told (specification section 8, decision 030). `state`: the chart that made the call shows it in its place.
   * `notify`: it has no place of its own; a refusal is a toast, anything else the problem popup. `log`: a log line.
   */
  readonly onFailure: 'notify' | 'log' | 'state';
  /** Not while an administrator acts as the user: passwords, roles, acting as a third. */
  readonly refusedWhileActing: boolean;
  /** Whether `user_puid` was added for whoever calls, and is checked for all such calls alike. Calls that declare it look at it themselves. */
  readonly isCallerAdded: boolean;
  /** `ours`: the specification names the call without its path or payload, or not at all. */
  readonly origin: 'specification' | 'ours';
}

const none = v.object({});
/** How the specification spells whose call it is. */
export const ownIds = ['user_puid', 'userPuid', 'user_Puid', 'UserPuid', 'logged_in_user_puid'];
const megabyte = 1024 * 1024;

/** Declares a call; absent parameters default to none, `onFailure` to `notify`. */
export function call<D extends AnySchema, Q extends ObjectSchema = typeof none, B extends ObjectSchema = typeof none>(
  declaration: Pick<Call, 'backend' | 'method' | 'path' | 'summary' | 'access'> & {
    query?: Q;
    body?: B;
    bodyType?: 'json' | 'multipart';
    largest?: number;
    data: D;
    onFailure?: Call['onFailure'];
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
    // All calls of a session carry the user's id (specification, section 7). Nobody gives it: the client knows it.
    isCallerAdded,
    query: isCallerAdded ? (v.object({ ...query.entries, user_puid: v.optional(id) }) as unknown as Q) : query,
    body: declaration.body ?? (none as unknown as B),
    bodyType: declaration.body ? (declaration.bodyType ?? 'json') : 'none',
  };
}

/** What a caller gives. */
export type InputOf<C extends Call> = v.InferInput<C['query']> & v.InferInput<C['body']>;
/** What a handler gets after validation. */
export type QueryOf<C extends Call> = v.InferOutput<C['query']>;
export type BodyOf<C extends Call> = v.InferOutput<C['body']>;
/** What a caller gets as `data`. */
export type DataOf<C extends Call> = v.InferOutput<C['data']>;

/** The envelope of every answer: `status` is `success` or `error`; `data` is null on error, or says more about it. */
export const Envelope = v.object({
  status: v.picklist(['success', 'error']),
  message: v.fallback(v.string(), ''),
  data: v.unknown(),
});

/** A whole number as number, or as its decimal text in an address. It has no upper bound: whoever uses it gives one. */
const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'wholeNumber'), v.transform(Number))]),
  v.safeInteger(),
);
/** A positive id (< 2^53), as number or as its decimal text in an address. */
export const id = v.pipe(wholeNumber, v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
/** A kind, a version, a part: positive, fits a 32-bit column with room to count on; as number or text. */
export const smallId = v.pipe(wholeNumber, v.minValue(1), v.maxValue(2_000_000_000));
/** As `id`, with 0 for "none yet" (tracking ids before the first call). */
export const idOrZero = v.pipe(wholeNumber, v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
/** A number of rows to skip in a list, as number or text. */
export const offset = v.pipe(wholeNumber, v.minValue(0), v.maxValue(10_000_000));
/** A non-negative quantity (seconds, percent), as number or text. A billion seconds are 31 years; the sum of all that a district has stays exact. */
export const quantity = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,6})?$/, 'number'), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(999_999_999),
);
/** A small whole number (language, category), such as fits a 32-bit column. */
export const smallNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** A truth value, as boolean or its text. */
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);
/** Text of one line that may be empty, without signs that hide or turn what stands beside them. */
export const lineOrNothing = (most: number) => v.pipe(v.string(), v.transform(plainLine), v.maxLength(most));
/** Text that people type in one line: names, titles, codes. */
export const line = (most: number) => v.pipe(v.string(), v.transform(plainLine), v.minLength(1), v.maxLength(most));
/** An instant: ISO 8601 with zone. */
export const instant = v.pipe(v.string(), v.isoTimestamp());
/** A calendar day, YYYY-MM-DD. */
export const day = v.pipe(v.string(), v.isoDate());
/** Nothing to return. */
export const nothing = v.null();
