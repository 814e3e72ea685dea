import { plainLine } from '../contract/plainLine.ts';
import type { FieldRule, RecordRow } from '../contract/resource.ts';

/** What a form holds, by the names of the fields. */
export type Values = Readonly<Record<string, string | boolean>>;
/** The fields of a form, in their order. */
export type Rules = Readonly<Record<string, FieldRule>>;
/** What is wrong with a field. */
export type Wrong = 'missing' | 'tooLong';

/** The values of a new record. */
export const blankValues = (rules: Rules): Values =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]): [string, string | boolean][] =>
      rule.kind === 'computed' ? [] : [[field, rule.kind === 'truth' ? rule.initial : '']],
    ),
  );

/** The values of a record that is there. */
export const valuesOf = (rules: Rules, row: RecordRow): Values =>
  Object.fromEntries(Object.keys(blankValues(rules)).map((field) => [field, row[field] as string | boolean]));

/** Whether nothing differs; blanks around a text are none of its own. */
export const isSameRecord = (a: Values, b: Values): boolean => {
  const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Object.keys(a).every((field) => plain(a[field]) === plain(b[field]));
};

/** What is wrong, by field: what the schema of the call would refuse. */
export function wrongFields(rules: Rules, values: Values): Readonly<Partial<Record<string, Wrong>>> {
  const wrong: Partial<Record<string, Wrong>> = {};
  for (const [field, rule] of Object.entries(rules)) {
    if (rule.kind !== 'text') continue;
    const text = plainLine(String(values[field] ?? ''));
    if (rule.isRequired && text === '') wrong[field] = 'missing';
    else if (text.length > rule.most) wrong[field] = 'tooLong';
  }
  return wrong;
}
