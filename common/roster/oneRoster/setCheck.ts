import { oneRosterTables } from '../../../contract/rostering/job.ts';
import { Findings, type Mend } from '../findings.ts';
import { type Column, isGrade, lenient, listOf, type OneRosterVersion, type TableName, tableOfFile, tables } from '../oneRoster.ts';
import { readTable } from '../readTable.ts';
import type { TableSource } from '../source.ts';
import { ownText, print53, TightTable } from '../tightTable.ts';
import { checkDate, checkText, type Get, getterOf, isEmail, isMangled, longest } from '../values.ts';
import { gettersOf, isLenient } from './columns.ts';
import { fileOf, type Mode } from './manifest.ts';
import { bits, rulesOf } from './tableRules.ts';

/** Valid states of a delta row. Organizations may also be inactive, since some sources used that word for every table. */
const statusesOf = (table: TableName): readonly string[] =>
  table === 'orgs' ? ['active', 'tobedeleted', 'inactive'] : ['active', 'tobedeleted'];
/** Suspected duplicates per column that are verified. Beyond that, the rest is just as wrong. */
const mostTwins = 10_000;
/** Tables that others reference. */
const named: ReadonlySet<TableName> = new Set(['orgs', 'academicSessions', 'courses', 'classes', 'users']);
type Step = (value: string, row: number, mark: number) => void;

/** The check of one set, table by table. */
export class SetCheck {
  readonly findings: Findings;
  readonly version: OneRosterVersion;
  readonly modes: ReadonlyMap<TableName, Mode>;
  readonly mends: readonly Mend[];
  readonly today: string;
  /** Id → row × 16 + flags of the table's own checks. */
  readonly known = Object.fromEntries(oneRosterTables.map((table) => [table, new Map<string, number>()])) as Record<
    TableName,
    Map<string, number>
  >;
  readonly broken = new Set<TableName>();
  readonly pending = new Map<TableName, Map<string, { file: string; row: number; column: string }>>();
  readonly counts = new Map<TableName, number>();
  /** Ids without leading zeros, built when an id is not found. */
  readonly #bare = new Map<TableName, Map<string, string>>();

  constructor(findings: Findings, version: OneRosterVersion, modes: ReadonlyMap<TableName, Mode>, mends: readonly Mend[], today: string) {
    this.today = today;
    this.findings = findings;
    this.version = version;
    this.modes = modes;
    this.mends = mends;
  }

  unknown(table: TableName, rule: { to: TableName; lax?: true }, value: string, row: number, column: string) {
    const { to } = rule;
    const file = fileOf(table);
    if (this.broken.has(to)) return;
    if (this.modes.get(to) !== 'bulk') {
      if (lenient.has(to)) return;
      const of = this.pending.get(to) ?? new Map<string, { file: string; row: number; column: string }>();
      const earlier = of.get(value);
      // An error in a lenient table must not hide the same error in one that is not.
      const isFirst = earlier === undefined || (lenient.has(tableOfFile(earlier.file) as TableName) && !lenient.has(table));
      if (!rule.lax && isFirst) of.set(ownText(value), { file, row, column });
      this.pending.set(to, of);
      return;
    }
    const where = { row, column, value };
    const params = { table: fileOf(to) };
    if (lenient.has(to)) return this.findings.warn('referenceUnused', file, where, params);
    if (isMangled(value)) return this.findings.error('mangled', file, where);
    const bare =
      this.#bare.get(to) ??
      new Map([...this.known[to].keys()].filter((id) => /^\d+$/.test(id)).map((id) => [id.replace(/^0+(?=.)/, ''), id]));
    this.#bare.set(to, bare);
    const twin = /^\d+$/.test(value) ? bare.get(value.replace(/^0+(?=.)/, '')) : undefined;
    if (twin !== undefined) {
      const [shortOf, name, length] = twin.length < value.length ? [fileOf(to), 'sourcedId', value.length] : [file, column, twin.length];
      const mend: Mend = { kind: 'padZeros', file: shortOf, column: name, length };
      return this.findings.error('referenceZeros', file, where, { ...params, twin }, [mend]);
    }
    if (rule.lax) this.findings.warn('referenceUnused', file, where, params);
    else this.findings.error('reference', file, where, params);
  }

  /** The check of a column's value in a row. */
  stepOf(table: TableName, column: string, rule: Column): Step {
    const { findings } = this;
    const file = fileOf(table);
    if (rule.kind === 'choice') {
      const of = new Set(rule.of);
      const lower = new Set(rule.of.map((one) => one.toLowerCase()));
      return (value, row) => {
        if (of.has(value)) return;
        const params = { choices: rule.of.join(', ') };
        if (lower.has(value.toLowerCase()))
          findings.error('choiceCase', file, { row, column, value }, params, [{ kind: 'letterCase', file, column }]);
        else findings.error('choice', file, { row, column, value }, params);
      };
    }
    if (rule.kind === 'date') return (value, row) => checkDate(value, file, row, column, findings);
    if (rule.kind === 'key')
      return column === 'sourcedId' && named.has(table)
        ? this.keyStep(table, column)
        : this.printStep(table, column, rule.anyCase === true);
    if (rule.kind === 'reference') {
      const of = this.known[rule.to];
      const isSame = rule.to === table;
      const one = (value: string, row: number) => {
        if (!of.has(value)) this.unknown(table, rule, value, row, column);
      };
      const checkOne = isSame ? (value: string, row: number) => this.later.push(() => one(value, row)) : one;
      if (!rule.list) return checkOne;
      return (value, row) => {
        if (!value.includes(',')) return void checkOne(value, row);
        for (const each of listOf(value)) checkOne(each, row);
      };
    }
    if (rule.kind === 'email')
      return (value, row) => {
        if (!isEmail(value)) findings.warn('email', file, { row, column, value });
      };
    if (rule.kind === 'grades')
      return (value, row) => {
        if (!isGrade(value)) findings.warn('grade', file, { row, column, value });
      };
    return (value, row) => checkText(value, file, row, column, findings);
  }

  /** Check for ids that other tables reference. Stores the ids themselves. */
  keyStep(table: TableName, column: string): Step {
    const { findings } = this;
    const file = fileOf(table);
    const seen = this.known[table];
    return (value, row, mark) => {
      if (isMangled(value)) return findings.error('mangled', file, { row, column, value });
      const earlier = seen.get(value);
      if (earlier !== undefined)
        return findings.error('duplicate', file, { row, column, value }, { earlier: Math.floor(earlier / bits), first: value });
      seen.set(ownText(value), row * bits + mark);
      if (value.length > longest) findings.error('tooLong', file, { row, column, value }, { most: longest });
    };
  }

  /** Check for values that must be unique but are not referenced. Stores only hashes; collisions are verified later. */
  printStep(table: TableName, column: string, anyCase: boolean): Step {
    const { findings } = this;
    const file = fileOf(table);
    const seen = new TightTable();
    const twins = new Map<string, { row: number; value: string; earlier: number }>();
    this.alike.push({ column, twins, anyCase });
    return (value, row) => {
      if (isMangled(value)) return findings.error('mangled', file, { row, column, value });
      if (value.length > longest) findings.error('tooLong', file, { row, column, value }, { most: longest });
      const print = print53(anyCase ? value.toLowerCase() : value);
      const earlier = seen.get(print);
      if (earlier === undefined) seen.set(print, row);
      else if (twins.size < mostTwins) twins.set(`${row}`, { row, value: ownText(value), earlier });
    };
  }

  /** Columns of the current table with values whose hashes collided. */
  alike: { column: string; twins: Map<string, { row: number; value: string; earlier: number }>; anyCase: boolean }[] = [];

  /** Reads the table again where hashes collided, and reports real duplicates. */
  async tellTwins(table: TableName, source: TableSource): Promise<void> {
    const { findings, mends } = this;
    const file = fileOf(table);
    const alike = this.alike.filter(({ twins }) => twins.size > 0);
    this.alike = [];
    if (alike.length === 0) return;
    const rowsWanted = new Map(alike.map((one) => [one, new Set([...one.twins.values()].map(({ earlier }) => earlier))]));
    const found = new Map(alike.map((one) => [one, new Map<number, string>()]));
    for await (const { header, rows, first } of readTable(source, mends, new Findings()))
      for (const one of alike) {
        const index = header.indexOf(one.column);
        const get = getterOf(file, one.column, index, { kind: 'text' }, mends);
        const wanted = rowsWanted.get(one) as Set<number>;
        for (const [at, values] of rows.entries()) if (wanted.has(first + at)) found.get(one)?.set(first + at, ownText(get(values)));
      }
    for (const one of alike)
      for (const { row, value, earlier } of one.twins.values()) {
        const other = found.get(one)?.get(earlier);
        if (other === undefined || (one.anyCase ? other.toLowerCase() !== value.toLowerCase() : other !== value)) continue;
        findings.error(
          other === value ? 'duplicate' : 'duplicateCase',
          file,
          { row, column: one.column, value },
          { earlier, first: other },
        );
      }
  }

  /** References within the table, checked after it was read. */
  later: (() => void)[] = [];

  async table(table: TableName, source: TableSource): Promise<void> {
    const { findings, version, mends } = this;
    const mode = this.modes.get(table) as Mode;
    const file = fileOf(table);
    let get: Record<string, Get> | undefined;
    let steps: { column: string; get: Get; need: 'warning' | 'error' | null; lacks: string; check: Step }[] = [];
    let count = 0;
    let bulkStatus = false;
    const isLenientTable = lenient.has(table);
    if (isLenientTable) findings.lax.add(file);
    // Errors in a lenient table are warnings, but its rows are still unreliable.
    const wrong = () => findings.errors + (isLenientTable ? findings.warnings : 0);
    const extra = rulesOf(table, this);
    let isSound = true;
    let toldErrors = wrong();
    for await (const { header, rows, first } of readTable(source, mends, findings)) {
      if (wrong() > toldErrors) isSound = false;
      if (!get) {
        // Rows read along with the header may already have errors.
        const before = findings.errors;
        get = gettersOf(table, header, version, mode, mends, findings);
        if (findings.errors > before) {
          this.broken.add(table);
          return;
        }
        steps = Object.entries(tables[table].columns)
          .filter(([column, { only }]) => (!only || only === version) && header.includes(column))
          .map(([column, rule]) => ({
            column,
            get: (get as Record<string, Get>)[column] as Get,
            need: rule.required !== true ? null : isLenient(rule) ? ('warning' as const) : ('error' as const),
            // A class without a term has its own words: nothing is wrong but that nobody sees when it ends.
            lacks: column === 'termSourcedIds' ? 'termMissing' : 'required',
            check: this.stepOf(table, column, rule),
          }));
      }
      const hasStatus = header.includes('status');
      for (let index = 0; index < rows.length; index++) {
        const values = rows[index] as string[];
        if (values.length === 0) continue;
        const row = first + index;
        count += 1;
        if (hasStatus) {
          const status = (get.status as Get)(values);
          if (mode === 'delta') {
            const of = statusesOf(table);
            if (!of.includes(status))
              findings.error(
                status === '' ? 'required' : 'choice',
                file,
                { row, column: 'status', value: status },
                { choices: of.join(', ') },
              );
            const at = (get.dateLastModified as Get)(values);
            if (at === '') findings.error('required', file, { row, column: 'dateLastModified', value: '' });
            else if (Number.isNaN(Date.parse(at))) findings.error('instant', file, { row, column: 'dateLastModified', value: at });
            if (status !== 'active' && of.includes(status)) {
              if ((get.sourcedId as Get)(values) === '') findings.error('required', file, { row, column: 'sourcedId', value: '' });
              continue;
            }
          } else if (status === 'tobedeleted') findings.error('bulkDeleted', file, { row, column: 'status', value: status });
          else if (status !== '' && status !== 'active' && !bulkStatus) {
            bulkStatus = true;
            findings.warn('bulkStatus', file, { row, column: 'status', value: status });
          }
        }
        const mark = extra?.mark?.(get, values) ?? 0;
        for (let at = 0; at < steps.length; at++) {
          const step = steps[at] as (typeof steps)[number];
          const value = step.get(values);
          if (value !== '') step.check(value, row, mark);
          else if (step.need) findings.add(step.need, step.lacks, file, { row, column: step.column, value });
        }
        extra?.row?.(get, values, row);
      }
      toldErrors = wrong();
    }
    if (wrong() > toldErrors) isSound = false;
    if (!get || !isSound) this.broken.add(table);
    await this.tellTwins(table, source);
    for (const check of this.later) check();
    this.later = [];
    extra?.end?.();
    this.counts.set(table, count);
  }
}
