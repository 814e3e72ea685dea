import type { Roster } from '../../../common/roster/reading.ts';
import type { SimpleRow } from '../../../common/roster/simpleForm.ts';
import type { SimpleField } from '../../../contract/rostering/job.ts';
import type { Row } from '../../db/schema.ts';
import type { Plan } from '../planning.ts';

export type StudentList = Extract<Roster, { form: 'simple' }>;
type Account = Row<'app_user'>;

/** Location of a field for findings, with the header as it is in the file. Falls back to the field's own name if no column maps to it. */
export const placeOf = ({ mapping }: Pick<StudentList, 'mapping'>, line: SimpleRow, field: SimpleField) => ({
  row: line.row,
  column: mapping[field] ?? field,
  value: line[field],
});

/** Texts to compare, without regard to case and blanks at their ends. */
export const keyOf = (...parts: (string | number | null)[]) =>
  parts
    .map((part) =>
      String(part ?? '')
        .trim()
        .toLowerCase(),
    )
    .join('\n');

/** Stored accounts that rows name, by user name or student number. */
export async function accountsOf({ db }: Plan['ports'], lines: readonly SimpleRow[]) {
  const keys = [...new Set(lines.map((line) => line.user_name.toLowerCase()))];
  const numbers = [...new Set(lines.map((line) => line.student_id).filter((one) => one !== ''))];
  const all: Account[] = await db
    .selectFrom('app_user')
    .selectAll()
    .where((eb) => eb.or([eb('user_key', 'in', keys), ...(numbers.length > 0 ? [eb('student_number', 'in', numbers)] : [])]))
    .execute();
  const byName = new Map(all.map((user) => [user.user_key, user]));
  const byNumber = new Map(all.map((user) => [user.student_number, user]));
  return {
    all,
    /** The account with the row's user name, and the one with its student number. */
    of: (line: SimpleRow) => ({
      named: byName.get(line.user_name.toLowerCase()),
      numbered: line.student_id === '' ? undefined : byNumber.get(line.student_id),
    }),
  };
}
