import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { originalCell, safeCell } from '../../common/csv/cells.ts';
import { csvOf } from '../../common/csv/write.ts';
import { Findings } from '../../common/roster/findings.ts';
import { openFiles } from '../../common/roster/openFiles.ts';
import { readTable } from '../../common/roster/readTable.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import { simpleFields } from '../../contract/rostering/job.ts';
import { filesUnder, root } from '../../scripts/kit.ts';
import { simpleWorkbook } from '../../src/services/rostering/rosterWorkbook.ts';

/** Text similar to what spreadsheets execute. */
const risky = fc.string({
  unit: fc.constantFrom(...`=+-@'＝＋－＠﹦\t\r\n \u00a0\u200b\u2060\ufeff\u202e"a1.,%e`),
  maxLength: 8,
});
/** A cell as a spreadsheet interprets it: without invisible characters. */
const asSeen = (cell: string) => cell.replace(/^[\s\p{Cf}\p{Cc}]+/u, '');
const isNumber = (cell: string) => /^[+-]\s?[\d.,]+(e[+-]?\d+)?\s?%?$/i.test(cell);

describe('a cell of a file for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['  =1+1', "'  =1+1"],
    ['\u200b@SUM(A1)', "'\u200b@SUM(A1)"],
    ['＝HYPERLINK("x")', '\'＝HYPERLINK("x")'],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['\tx', "'\tx"],
    ["'=1", "''=1"],
    ['-3.5', '-3.5'],
    ['+5', '+5'],
    ['-1,5', '-1,5'],
    ['- 7 %', '- 7 %'],
    ['-2e-7', '-2e-7'],
    ["O'Brien", "O'Brien"],
    ["'t Hooft", "'t Hooft"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j is saved as %j', (text, cell) => {
    expect(safeCell(text)).toBe(cell);
    expect(originalCell(cell)).toBe(text);
  });
  it('runs nothing, and is taken back as it was', () => {
    fc.assert(
      fc.property(fc.oneof(risky, fc.string({ unit: 'grapheme' })), (text) => {
        const cell = safeCell(text);
        if (!isNumber(cell)) expect(asSeen(cell)).not.toMatch(/^[=+\-@＝＋－＠﹦]/);
        expect(originalCell(cell)).toBe(text);
      }),
      { numRuns: 20_000 },
    );
  });
  it('comes back from a file that is imported again', async () => {
    const read = async (bytes: Uint8Array, name: string) => {
      const [source] = await openFiles([fileOfBytes(name, bytes)], new Findings());
      const rows: string[][] = [];
      for await (const page of readTable(source!, [], new Findings())) rows.push(...page.rows);
      return rows;
    };
    const cell = risky.filter((text) => text.trim() !== '' && !/[\r\n]/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const bytes = new TextEncoder().encode(csvOf([['a', 'b'], ...rows]));
        expect(await read(bytes, 'a.csv')).toEqual(rows);
      }),
      { numRuns: 300 },
    );
    const first_name = ['=1+1', '＝2', '-5', "'=x", '-Ana', 'Li'];
    const workbook = await simpleWorkbook(
      simpleFields,
      first_name.map((name) => ({ first_name: name })),
    );
    const names = (await read(new Uint8Array(await workbook.arrayBuffer()), 'a.xlsx')).map(
      (row) => row[simpleFields.indexOf('first_name')],
    );
    expect(names.slice(0, first_name.length)).toEqual(first_name);
  });
});

describe('files for spreadsheets', () => {
  it('are written in one place', () => {
    const writers = ['common', 'server', 'src'].flatMap(filesUnder).filter((file) => {
      if (!/\.tsx?$/.test(file) || file.startsWith('src/paraglide/')) return false;
      return /\bunparse\(|write-excel-file/.test(readFileSync(join(root, file), 'utf8'));
    });
    expect(writers.toSorted()).toEqual([
      'common/csv/book.ts',
      'common/csv/write.ts',
      // Reads a workbook; what it writes is never saved as a file.
      'common/roster/workbook.ts',
      // Writes the sample roster, which contains no user input.
      'server/sample/rosterFiles.ts',
      'src/services/rostering/rosterWorkbook.ts',
    ]);
  });
  it('quote what the standard says', () =>
    expect(Papa.parse(csvOf([['a"b', 'c,d', 'e\nf', ' g']])).data).toEqual([['a"b', 'c,d', 'e\nf', ' g']]));
});
