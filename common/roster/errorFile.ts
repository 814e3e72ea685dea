import type { RowFinding } from '../../contract/rostering/job.ts';
import { csvOf } from '../csv/write.ts';
import { Findings, type Mend } from './findings.ts';
import type { Reading } from './reading.ts';
import { readTable } from './readTable.ts';
import type { TableSource } from './source.ts';

/** Header fixes are not applied, so that the header stays as it is in the person's file. */
const ofHeader: ReadonlySet<string> = new Set(['renameColumn', 'firstOfTwins'] satisfies Mend['kind'][]);
/** Maximum passes, each with one more fix applied. */
const mostTries = 8;

/** Fixes needed to read the rows of a table at all, if there is exactly one way. */
async function mendsToRead(source: TableSource, given: readonly Mend[]): Promise<readonly Mend[]> {
  let mends = given;
  for (let tries = 0; tries < mostTries; tries++) {
    const found = new Findings();
    for await (const { rows } of readTable(source, mends, found, true)) rows.length = 0;
    const needed = found.list.flatMap(({ code, mends: offered }) => (stopsReading.has(code) && offered.length === 1 ? offered : []));
    if (needed.length === 0) return mends;
    mends = [...mends, ...needed];
  }
  return mends;
}
const stopsReading: ReadonlySet<string> = new Set(['utf16', 'notUtf8', 'nul', 'sepLine', 'delimiter']);

/**
 * The same table with all rows and its header, behind a column with the errors of each row, to be fixed and uploaded again. Valid rows are
 * unchanged, and wrong ones stay wrong until somebody fixes them. `words` formats a finding in the reader's language. Errors of the whole
 * file go in a separate line before the rows; reading ignores that line and the column. Problems that prevented reading, such as the
 * encoding, are fixed by writing the file.
 */
export async function* errorFile(
  source: TableSource,
  { mends: given }: Pick<Reading, 'mends'>,
  findings: readonly RowFinding[],
  words: (finding: RowFinding) => string,
  columnName: string,
): AsyncGenerator<string> {
  const ofRow = new Map<number, RowFinding[]>();
  for (const finding of findings) {
    if (finding.file !== source.name) continue;
    for (const row of finding.rows) {
      const known = ofRow.get(row);
      if (known) known.push(finding);
      else ofRow.set(row, [finding]);
    }
  }
  const said = new Map<RowFinding, string>();
  const say = (all: readonly RowFinding[]) =>
    all
      .map((finding) => {
        const text = said.get(finding) ?? words(finding);
        said.set(finding, text);
        return text;
      })
      .join(' · ');
  const mends = await mendsToRead(
    source,
    given.filter(({ kind }) => !ofHeader.has(kind)),
  );
  let isBegun = false;
  for await (const { header, rows, first } of readTable(source, mends, new Findings(), true)) {
    const lines: string[][] = [];
    if (!isBegun) {
      isBegun = true;
      lines.push([columnName, ...header]);
      const ofFile = [...ofRow].filter(([row]) => row < first).flatMap(([, all]) => all);
      if (ofFile.length > 0) lines.push([say(ofFile), ...header.map(() => '')]);
    }
    for (const [index, values] of rows.entries()) if (values.length > 0) lines.push([say(ofRow.get(first + index) ?? []), ...values]);
    if (lines.length > 0) yield `${csvOf(lines)}\r\n`;
  }
}
