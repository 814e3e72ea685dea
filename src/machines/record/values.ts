import type { FieldRule, RecordRow } from '../../../contract/resource.ts';

/** What a form holds, by the names of the fields. An empty number, choice or day is null. */
export type Values = Readonly<Record<string, string | number | boolean | null>>;
/** The fields of a form, in their order. */
export type Rules = Readonly<Record<string, FieldRule>>;
/** What is wrong with a field. */
export type Wrong = 'missing' | 'tooLong' | 'outOfRange';

const written = (rules: Rules) => Object.entries(rules).filter(([, { kind }]) => kind !== 'computed');

/** The values of a new record. */
export const blankValues = (rules: Rules): Values =>
  Object.fromEntries(
    written(rules).map(([field, rule]) => [
      field,
      rule.kind === 'truth' ? rule.initial : rule.kind === 'text' || rule.kind === 'longText' ? '' : null,
    ]),
  );

/** The values of a record that is there. */
export const valuesOf = (rules: Rules, row: RecordRow): Values =>
  Object.fromEntries(written(rules).map(([field]) => [field, row[field] ?? null]));

/** Whether nothing differs; blanks around a text are none of its own. */
export const isSameRecord = (a: Values, b: Values): boolean => {
  const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Object.keys(a).every((field) => plain(a[field]) === plain(b[field]));
};

/** What is wrong, by field. */
export function wrongFields(rules: Rules, values: Values): Readonly<Partial<Record<string, Wrong>>> {
  const wrong: Partial<Record<string, Wrong>> = {};
  for (const [field, rule] of written(rules)) {
    const value = values[field];
    const length = typeof value === 'string' ? value.trim().length : 0;
    if ('isRequired' in rule && rule.isRequired && (value === null || value === '' || (typeof value === 'string' && length === 0)))
      wrong[field] = 'missing';
    else if ((rule.kind === 'text' || rule.kind === 'longText') && length > rule.most) wrong[field] = 'tooLong';
    else if (rule.kind === 'number' && typeof value === 'number' && (value < rule.least || value > rule.most)) wrong[field] = 'outOfRange';
  }
  return wrong;
}
