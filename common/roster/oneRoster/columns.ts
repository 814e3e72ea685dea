import type { Findings, Mend } from '../findings.ts';
import { type Column, commonColumns, lenient, type OneRosterVersion, type TableName, tables } from '../oneRoster.ts';
import { type Get, getterOf } from '../values.ts';
import { fileOf, type Mode } from './manifest.ts';
import { isMetadata } from './metadata.ts';

/** Whether a column references rows whose errors do not block the rest. */
export const isLenient = (rule: Column) => rule.kind === 'reference' && lenient.has(rule.to);

/** Getters of a table's columns. Reports missing columns. */
export function gettersOf(
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
    } else if (rule.required) findings?.add(isLenient(rule) ? 'warning' : 'error', 'columnMissing', file, { row: 1, column });
  }
  for (const column of commonColumns) get[column] = getterOf(file, column, header.indexOf(column), { kind: 'text' }, mends);
  if (mode === 'delta')
    for (const column of commonColumns) if (!header.includes(column)) findings?.error('columnMissing', file, { row: 1, column });
  // Kept as given, unlike other values.
  for (const [index, name] of header.entries()) if (isMetadata(table, name)) get[name] = (values) => values[index] as string;
  for (const name of header)
    if (
      name !== '' &&
      get[name] === undefined &&
      !taken.has(name) &&
      !others.includes(name) &&
      !(commonColumns as readonly string[]).includes(name)
    )
      findings?.warn(/^(ext|metadata)\./i.test(name) ? 'columnExtension' : 'columnUnknown', file, { row: 1, column: name });
  return get;
}
