import Papa from 'papaparse';
import { type Finding, Findings, type Mend } from './findings.ts';
import { readTable } from './readTable.ts';
import type { TableSource } from './source.ts';

/** A cell that a spreadsheet would run as a formula: OWASP's signs and their full-width forms. */
const formula = /^[\s\u200B-\u200D\uFEFF]*[=+\-@\t\r＝＋－＠]/;
/** The cell as it may stand in a file that people open in a spreadsheet. */
export const safeCell = (value: string): string => (formula.test(value) ? `'${value}` : value);

/**
 * The same table with a column of what is wrong with each row, to correct and upload again. `words` says a finding in the reader's
 * language. What concerns the whole file stands in the first row.
 */
export async function* errorFile(
  source: TableSource,
  mends: readonly Mend[],
  findings: readonly Finding[],
  words: (finding: Finding) => string,
  columnName: string,
): AsyncGenerator<string> {
  const ofRow = Map.groupBy(
    findings.filter(({ file }) => file === source.name),
    ({ row }) => (row === null ? 1 : row),
  );
  const say = (row: number) => (ofRow.get(row) ?? []).map(words).join(' · ');
  let isBegun = false;
  const unheard = new Findings();
  for await (const { header, rows, first } of readTable(source, mends, unheard, true)) {
    const lines: string[][] = [];
    if (!isBegun) {
      isBegun = true;
      lines.push([...header, columnName]);
      if (ofRow.has(1)) lines.push([...header.map(() => ''), say(1)]);
    }
    for (const [index, values] of rows.entries()) {
      const even = [...values, ...Array.from({ length: Math.max(0, header.length - values.length) }, () => '')];
      if (values.length > 0) lines.push([...even, say(first + index)]);
    }
    if (lines.length > 0)
      yield `${Papa.unparse(
        lines.map((line) => line.map(safeCell)),
        { newline: '\r\n' },
      )}\r\n`;
  }
}
