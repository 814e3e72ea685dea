import { oneRosterTables } from '../../../contract/rostering/job.ts';
import type { Findings, Mend } from '../findings.ts';
import { lenient, type OneRosterVersion, type TableName, tables } from '../oneRoster.ts';
import { readTable } from '../readTable.ts';
import type { TableSource } from '../source.ts';

/** How a table comes: whole, or only what changed. */
export type Mode = 'bulk' | 'delta';
export const fileOf = (table: TableName | 'manifest') => `${table}.csv`;

/** Reads the manifest: the version, and which tables are present in which mode. */
export async function readManifest(
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
  for (const table of oneRosterTables) {
    const property = properties.get(`file.${table}`);
    const where = property && { row: property.row, column: 'value', value: property.value };
    const isThere = sources.has(table);
    if (tables[table].only && version && tables[table].only !== version) {
      if (isThere) findings.warn('fileOfOtherVersion', fileOf(table), {}, { version });
    } else if (property?.value === 'bulk' || property?.value === 'delta') {
      if (isThere) modes.set(table, property.value);
      else findings.add(lenient.has(table) ? 'warning' : 'error', 'filePromised', file, where, { name: fileOf(table) });
    } else if (property && property.value !== 'absent') findings.error('modeUnknown', file, where);
    else if (isThere && property) findings.warn('fileNotPromised', fileOf(table));
    else if (isThere)
      findings.add(lenient.has(table) ? 'warning' : 'error', 'manifestSilent', file, { column: `file.${table}` }, { name: fileOf(table) });
  }
  if (modes.size === 0 && findings.errors === 0) findings.error('nothingToImport', file);
  return { version, modes };
}
