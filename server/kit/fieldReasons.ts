import * as v from 'valibot';
import { type FieldReason, type Form, isForm, type ReasonCode, type ReasonParams, reasons } from '../../contract/refusals.ts';
import { type Refusal, refuse } from './handler.ts';

type Told = Pick<FieldReason, 'reason' | 'params'>;
type Issue = v.BaseIssue<unknown>;

const because = <C extends ReasonCode>(reason: C, params: ReasonParams<C>): Told => ({ reason, params });

/** A field error for `data.fields` of a refusal. */
export const fieldReason = <C extends ReasonCode>(
  field: string,
  reason: C,
  ...[params]: keyof ReasonParams<C> extends never ? [] : [ReasonParams<C>]
): FieldReason => ({ field, reason, params: params ?? {} });

/** The form required by a schema or action of this type. */
const formOf: Readonly<Record<string, Form>> = {
  string: 'text',
  number: 'number',
  boolean: 'truthValue',
  array: 'list',
  tuple: 'list',
  object: 'object',
  strict_object: 'object',
  record: 'object',
  instance: 'file',
  integer: 'wholeNumber',
  safe_integer: 'wholeNumber',
  parse_json: 'json',
  email: 'email',
  url: 'webAddress',
  iso_date: 'day',
  iso_timestamp: 'moment',
};

/** Limits, by type of action: for a text, a list or a number. */
const bounds: Readonly<Record<string, (bound: number, isText: boolean) => Told>> = {
  min_length: (least, isText) => {
    if (isText && least === 1) return because('missing', {});
    return isText ? because('tooShort', { least }) : because('tooFew', { least });
  },
  max_length: (most, isText) => (isText ? because('tooLong', { most }) : because('tooMany', { most })),
  min_value: (least) => because('tooSmall', { least }),
  max_value: (most) => because('tooLarge', { most }),
};

/** `("yes" | "no")` → yes, no */
const namesIn = (expected: string | null) =>
  (expected ?? '')
    .replace(/^\((.*)\)$/s, '$1')
    .split(' | ')
    .map((name) => name.replace(/^"(.*)"$/s, '$1'));

/** No union member matches: the form that one of them requires, or all accepted names. */
function reasonOfUnion(inner: readonly Issue[]): Told {
  const all = inner.map(reasonOf);
  const form =
    all.find(({ params }) => params.what === 'truthValue') ?? all.find(({ params }) => 'what' in params && params.what !== 'text');
  if (form) return form;
  const options = all.flatMap(({ params }) => (params.options as string[] | undefined) ?? []);
  return options.length > 0 ? because('notOneOf', { options: [...new Set(options)] }) : (all[0] ?? because('notAccepted', {}));
}

/** Why a contract schema rejects a value, as a code with parameters. */
export function reasonOf(issue: Issue): Told {
  const { kind, type, input, message, expected, requirement } = issue;
  if (isForm(message)) return because('mustBe', { what: message });
  if (Object.hasOwn(reasons, message)) return { reason: message as ReasonCode, params: {} };
  if (kind === 'schema' && (input === undefined || input === null)) return because('missing', {});
  if (type === 'union') return reasonOfUnion(issue.issues ?? []);
  if (type === 'picklist' || type === 'literal' || type === 'variant') return because('notOneOf', { options: namesIn(expected) });
  const bound = bounds[type];
  if (bound) return bound(Number(requirement), typeof input === 'string');
  const what = formOf[type];
  return what ? because('mustBe', { what }) : because('notAccepted', {});
}

/** The refusal for schema issues of a call. */
export function invalidParameters(issues: readonly Issue[]): Refusal {
  const fields = issues.map((issue): FieldReason => ({ field: v.getDotPath(issue) ?? '', ...reasonOf(issue) }));
  return refuse('invalidParameters', { fields }, { fields });
}
