import { fieldsOf, idFields, type RosterCheck, type RosterOptions, type SimpleField, simpleFields } from '../../contract/rostering/job.ts';
import { byteOrderMark, csvOf } from '../csv/write.ts';
import { Findings, type Mend } from './findings.ts';
import { IdCheck } from './idList.ts';
import { gradeOf, isGrade } from './oneRoster.ts';
import { type Checked, checked, noCheck, type Reading, type Roster } from './reading.ts';
import { readTable } from './readTable.ts';
import type { TableSource } from './source.ts';
import { checkText, type Get, getterOf, isEmail, isMangled } from './values.ts';

/** A row of a list. Missing fields are empty. */
export type SimpleRow = Record<SimpleField, string> & { row: number };

/** Common column names in English and Spanish, normalized by `normal`. */
const names: Record<SimpleField, readonly string[]> = {
  student_id: [
    'studentid',
    'studentnumber',
    'id',
    'sis id',
    'localid',
    'iddeestudiante',
    'iddelestudiante',
    'numerodeestudiante',
    'matricula',
    'expediente',
  ],
  user_name: ['username', 'user', 'login', 'loginname', 'signinname', 'usuario', 'nombredeusuario'],
  first_name: ['firstname', 'givenname', 'first', 'nombre', 'nombres', 'primernombre'],
  last_name: ['lastname', 'familyname', 'surname', 'last', 'apellido', 'apellidos'],
  grade: ['grade', 'gradelevel', 'grado', 'curso'],
  email: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico'],
  class_name: ['class', 'classname', 'group', 'section', 'clase', 'grupo', 'nombredelaclase'],
  period: ['period', 'hour', 'periodo', 'hora'],
  school_name: ['school', 'schoolname', 'escuela', 'nombredelaescuela', 'colegio'],
  sourced_id: ['sourcedid', 'rosterid', 'iddelista'],
  new_user_name: ['newusername', 'newuser', 'newlogin', 'nuevonombredeusuario', 'nuevousuario'],
  new_sourced_id: ['newsourcedid', 'newrosterid', 'nuevoiddelista'],
};
const allFields: readonly SimpleField[] = [...new Set([...simpleFields, ...idFields])];
const normal = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Maps columns to fields: as requested if all of those columns exist; otherwise by name. */
export function guessMapping(
  header: readonly string[],
  asked: Reading['mapping'],
  mode: RosterOptions['mode'] = 'add',
): Partial<Record<SimpleField, string>> {
  const fields = fieldsOf(mode);
  const mapping: Partial<Record<SimpleField, string>> = {};
  const taken = new Set<string>();
  const take = (field: SimpleField, name: string | undefined) => {
    if (name === undefined || name === '' || taken.has(name) || mapping[field] !== undefined) return;
    mapping[field] = name;
    taken.add(name);
  };
  if (asked && Object.values(asked).every((name) => header.includes(name))) {
    for (const field of fields) take(field, asked[field]);
    return mapping;
  }
  for (const field of fields)
    take(
      field,
      header.find((name) => normal(name) === normal(field)),
    );
  for (const field of fields)
    for (const known of names[field])
      take(
        field,
        header.find((name) => !taken.has(name) && normal(name) === normal(known)),
      );
  return mapping;
}

type Getters = Record<SimpleField, Get>;
const gettersOf = (file: string, header: readonly string[], mapping: Partial<Record<SimpleField, string>>, mends: readonly Mend[]) =>
  Object.fromEntries(
    allFields.map((field) => {
      const name = mapping[field];
      return [field, getterOf(file, name ?? field, name === undefined ? -1 : header.indexOf(name), { kind: 'text' }, mends)];
    }),
  ) as Getters;

/** Identifies a student: by student number, or else by user name. */
const identityOf = (row: SimpleRow) => (row.student_id !== '' ? `#${row.student_id}` : `@${row.user_name.toLowerCase()}`);

/** `isOfIds`: the list gives new ids, so that a missing username is not the student number. */
function rowOf(get: Getters, values: string[], row: number, isOfIds: boolean): SimpleRow {
  const one = { row } as SimpleRow;
  for (const field of allFields) one[field] = get[field](values);
  if (one.user_name === '' && !isOfIds) one.user_name = one.student_id;
  one.grade = gradeOf(one.grade) ?? '';
  return one;
}

class Check {
  readonly #file: string;
  readonly #findings: Findings;
  readonly #column: (field: SimpleField) => string;
  readonly #people = new Map<string, { row: number; name: string; user: string }>();
  readonly #users = new Map<string, { identity: string; row: number; user: string }>();
  readonly #places = new Map<string, number>();
  readonly #lengths = new Map<number, number>();
  #numbers = 0;
  #withZero = false;
  readonly #isForAccounts: boolean;

  constructor(file: string, mapping: Partial<Record<SimpleField, string>>, findings: Findings, isForAccounts: boolean) {
    this.#isForAccounts = isForAccounts;
    this.#file = file;
    this.#findings = findings;
    this.#column = (field) => mapping[field] ?? field;
  }

  row(one: SimpleRow) {
    const file = this.#file;
    const findings = this.#findings;
    const { row } = one;
    const at = (field: SimpleField) => ({ row, column: this.#column(field), value: one[field] });
    if (!this.#isForAccounts)
      for (const field of ['first_name', 'last_name'] as const) if (one[field] === '') findings.error('required', file, at(field));
    for (const field of simpleFields) if (one[field] !== '') checkText(one[field], file, row, this.#column(field), findings);
    if (one.email !== '' && !isEmail(one.email)) findings.warn('email', file, at('email'));
    if (one.grade !== '' && !isGrade(one.grade)) findings.warn('grade', file, at('grade'));
    if (one.period !== '' && one.class_name === '') findings.error('required', file, at('class_name'));
    for (const field of ['student_id', 'user_name'] as const) if (isMangled(one[field])) return findings.error('mangled', file, at(field));
    if (one.user_name === '') return findings.error('identityMissing', file, at('user_name'));
    if (one.student_id !== '') {
      this.#numbers += 1;
      if (/^\d+$/.test(one.student_id)) this.#lengths.set(one.student_id.length, (this.#lengths.get(one.student_id.length) ?? 0) + 1);
      if (one.student_id.startsWith('0')) this.#withZero = true;
    }

    const identity = identityOf(one);
    const name = `${one.first_name} ${one.last_name}`;
    const person = this.#people.get(identity);
    if (!person) this.#people.set(identity, { row, name, user: one.user_name });
    else if (person.name !== name) return findings.error('otherName', file, at('first_name'), { earlier: person.row, first: person.name });
    else if (person.user !== one.user_name)
      return findings.error(
        person.user.toLowerCase() === one.user_name.toLowerCase() ? 'duplicateCase' : 'otherName',
        file,
        at('user_name'),
        {
          earlier: person.row,
          first: person.user,
        },
      );
    const key = one.user_name.toLowerCase();
    const user = this.#users.get(key);
    if (!user) this.#users.set(key, { identity, row, user: one.user_name });
    else if (user.identity !== identity)
      return findings.error(user.user === one.user_name ? 'duplicate' : 'duplicateCase', file, at('user_name'), {
        earlier: user.row,
        first: user.user,
      });
    // A list that opens or closes accounts may name a student once per class.
    if (this.#isForAccounts) return;
    const place = `${identity}\n${one.class_name.toLowerCase()}\n${one.period.toLowerCase()}\n${one.school_name.toLowerCase()}`;
    const earlier = this.#places.get(place);
    if (earlier !== undefined)
      findings.error('enrolledTwice', file, at('class_name'), { user: name, group: one.class_name, earlier, was: 'student' });
    else this.#places.set(place, row);
  }

  /** Detects dropped leading zeros: most student numbers have one length, some are shorter, and none begins with 0. */
  end(): void {
    const [most] = [...this.#lengths].sort(([, a], [, b]) => b - a);
    const longest = Math.max(0, ...this.#lengths.keys());
    if (!most || this.#withZero || this.#numbers < 5 || most[0] !== longest || most[1] < this.#numbers * 0.6) return;
    const shorter = this.#numbers - most[1];
    if (shorter === 0) return;
    const column = this.#column('student_id');
    this.#findings.warn('leadingZeros', this.#file, { column }, { count: shorter, length: longest }, [
      { kind: 'padZeros', file: this.#file, column, length: longest },
    ]);
  }
}

/** The rows of a student list that passed the check, except those left out. `mapping`: result of the check. */
export function openSimple(
  source: TableSource,
  { mends }: Pick<Reading, 'mends'>,
  mapping: RosterCheck['mapping'],
  leftOut: ReadonlySet<number> = new Set(),
): Roster {
  const file = source.name;
  const isOfIds = mapping.new_user_name !== undefined || mapping.new_sourced_id !== undefined;
  const rows = async function* (): AsyncGenerator<SimpleRow[]> {
    let again: Getters | undefined;
    for await (const { header, rows, first } of readTable(source, mends, new Findings())) {
      again ??= gettersOf(file, header, mapping, mends);
      const getters = again;
      yield rows.flatMap((values, index) => (values.length === 0 ? [] : [rowOf(getters, values, first + index, isOfIds)]));
    }
  };
  return { form: 'simple', file, mapping, leftOut, rows };
}

/** Rows that cannot be split into fields. */
const isUneven: ReadonlySet<string> = new Set(['rowShort', 'rowLong', 'rowCut']);
/** Whether the faulty rows of a list can be left out: no error concerns the whole file, and valid rows remain. */
export const canLeaveOut = (wrong: ReadonlySet<number> | null, rows: number): wrong is ReadonlySet<number> =>
  wrong !== null && wrong.size > 0 && wrong.size < rows;

/** Reads and checks a student list without keeping its rows in memory. */
export async function checkSimple(source: TableSource, reading: Reading, findings: Findings): Promise<Checked> {
  const { mends, mapping: asked, mode } = reading;
  const isForAccounts = mode === 'activate' || mode === 'deactivate';
  const isOfIds = mode === 'newIds';
  const file = source.name;
  let check: RosterCheck = { ...noCheck, form: 'simple' };
  let get: Getters | undefined;
  let run: Check | IdCheck | undefined;
  let count = 0;
  for await (const { header, rows, first } of readTable(source, mends, findings)) {
    if (!get) {
      const mapping = guessMapping(header, asked, mode);
      check = { ...check, header: header.filter((name) => name !== ''), mapping };
      get = gettersOf(file, header, mapping, mends);
      run = isOfIds ? new IdCheck(file, mapping, findings) : new Check(file, mapping, findings, isForAccounts);
      // Rows read along with the header may already have errors.
      const before = findings.errors;
      for (const field of ['first_name', 'last_name'] as const)
        if (mapping[field] === undefined && !isForAccounts && !isOfIds) findings.error('fieldMissing', file, { row: 1, column: field });
      if (mapping.user_name === undefined && mapping.student_id === undefined && mapping.sourced_id === undefined)
        findings.error('fieldMissing', file, { row: 1, column: 'user_name' });
      if (isOfIds && mapping.new_user_name === undefined && mapping.new_sourced_id === undefined)
        findings.error('fieldMissing', file, { row: 1, column: 'new_user_name' });
      const used = new Set(Object.values(mapping));
      for (const name of header) if (name !== '' && !used.has(name)) findings.warn('columnUnknown', file, { row: 1, column: name });
      if (findings.errors > before) return checked(check, findings, null);
    }
    for (const [index, values] of rows.entries()) {
      if (values.length === 0) continue;
      count += 1;
      run?.row(rowOf(get, values, first + index, isOfIds));
    }
  }
  if (run instanceof Check) run.end();
  if (get && count === 0 && findings.errors === 0) findings.error('noRows', file);
  const wrong = findings.wrongRows;
  const rows = count + new Set(findings.byRow.flatMap((one) => (isUneven.has(one.code) ? one.rows : []))).size;
  check = { ...check, wrong_rows: canLeaveOut(wrong, rows) ? wrong.size : 0, files: [{ name: file, table: 'simple', mode: 'list', rows }] };
  const verdict = checked(check, findings, openSimple(source, reading, check.mapping));
  return reading.leave_out && canLeaveOut(wrong, rows)
    ? { ...verdict, roster: openSimple(source, reading, check.mapping, wrong) }
    : verdict;
}

type Written = Partial<Record<SimpleField, string | null>>;
const lines = (rows: readonly (readonly string[])[]) => (rows.length === 0 ? '' : `${csvOf(rows)}\r\n`);
/** Rows of a list in the format of its template, without the header. */
export const simpleLines = (rows: readonly Written[], fields: readonly SimpleField[] = simpleFields): string =>
  lines(rows.map((row) => fields.map((field) => row[field] ?? '')));
/** A list in the format of its template, without rows: the template. Reading it back with rows gives the same rows. */
export const writeSimple = (rows: readonly Written[], fields: readonly SimpleField[] = simpleFields): string =>
  byteOrderMark + lines([fields]) + simpleLines(rows, fields);
