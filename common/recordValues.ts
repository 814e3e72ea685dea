import { plainLine } from '../contract/plainLine.ts';
import type { FieldRule } from '../contract/resource.ts';
import { isEmail } from './isEmail.ts';

/** Form values by field name. */
export type Values = Readonly<Record<string, string | boolean>>;
/** Form fields in order. */
export type Rules = Readonly<Record<string, FieldRule>>;
/** What is wrong with a field. */
export type Wrong = 'missing' | 'tooLong' | 'malformed';

/** Initial values of a new record. */
export const blankValues = (rules: Rules): Values =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]): [string, string | boolean][] =>
      rule.kind === 'computed' ? [] : [[field, rule.kind === 'text' ? '' : rule.initial]],
    ),
  );

/** Form values of an existing record. A missing value is an empty text. */
export const valuesOf = (rules: Rules, row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.keys(blankValues(rules)).map((field) => [field, (row[field] ?? '') as string | boolean]));

/** Whether the values are equal, ignoring blanks around text. */
export const isSameRecord = (a: Values, b: Values): boolean => {
  const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Object.keys(a).every((field) => plain(a[field]) === plain(b[field]));
};

/** Errors by field: what the call's schema would refuse. */
export function wrongFields(rules: Rules, values: Values): Readonly<Partial<Record<string, Wrong>>> {
  const wrong: Partial<Record<string, Wrong>> = {};
  for (const [field, rule] of Object.entries(rules)) {
    if (rule.kind !== 'text' && rule.kind !== 'choice') continue;
    const text = plainLine(String(values[field] ?? ''));
    if (rule.isRequired && text === '') wrong[field] = 'missing';
    else if (rule.kind === 'choice' || text === '') continue;
    else if (text.length > rule.most) wrong[field] = 'tooLong';
    else if (rule.isEmail && !isEmail(text)) wrong[field] = 'malformed';
  }
  return wrong;
}
