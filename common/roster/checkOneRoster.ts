import { oneRosterTables, type RosterCheck } from '../../contract/rostering/job.ts';
import { Findings, type Mend } from './findings.ts';
import { gettersOf } from './oneRoster/columns.ts';
import { fileOf, type Mode, readManifest } from './oneRoster/manifest.ts';
import { SetCheck } from './oneRoster/setCheck.ts';
import { type OneRosterVersion, type TableName, tableOfFile } from './oneRoster.ts';
import { type Checked, checked, noCheck, type Reading, type Roster, type RosterRows } from './reading.ts';
import { readTable } from './readTable.ts';
import type { TableSource } from './source.ts';
import type { Get } from './values.ts';

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
  const run = new SetCheck(findings, version, modes, mends, today);
  for (const table of oneRosterTables) if (modes.has(table)) await run.table(table, sources.get(table) as TableSource);
  const files = [...modes].map(([table, mode]) => ({
    name: fileOf(table),
    table,
    mode,
    rows: run.counts.get(table) ?? 0,
  }));
  return checked({ ...check, files }, findings, readerOf(sources, version, modes, mends), run.pending);
}
