import { idFields, type SimpleField } from '../../contract/rostering/job.ts';
import type { Findings } from './findings.ts';
import type { SimpleRow } from './simpleForm.ts';
import { checkText, isMangled, longest } from './values.ts';

/** Columns of a list of new ids that say whose account a row is about. */
export const identityFields = ['user_name', 'sourced_id', 'student_id'] as const;
const newFields = ['new_user_name', 'new_sourced_id'] as const;
/** Maximum length of a username. */
const longestName = 100;

/** Whether a row gives anything new. The others are those that somebody left empty in the list of everybody. */
export const isNew = (row: SimpleRow): boolean => row.new_user_name !== '' || row.new_sourced_id !== '';
/** Usernames that differ only by case are the same. */
const keyOf = (field: SimpleField, value: string) => `${field}\n${field.endsWith('user_name') ? value.toLowerCase() : value}`;

/** Checks the rows of a list of new ids as far as that is possible without the accounts. */
export class IdCheck {
  readonly #file: string;
  readonly #findings: Findings;
  readonly #column: (field: SimpleField) => string;
  readonly #seen = new Map<string, { row: number; value: string }>();

  constructor(file: string, mapping: Partial<Record<SimpleField, string>>, findings: Findings) {
    this.#file = file;
    this.#findings = findings;
    this.#column = (field) => mapping[field] ?? field;
  }

  row(one: SimpleRow): void {
    if (!isNew(one)) return;
    const file = this.#file;
    const findings = this.#findings;
    const at = (field: SimpleField) => ({ row: one.row, column: this.#column(field), value: one[field] });
    for (const field of idFields) if (one[field] !== '') checkText(one[field], file, one.row, this.#column(field), findings);
    const { length } = one.new_user_name;
    if (length > longestName && length <= longest) findings.error('tooLong', file, at('new_user_name'), { most: longestName });
    const broken = [...identityFields, ...newFields].find((field) => isMangled(one[field]));
    if (broken) findings.error('mangled', file, at(broken));
    else if (identityFields.every((field) => one[field] === '')) findings.error('personMissing', file, at('user_name'));
    else this.#checkTwice(one, at);
  }

  #checkTwice(one: SimpleRow, at: (field: SimpleField) => { row: number; column: string; value: string }): void {
    for (const field of [...identityFields, ...newFields]) {
      if (one[field] === '') continue;
      const key = keyOf(field, one[field]);
      const first = this.#seen.get(key);
      if (first) {
        const code = first.value === one[field] ? 'duplicate' : 'duplicateCase';
        this.#findings.error(code, this.#file, at(field), { earlier: first.row, first: first.value });
        return;
      }
      this.#seen.set(key, { row: one.row, value: one[field] });
    }
  }
}
