import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { checkRoster } from '../../common/roster/checkRoster.ts';
import { errorFile, safeCell } from '../../common/roster/errorFile.ts';
import { Findings } from '../../common/roster/findings.ts';
import { writeSimple } from '../../common/roster/simpleForm.ts';
import { fileOfBlob, fileOfBytes, type RosterFile } from '../../common/roster/source.ts';
import { simpleFields } from '../../contract/rostering.ts';
import { simpleWorkbook } from '../../src/services/rosterWorkbook.ts';
import { list, one, uploads } from './files.ts';
import { bytesOf, wordsOf } from './words.ts';

const read = (files: [string, Uint8Array][], options = {}) =>
  checkRoster(
    files.map(([name, bytes]) => fileOfBytes(name, bytes)),
    options,
  );
const messages = ['en', 'es'].map(
  (language) => JSON.parse(readFileSync(`messages/${language}/rosterFindings.json`, 'utf8')) as Record<string, string>,
);

describe('reading uploads', () => {
  it('has more than 120 of them, each told once', () => {
    expect(uploads.length).toBeGreaterThan(120);
    expect(new Set(uploads.map((upload) => upload.name)).size).toBe(uploads.length);
  });

  it.each(uploads)('$name', async ({ files, options, verdict, mended }) => {
    const given = await bytesOf(files());
    const { findings, roster, check } = await read(given, options);
    expect(findings.list.map(wordsOf)).toEqual(verdict);
    const isGood = verdict.every((words) => words.startsWith('~'));
    expect(roster !== null).toBe(isGood);
    expect([check.errors, check.warnings]).toEqual([
      findings.list.filter((one) => one.severity === 'error').length,
      verdict.filter((words) => words.startsWith('~')).length,
    ]);
    for (const { code, params } of findings.list)
      for (const texts of messages)
        for (const key of [`roster_why_${code}`, `roster_do_${code}`]) {
          expect(Object.keys(texts), key).toContain(key);
          for (const [, name] of (texts[key] as string).matchAll(/\{(\w+)\}/g)) expect(params, key).toHaveProperty(name as string);
        }
    const mends = findings.list.flatMap((finding) => finding.mends.slice(0, 1));
    expect(mends.length > 0).toBe(mended !== undefined);
    if (mended) expect((await read(given, { ...options, mends })).findings.list.map(wordsOf)).toEqual(mended);
  });

  it('comes to the same verdict from files that a browser hands over, piece by piece', async () => {
    for (const { name, files, options, verdict } of uploads) {
      const given = (await bytesOf(files())).map(([name, bytes]): RosterFile => {
        const file = fileOfBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
        return { ...file, read: async (from, to) => (await file.read(from, to)).slice() };
      });
      const { findings } = await checkRoster(given, options);
      expect(findings.list.map(wordsOf), name).toEqual(verdict);
    }
  });

  it('reads the workbook to fill in as what was filled in, zeros and formulas too, and an empty one as one without rows', async () => {
    const row = { student_id: '000101', user_name: 'maya', first_name: 'Maya', last_name: '=1+1', grade: '06', class_name: 'Science, 2nd' };
    const bytes = async (rows: (typeof row)[]) => new Uint8Array(await (await simpleWorkbook(rows)).arrayBuffer());
    const filled = await read([['students.xlsx', await bytes([row])]]);
    expect(filled.findings.list).toEqual([]);
    expect(filled.check.header).toEqual(simpleFields);
    const rows = filled.roster?.form === 'simple' ? (await Array.fromAsync(filled.roster.rows())).flat() : [];
    expect(rows).toEqual([{ row: 2, email: '', period: '', school_name: '', ...row, grade: '6' }]);
    const empty = await read([['students.xlsx', await bytes([])]]);
    expect(empty.findings.list.map(wordsOf)).toEqual(['noRows students.xlsx']);
  });

  it('does not care where the pieces of a file end', async () => {
    const text = `${list.replace('Núñez', '"Nú\r\nñez"')}`.replaceAll('\n', '\r\n');
    const whole = new TextEncoder().encode(text);
    const rows = async (size: number) => {
      const file = {
        name: 'students.csv',
        open: async function* () {
          for (let from = 0; from < whole.length; from += size) yield whole.subarray(from, from + size);
        },
      };
      const { readTable } = await import('../../common/roster/readTable.ts');
      const all: string[][] = [];
      for await (const { rows } of readTable(file, [], new Findings())) all.push(...rows);
      return all;
    };
    const wanted = await rows(whole.length);
    expect(wanted).toHaveLength(3);
    for (let size = 1; size < 40; size++) expect(await rows(size)).toEqual(wanted);
  });

  it('does not trip over any broken file', async () => {
    const text = one['users.csv'] as string;
    for (let cut = 0; cut < text.length; cut += 3) await read(await bytesOf({ ...one, 'users.csv': text.slice(0, cut) }));
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('students.csv', 'roster.zip', 'students.xlsx'),
        async (bytes, name) => {
          const { roster, findings } = await read([[name, bytes]]);
          expect(roster === null).toBe(findings.errors > 0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('tells the first 100 of one sort and counts the rest', async () => {
    const bad = `${one['users.csv']}${Array.from({ length: 2000 }, (_, n) => `x${n},true,s,pupil,u${n},A,B,,\n`).join('')}`;
    const { findings, check } = await read(await bytesOf({ ...one, 'users.csv': bad }));
    expect(findings.list).toHaveLength(100);
    expect(check.errors).toBe(2000);
    expect(check.groups).toEqual([{ file: 'users.csv', code: 'choice', column: 'role', severity: 'error', count: 2000 }]);
  });
});

describe('student lists', () => {
  const field = fc.string({ unit: fc.constantFrom(...'aZé9 ",;\n=+-@\t’') }).map((text) => text.trim());
  it('come back as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record(Object.fromEntries(simpleFields.map((name) => [name, field]))), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const whole = rows.map((row, index) => ({
            ...row,
            student_id: `n${index}`,
            user_name: `u${index}`,
            first_name: `F${index}`,
            last_name: 'L',
            class_name: `K${row.class_name}`,
            grade: '6',
          }));
          const { roster } = await read(await bytesOf({ 'students.csv': writeSimple(whole) }));
          if (roster?.form !== 'simple') throw new Error('not read');
          const again = [];
          for await (const some of roster.rows()) again.push(...some.map(({ row: _, ...one }) => one));
          expect(again).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });
  it('have a template that is read, and holds nothing', async () => {
    const { check } = await read(await bytesOf({ 'template.csv': writeSimple([]) }));
    expect(Object.keys(check.mapping).sort()).toEqual([...simpleFields].sort());
    expect(check.groups.map((group) => group.code)).toEqual(['noRows']);
  });
});

describe('the file with its errors', () => {
  const withErrors = async (text: string) => {
    const source = fileOfBytes('students.csv', new TextEncoder().encode(text));
    const { findings } = await checkRoster([source]);
    let out = '';
    const table = {
      name: source.name,
      open: async function* () {
        yield await source.read(0, source.size);
      },
    };
    for await (const piece of errorFile(table, [], findings.list, (finding) => finding.code, 'What is wrong')) out += piece;
    return Papa.parse<string[]>(out.trim()).data;
  };
  it('has every row, with what is wrong at its end', async () => {
    const rows = await withErrors(`${list.replace('Maya,', ',')}000104,kim,Kim\n`);
    expect(rows.map((row) => row.at(-1))).toEqual(['What is wrong', 'required', '', '', 'rowCut']);
    expect(rows[4]?.slice(0, 3)).toEqual(['000104', 'kim', 'Kim']);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([9]));
  });
  it('runs no formula in a spreadsheet', async () => {
    const rows = await withErrors('user_name,first_name,last_name\nmaya,=1+1,@SUM(A1)\n');
    expect(rows[1]?.slice(1, 3)).toEqual(["'=1+1", "'@SUM(A1)"]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r＝＋－＠ \u200Ba1') }), (text) => {
        expect(safeCell(text)).not.toMatch(/^[\s\u200B]*[=+\-@＝＋－＠]/u);
        expect(safeCell(text).endsWith(text)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});
