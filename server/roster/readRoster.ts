import { Findings } from './findings.ts';
import { type Column, type FileName, fileNames, files, listOf, type Roster, type RosterFinding } from './oneRoster.ts';
import { readTable, type Table } from './readTable.ts';

/** A roster that may be imported, or the findings that forbid it (the first 500 of `total`). */
export type ReadRoster =
  | { roster: Roster; findings: readonly []; total: 0 }
  | { roster: null; findings: readonly RosterFinding[]; total: number };

const columnsOf = (file: FileName) => Object.entries(files[file]) as [string, Column][];

function checkManifest(table: Table, given: ReadonlySet<string>, findings: Findings): void {
  const file = 'manifest.csv';
  const [name, value] = [table.header.indexOf('propertyName'), table.header.indexOf('value')];
  if (name < 0 || value < 0) {
    findings.add(file, { row: 1 }, 'The header must be “propertyName,value”.', 'Export the manifest again.');
    return;
  }
  const properties = new Map(table.rows.map(({ row, values }) => [values[name] ?? '', { row, value: (values[value] ?? '').trim() }]));
  const version = properties.get('oneroster.version');
  if (version?.value !== '1.1')
    findings.add(
      file,
      version ? { row: version.row, column: 'value', value: version.value } : { column: 'oneroster.version' },
      version
        ? `The set is OneRoster ${version.value}; this import reads OneRoster 1.1.`
        : 'It does not say which version of OneRoster the set is.',
      'Choose “OneRoster 1.1 CSV” when you export.',
    );
  for (const one of fileNames) {
    const stated = properties.get(`file.${one}`);
    const where = stated ? { row: stated.row, column: 'value', value: stated.value } : { column: `file.${one}` };
    if (stated?.value === 'delta')
      findings.add(
        file,
        where,
        `${one}.csv holds changes only (delta).`,
        'Export the whole roster (bulk); this import works out the changes itself.',
      );
    else if (stated?.value !== 'bulk')
      findings.add(file, where, `${one}.csv must be part of the set, as “bulk”.`, `Include ${one} in the export.`);
    else if (!given.has(`${one}.csv`))
      findings.add(file, where, `The manifest promises ${one}.csv, but it is not there.`, `Upload ${one}.csv too.`);
  }
}

function checkRows(name: FileName, table: Table, findings: Findings): Record<string, string | number>[] {
  const file = `${name}.csv`;
  const columns = columnsOf(name).map(([column, rule]) => ({ column, rule, index: table.header.indexOf(column) }));
  for (const { column, rule, index } of columns)
    if (index < 0 && rule.required)
      findings.add(
        file,
        { row: 1, column },
        'This column is missing.',
        'Export the file again with all columns of OneRoster 1.1, spelled as in the standard.',
      );
  if (columns.some(({ rule, index }) => index < 0 && rule.required)) return [];

  const seen = new Map(columns.filter(({ rule }) => rule.kind === 'key').map(({ column }) => [column, new Map<string, number>()]));
  return table.rows.map(({ row, values }) => {
    const record: Record<string, string | number> = { row };
    for (const { column, rule, index } of columns) {
      const value = (values[index] ?? '').trim();
      record[column] = value;
      if (value === '') {
        if (rule.required)
          findings.add(
            file,
            { row, column, value },
            'This field must not be empty.',
            'Fill it in where the roster is kept, and export again.',
          );
      } else if (rule.kind === 'choice' && !rule.of.includes(value)) {
        findings.add(
          file,
          { row, column, value },
          `“${value}” is not one of the values that OneRoster 1.1 knows.`,
          `Use one of: ${rule.of.join(', ')}.`,
        );
      } else if (rule.kind === 'date' && !(/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)))) {
        findings.add(file, { row, column, value }, `“${value}” is not a date.`, 'Write dates as YYYY-MM-DD.');
      } else if (rule.kind === 'key') {
        const key = rule.anyCase ? value.toLowerCase() : value;
        const earlier = seen.get(column)?.get(key);
        if (earlier !== undefined)
          findings.add(
            file,
            { row, column, value },
            `“${value}” is already in row ${earlier}.`,
            `Each ${column} may be there once. Remove one row, or correct it.`,
          );
        else seen.get(column)?.set(key, row);
      }
    }
    return record;
  });
}

function checkReferences(roster: Roster, findings: Findings): void {
  const known = Object.fromEntries(fileNames.map((name) => [name, new Set(roster[name].map((one) => one.sourcedId))])) as Record<
    FileName,
    Set<string>
  >;
  for (const name of fileNames)
    for (const [column, rule] of columnsOf(name))
      if (rule.kind === 'reference')
        for (const record of roster[name] as unknown as Record<string, string>[]) {
          const text = record[column] ?? '';
          for (const value of rule.list ? listOf(text) : text === '' ? [] : [text])
            if (!known[rule.to].has(value))
              findings.add(
                `${name}.csv`,
                { row: Number(record.row), column, value },
                `There is no “${value}” in ${rule.to}.csv.`,
                `Add it to ${rule.to}.csv, or correct this row.`,
              );
        }

  const schools = new Set(roster.orgs.filter((org) => org.type === 'school').map((org) => org.sourcedId));
  for (const { row, schoolSourcedId } of roster.classes)
    if (known.orgs.has(schoolSourcedId) && !schools.has(schoolSourcedId))
      findings.add(
        'classes.csv',
        { row, column: 'schoolSourcedId', value: schoolSourcedId },
        'This org is not a school.',
        'Name the school in which the class is taught.',
      );

  const roles = new Map<string, { role: string; row: number }>();
  for (const { row, classSourcedId, userSourcedId, role } of roster.enrollments) {
    const key = JSON.stringify([classSourcedId, userSourcedId]);
    const earlier = roles.get(key);
    if (earlier && earlier.role !== role)
      findings.add(
        'enrollments.csv',
        { row, column: 'role', value: role },
        `“${userSourcedId}” is a ${earlier.role} of this class in row ${earlier.row} and a ${role} here.`,
        'Keep the right one of the two rows.',
      );
    roles.set(key, { role, row });
  }
}

/**
 * Reads and checks a OneRoster 1.1 CSV set: file name (such as `users.csv`) → bytes. Touches nothing but its arguments, so that it
 * runs in a browser's worker as well as on the server. References are looked at once every file could be read.
 */
export function readRoster(given: ReadonlyMap<string, Uint8Array>): ReadRoster {
  const findings = new Findings();
  const names = new Set(given.keys());
  const tables = new Map<string, Table>();
  for (const [file, bytes] of given)
    if (file === 'manifest.csv' || fileNames.some((name) => file === `${name}.csv`)) {
      const table = readTable(file, bytes, findings);
      if (table) tables.set(file, table);
    }
  const manifest = tables.get('manifest.csv');
  if (manifest) checkManifest(manifest, names, findings);
  else if (!names.has('manifest.csv'))
    findings.add('manifest.csv', {}, 'The manifest is missing.', 'Upload every file of the export, manifest.csv with them.');
  const roster = {} as Record<FileName, unknown[]>;
  for (const name of fileNames) {
    const table = tables.get(`${name}.csv`);
    if (!table && manifest === undefined && !names.has(`${name}.csv`))
      findings.add(`${name}.csv`, {}, 'The file is missing.', 'Upload every file of the export.');
    roster[name] = table ? checkRows(name, table, findings) : [];
  }
  if (findings.total === 0) checkReferences(roster as unknown as Roster, findings);
  return findings.total === 0
    ? { roster: roster as unknown as Roster, findings: [], total: 0 }
    : { roster: null, findings: findings.list, total: findings.total };
}
