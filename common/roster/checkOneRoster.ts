import type { RosterCheck } from '../../contract/rostering.ts';
import { Findings, type Mend } from './findings.ts';
import {
  type Column,
  commonColumns,
  isGrade,
  listOf,
  type OneRosterVersion,
  type TableName,
  tableNames,
  tableOfFile,
  tables,
  unkept,
  userRoles,
} from './oneRoster.ts';
import { type Checked, checked, noCheck, type Reading, type Roster, type RosterRows } from './reading.ts';
import { readTable } from './readTable.ts';
import type { TableSource } from './source.ts';
import { ownText, print53, TightTable } from './tightTable.ts';
import { checkDate, checkText, type Get, getterOf, isDay, isEmail, isEnded, isMangled, longest } from './values.ts';

type Mode = 'bulk' | 'delta';
/** Valid states of a delta row. Organizations may also be inactive, since some sources used that word for every table. */
const statusesOf = (table: TableName): readonly string[] =>
  table === 'orgs' ? ['active', 'tobedeleted', 'inactive'] : ['active', 'tobedeleted'];
const fileOf = (table: TableName | 'manifest') => `${table}.csv`;

/** Reads the manifest: the version, and which tables are present in which mode. */
async function readManifest(
  sources: ReadonlyMap<string, TableSource>,
  mends: readonly Mend[],
  findings: Findings,
): Promise<{ version: OneRosterVersion | null; modes: Map<TableName, Mode> }> {
  const file = fileOf('manifest');
  const modes = new Map<TableName, Mode>();
  const source = sources.get('manifest');
  if (!source) {
    findings.error('manifestMissing', file);
    return { version: null, modes };
  }
  const properties = new Map<string, { row: number; value: string }>();
  let isRead = false;
  for await (const { header, rows, first } of readTable(source, mends, findings)) {
    const [name, value] = [header.indexOf('propertyName'), header.indexOf('value')];
    if (name < 0 || value < 0) {
      findings.error('manifestHeader', file, { row: 1 });
      return { version: null, modes };
    }
    isRead = true;
    for (const [index, values] of rows.entries())
      if (values.length > 0)
        properties.set((values[name] as string).trim(), { row: first + index, value: (values[value] as string).trim() });
  }
  if (!isRead) return { version: null, modes };
  const stated = properties.get('oneroster.version');
  const version = stated?.value.startsWith('1.2') ? '1.2' : stated?.value.startsWith('1.1') ? '1.1' : null;
  if (!stated) findings.error('versionMissing', file, { column: 'oneroster.version' });
  else if (!version) findings.error('versionUnknown', file, { row: stated.row, column: 'value', value: stated.value });
  for (const table of tableNames) {
    const property = properties.get(`file.${table}`);
    const where = property && { row: property.row, column: 'value', value: property.value };
    const isThere = sources.has(table);
    if (tables[table].only && version && tables[table].only !== version) {
      if (isThere) findings.warn('fileOfOtherVersion', fileOf(table), {}, { version });
    } else if (property?.value === 'bulk' || property?.value === 'delta') {
      if (isThere) modes.set(table, property.value);
      else findings.add(unkept.has(table) ? 'warning' : 'error', 'filePromised', file, where, { name: fileOf(table) });
    } else if (property && property.value !== 'absent') findings.error('modeUnknown', file, where);
    else if (isThere && property) findings.warn('fileNotPromised', fileOf(table));
    else if (isThere)
      findings.add(unkept.has(table) ? 'warning' : 'error', 'manifestSilent', file, { column: `file.${table}` }, { name: fileOf(table) });
  }
  if (modes.size === 0 && findings.errors === 0) findings.error('nothingToImport', file);
  return { version, modes };
}

/** Whether a column references rows that are not imported. */
const isUnkept = (rule: Column) => rule.kind === 'reference' && unkept.has(rule.to);

/** Getters of a table's columns. Reports missing columns. */
function gettersOf(
  table: TableName,
  header: readonly string[],
  version: OneRosterVersion,
  mode: Mode,
  mends: readonly Mend[],
  findings: Findings | null,
): Record<string, Get> {
  const file = fileOf(table);
  const { columns, others } = tables[table];
  const get: Record<string, Get> = {};
  const lower = new Map(header.map((name) => [name.toLowerCase().replace(/[\s_]/g, ''), name]));
  const taken = new Set<string>();
  for (const [column, rule] of Object.entries(columns)) {
    if (rule.only && rule.only !== version) {
      taken.add(column);
      continue;
    }
    const index = header.indexOf(column);
    get[column] = getterOf(file, column, index, rule, mends);
    if (index >= 0) {
      taken.add(column);
      continue;
    }
    const twin = lower.get(column.toLowerCase());
    if (twin !== undefined) {
      taken.add(twin);
      findings?.error('columnSpelling', file, { row: 1, column: twin }, { right: column }, [
        { kind: 'renameColumn', file, from: twin, to: column },
      ]);
    } else if (rule.required) findings?.add(isUnkept(rule) ? 'warning' : 'error', 'columnMissing', file, { row: 1, column });
  }
  for (const column of commonColumns) get[column] = getterOf(file, column, header.indexOf(column), { kind: 'text' }, mends);
  if (mode === 'delta')
    for (const column of commonColumns) if (!header.includes(column)) findings?.error('columnMissing', file, { row: 1, column });
  for (const name of header)
    if (name !== '' && !taken.has(name) && !others.includes(name) && !(commonColumns as readonly string[]).includes(name))
      findings?.warn(/^(ext|metadata)\./i.test(name) ? 'columnExtension' : 'columnUnknown', file, { row: 1, column: name });
  return get;
}

const roles = new Set<string>([...userRoles['1.1'], ...userRoles['1.2']]);
/** One bit for each role that matters. */
const bit: Record<string, number> = {
  student: 1,
  teacher: 2,
  administrator: 4,
  districtAdministrator: 4,
  siteAdministrator: 4,
  systemAdministrator: 4,
  principal: 4,
};
const otherBit = 8;
/** 0: unknown role. */
const markOf = (role: string) => bit[role] ?? (roles.has(role) ? otherBit : 0);
const bits = 16;
const pairBase = 2 ** 26;
/** Suspected duplicates per column that are verified. Beyond that, the rest is just as wrong. */
const mostTwins = 10_000;
/** Tables that others reference. */
const named: ReadonlySet<TableName> = new Set(['orgs', 'academicSessions', 'courses', 'classes', 'users']);
type Step = (value: string, row: number, mark: number) => void;
/** User roles required for an enrollment role. OneRoster itself allows any user. */
const needs: Record<string, number> = { student: 1, teacher: 2 | 4 };
const enrollmentRoles = ['student', 'teacher', 'administrator', 'proctor'];

class Check {
  readonly findings: Findings;
  readonly version: OneRosterVersion;
  readonly modes: ReadonlyMap<TableName, Mode>;
  readonly mends: readonly Mend[];
  readonly today: string;
  /** Id → row × 16 + flags of the table's own checks. */
  readonly known = Object.fromEntries(tableNames.map((table) => [table, new Map<string, number>()])) as Record<
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
      if (unkept.has(to)) return;
      const of = this.pending.get(to) ?? new Map<string, { file: string; row: number; column: string }>();
      const earlier = of.get(value);
      // An error in a table that is not imported must not hide the same error in one that is.
      const isFirst = earlier === undefined || (unkept.has(tableOfFile(earlier.file) as TableName) && !unkept.has(table));
      if (!rule.lax && isFirst) of.set(ownText(value), { file, row, column });
      this.pending.set(to, of);
      return;
    }
    const where = { row, column, value };
    const params = { table: fileOf(to) };
    if (unkept.has(to)) return this.findings.warn('referenceUnused', file, where, params);
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
    let steps: { column: string; get: Get; need: 'warning' | 'error' | null; check: Step }[] = [];
    let count = 0;
    let bulkStatus = false;
    const isUnkeptTable = unkept.has(table);
    if (isUnkeptTable) findings.lax.add(file);
    // Errors in a table that is not imported are warnings, but its rows are still unreliable.
    const wrong = () => findings.errors + (isUnkeptTable ? findings.warnings : 0);
    const extra = this.extraOf(table);
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
            need: rule.required !== true ? null : isUnkept(rule) ? ('warning' as const) : ('error' as const),
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
          else if (step.need) findings.add(step.need, 'required', file, { row, column: step.column, value });
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

  /** Checks of a table beyond its columns. */
  extraOf(table: TableName):
    | {
        mark?: (get: Record<string, Get>, values: string[]) => number;
        row?: (get: Record<string, Get>, values: string[], row: number) => void;
        end?: () => void;
      }
    | undefined {
    const { findings, known } = this;
    const file = fileOf(table);
    const dates = (from: string, to: string) => (get: Record<string, Get>, values: string[], row: number) => {
      const [begin, end] = [(get[from] as Get)(values), (get[to] as Get)(values)];
      if (end < begin && isDay(begin) && isDay(end)) findings.error('datesOrder', file, { row, column: to, value: end }, { begin });
    };
    if (table === 'orgs') {
      const parents = new Map<string, { parent: string; row: number }>();
      return {
        mark: (get, values) => ((get.type as Get)(values) === 'school' ? 1 : 0),
        row: (get, values, row) => {
          const parent = (get.parentSourcedId as Get)(values);
          if (parent !== '') parents.set((get.sourcedId as Get)(values), { parent, row });
        },
        end: () => {
          const settled = new Set<string>();
          for (const [id, { row }] of parents) {
            const way = new Set<string>();
            let at: string | undefined = id;
            while (at !== undefined && !settled.has(at) && !way.has(at)) {
              way.add(at);
              at = parents.get(at)?.parent;
            }
            if (at !== undefined && way.has(at)) findings.error('orgLoop', file, { row, column: 'parentSourcedId', value: id });
            for (const one of way) settled.add(one);
          }
        },
      };
    }
    if (table === 'academicSessions') return { row: dates('startDate', 'endDate') };
    if (table === 'roles') {
      const primaries = new Map<string, number>();
      const begins = dates('beginDate', 'endDate');
      // A delta does not contain roles that stay.
      const isWhole = this.modes.get('roles') === 'bulk';
      return {
        row: (get, values, row) => {
          begins(get, values, row);
          const user = (get.userSourcedId as Get)(values);
          const at = known.users.get(user);
          if (isEnded(get, values, this.today)) return;
          if (at !== undefined && isWhole) {
            const one = markOf((get.role as Get)(values));
            if ((at & one) === 0) known.users.set(user, Math.floor(at / bits) * bits + ((at % bits) | one));
          }
          if ((get.roleType as Get)(values) !== 'primary') return;
          const earlier = primaries.get(user);
          if (earlier !== undefined) findings.warn('primaryTwice', file, { row, column: 'roleType', value: user }, { earlier });
          else primaries.set(ownText(user), row);
        },
        end: () => {
          if (!isWhole) return;
          for (const [user, at] of known.users)
            if (at % bits === 0)
              findings.warn('roleless', fileOf('users'), { row: Math.floor(at / bits), column: 'sourcedId', value: user });
        },
      };
    }
    if (table === 'classes')
      return {
        row: (get, values, row) => {
          const value = (get.schoolSourcedId as Get)(values);
          const at = known.orgs.get(value);
          if (at !== undefined && at % bits !== 1) findings.error('notASchool', file, { row, column: 'schoolSourcedId', value });
        },
      };
    if (table === 'users') return { mark: (get, values) => (get.role ? markOf(get.role(values)) : 0) };
    if (table === 'enrollments') {
      const places = new TightTable();
      const begins = dates('beginDate', 'endDate');
      return {
        row: (get, values, row) => {
          begins(get, values, row);
          if (isEnded(get, values, this.today)) return;
          const [inClass, ofUser] = [(get.classSourcedId as Get)(values), (get.userSourcedId as Get)(values)];
          const [group, user] = [known.classes.get(inClass), known.users.get(ofUser)];
          if (user === undefined) return;
          const role = (get.role as Get)(values);
          const marks = user % bits;
          if (needs[role] !== undefined && marks !== 0 && (marks & (needs[role] as number)) === 0)
            findings.error('enrollmentRole', file, { row, column: 'role', value: role }, { user: ofUser });
          if (group === undefined) return;
          const key = Math.floor(group / bits) * pairBase + Math.floor(user / bits);
          const index = enrollmentRoles.indexOf(role);
          const earlier = places.get(key);
          if (earlier === undefined) places.set(key, row * 4 + index);
          else {
            const was = enrollmentRoles[earlier % 4] as string;
            const params = { user: ofUser, group: inClass, earlier: Math.floor(earlier / 4), was };
            findings.error(was === role ? 'enrolledTwice' : 'twoRoles', file, { row, column: 'role', value: role }, params);
          }
        },
      };
    }
    if (table === 'demographics') {
      const seen = new Set<string>();
      return {
        row: (get, values, row) => {
          const value = (get.sourcedId as Get)(values);
          if (seen.has(value)) findings.error('duplicate', file, { row, column: 'sourcedId', value }, { earlier: 0, first: value });
          seen.add(value);
        },
      };
    }
    return undefined;
  }
}

const sourcesOf = (given: readonly TableSource[]) => {
  const sources = new Map<string, TableSource>();
  for (const source of given) {
    const table = tableOfFile(source.name);
    if (table) sources.set(table, { ...source, name: fileOf(table) });
  }
  return sources;
};

/** Reads the rows of a set that passed the check. */
function readerOf(
  sources: ReadonlyMap<string, TableSource>,
  version: OneRosterVersion,
  modes: ReadonlyMap<TableName, Mode>,
  mends: readonly Mend[],
): Roster {
  const rows = async function* (table: TableName): AsyncGenerator<RosterRows> {
    let get: Record<string, Get> | undefined;
    for await (const { header, rows, first } of readTable(sources.get(table) as TableSource, mends, new Findings())) {
      get ??= gettersOf(table, header, version, modes.get(table) as Mode, mends, null);
      yield { get, rows, first };
    }
  };
  return { form: 'oneRoster', version, modes, rows };
}

/** Opens a checked set, using the result of the check. */
export function openOneRoster(given: readonly TableSource[], check: RosterCheck, mends: readonly Mend[]): Roster {
  const modes = new Map(check.files.map(({ table, mode }) => [table as TableName, mode as Mode]));
  return readerOf(sourcesOf(given), check.version ?? '1.1', modes, mends);
}

/** Reads and checks a OneRoster 1.1 or 1.2 CSV set (bulk, delta or absent tables) without keeping its rows in memory. */
export async function checkOneRoster(
  given: readonly TableSource[],
  { mends, today }: Pick<Reading, 'mends' | 'today'>,
  findings: Findings,
): Promise<Checked> {
  const sources = sourcesOf(given);
  for (const { name } of given) if (tableOfFile(name) === undefined && /\.csv$/i.test(name)) findings.warn('fileIgnored', name);
  const { version, modes } = await readManifest(sources, mends, findings);
  const check: RosterCheck = { ...noCheck, form: 'oneRoster', version };
  if (version === null) return checked(check, findings, null);
  if (version === '1.2' && modes.get('users') === 'bulk' && !modes.has('roles')) findings.error('rolesMissing', fileOf('manifest'));
  const run = new Check(findings, version, modes, mends, today);
  for (const table of tableNames) if (modes.has(table)) await run.table(table, sources.get(table) as TableSource);
  const files = [...modes].map(([table, mode]) => ({
    name: fileOf(table),
    table,
    mode,
    rows: run.counts.get(table) ?? 0,
  }));
  return checked({ ...check, files }, findings, readerOf(sources, version, modes, mends), run.pending);
}
