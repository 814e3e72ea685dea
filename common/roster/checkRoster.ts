import type { RosterCheck } from '../../contract/rostering/job.ts';
import { checkOneRoster, openOneRoster } from './checkOneRoster.ts';
import { Findings } from './findings.ts';
import { tableOfFile } from './oneRoster.ts';
import { isNamedList, openFiles } from './openFiles.ts';
import { type Checked, checked, noCheck, type Reading, type Roster } from './reading.ts';
import { readTable } from './readTable.ts';
import { checkSimple, openSimple } from './simpleForm.ts';
import type { RosterFile, TableSource } from './source.ts';
import { defaultLimits } from './unzip.ts';
import { workbooksHere } from './workbook.ts';

const listsOf = (sources: readonly TableSource[]) => sources.filter(({ name, isTable }) => isTable || isNamedList(name));

/** Whether a single file is a student list despite having the name of a OneRoster table: its rows have no sourced ids. */
async function isList(sources: readonly TableSource[], mends: Reading['mends']): Promise<boolean> {
  const [only, another] = sources;
  if (!only || another || tableOfFile(only.name) === 'manifest') return false;
  for await (const { header } of readTable(only, mends, new Findings())) return !header.some((name) => /^sourced[\s_]?id$/i.test(name));
  return true;
}

/**
 * Reads and checks an upload: a student list (CSV or XLSX), or a OneRoster set (files or a zip). Has no side effects, so that a browser's
 * worker and the server reach the same result.
 */
export async function checkRoster(
  files: readonly RosterFile[],
  { mends = [], mapping = null, mode = 'add', leave_out = false, today = '' }: Partial<Reading> = {},
  workbooks = workbooksHere,
): Promise<Checked> {
  const findings = new Findings();
  const sources = await openFiles(files, findings, defaultLimits, workbooks);
  if (findings.errors > 0) return checked(noCheck, findings, null);
  const tables = sources.filter(({ name }) => tableOfFile(name) !== undefined);
  if (tables.length > 0 && !(await isList(sources, mends))) return checkOneRoster(sources, { mends, today }, findings);
  const [list, another] = listsOf(sources);
  if (another) findings.error('formsMixed', another.name);
  else if (list) return checkSimple(list, { mends, mapping, mode, leave_out, today }, findings);
  else findings.error('formUnknown', sources[0]?.name ?? '');
  return checked(noCheck, findings, null);
}

/** Opens a checked upload to read its rows without checking them again. `leftOut`: rows of a list that have errors. */
export async function openRoster(
  files: readonly RosterFile[],
  { mends = [] }: Partial<Reading>,
  check: RosterCheck,
  workbooks = workbooksHere,
  leftOut: ReadonlySet<number> = new Set(),
): Promise<Roster> {
  const sources = await openFiles(files, new Findings(), defaultLimits, workbooks);
  if (check.form === 'oneRoster') return openOneRoster(sources, check, mends);
  const [list] = listsOf(sources);
  if (!list) throw new Error('The upload is not there any more.');
  return openSimple(list, { mends }, check.mapping, leftOut);
}
