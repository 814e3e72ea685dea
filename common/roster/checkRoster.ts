import type { RosterCheck } from '../../contract/rostering.ts';
import { checkOneRoster, openOneRoster } from './checkOneRoster.ts';
import { Findings } from './findings.ts';
import { tableOfFile } from './oneRoster.ts';
import { defaultLimits, openFiles } from './openFiles.ts';
import { type Checked, checked, noCheck, type Reading, type Roster } from './reading.ts';
import { checkSimple, openSimple } from './simpleForm.ts';
import type { RosterFile, TableSource } from './source.ts';

const listsOf = (sources: readonly TableSource[]) => sources.filter(({ name }) => /\.(csv|txt|tsv|xlsx)$/i.test(name));

/**
 * Reads and checks an upload: a student list (CSV or XLSX), or a OneRoster set (files or a zip). Touches nothing but its arguments, so
 * that a browser's worker and the server come to the same verdict.
 */
export async function checkRoster(
  files: readonly RosterFile[],
  { mends = [], mapping = null }: Partial<Reading> = {},
  limits = defaultLimits,
): Promise<Checked> {
  const findings = new Findings();
  const sources = await openFiles(files, findings, limits);
  if (findings.errors > 0) return checked(noCheck, findings, null);
  const tables = sources.filter(({ name }) => tableOfFile(name) !== undefined);
  if (tables.length > 0) return checkOneRoster(sources, mends, findings);
  const [list, another] = listsOf(sources);
  if (another) findings.error('formsMixed', another.name);
  else if (list) return checkSimple(list, { mends, mapping }, findings);
  else findings.error('formUnknown', sources[0]?.name ?? '');
  return checked(noCheck, findings, null);
}

/** Opens an upload that was checked before, to read its rows without checking them again. */
export async function openRoster(
  files: readonly RosterFile[],
  { mends = [], mapping = null }: Partial<Reading>,
  check: RosterCheck,
): Promise<Roster> {
  const sources = await openFiles(files, new Findings());
  if (check.form === 'oneRoster') return openOneRoster(sources, check, mends);
  const [list] = listsOf(sources);
  if (!list) throw new Error('The upload is not there any more.');
  return openSimple(list, { mends, mapping });
}
