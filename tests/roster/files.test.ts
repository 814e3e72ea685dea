import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { checkRoster } from '../../common/roster/checkRoster.ts';
import { errorColumns, isErrorColumn } from '../../common/roster/errorColumn.ts';
import { errorFile } from '../../common/roster/errorFile.ts';
import { Findings } from '../../common/roster/findings.ts';
import { openFiles } from '../../common/roster/openFiles.ts';
import type { Reading } from '../../common/roster/reading.ts';
import { writeSimple } from '../../common/roster/simpleForm.ts';
import { fileOfBlob, fileOfBytes, type RosterFile } from '../../common/roster/source.ts';
import { straightLine } from '../../contract/plainLine.ts';
import { simpleFields } from '../../contract/rostering/job.ts';
import { m } from '../../src/paraglide/messages.js';
import { simpleWorkbook } from '../../src/services/rostering/rosterWorkbook.ts';
import { list, one, uploads } from './files.ts';
import { bytesOf, wordsOf } from './words.ts';

const read = (files: [string, Uint8Array][], options = {}) =>
  checkRoster(
    files.map(([name, bytes]) => fileOfBytes(name, bytes)),
    { today: '2030-01-15', ...options },
  );
const messages = ['en', 'es'].map(
  (language) => JSON.parse(readFileSync(`messages/${language}/rosterFindings.json`, 'utf8')) as Record<string, string>,
);

/** Fields of lists of new ids, which a student list does not have. */
const ofOtherLists = { sourced_id: '', new_user_name: '', new_sourced_id: '' };

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
      const { findings } = await checkRoster(given, { today: '2030-01-15', ...options });
      expect(findings.list.map(wordsOf), name).toEqual(verdict);
    }
  });

  it('reads the workbook to fill in as what was filled in, zeros and formulas too, and an empty one as one without rows', async () => {
    const row = { student_id: '000101', user_name: 'maya', first_name: 'Maya', last_name: '=1+1', grade: '06', class_name: 'Science, 2nd' };
    const bytes = async (rows: (typeof row)[]) => new Uint8Array(await (await simpleWorkbook(simpleFields, rows)).arrayBuffer());
    const filled = await read([['students.xlsx', await bytes([row])]]);
    expect(filled.findings.list).toEqual([]);
    expect(filled.check.header).toEqual(simpleFields);
    const rows = filled.roster?.form === 'simple' ? (await Array.fromAsync(filled.roster.rows())).flat() : [];
    expect(rows).toEqual([{ row: 2, email: '', period: '', school_name: '', ...ofOtherLists, ...row, grade: '6' }]);
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
  const field = fc.string({ unit: fc.constantFrom(...'aZé9 ",;\n=+-@\t\u202E\u200F’') }).map((text) => text.trim());
  it('come back as they were written, as straight lines', async () => {
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
          const straight = (row: object) => Object.fromEntries(Object.entries(row).map(([name, text]) => [name, straightLine(text)]));
          expect(again).toEqual(whole.map((row) => ({ ...ofOtherLists, ...straight(row) })));
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
  const say = ({ code, params }: { code: string; params: object }) =>
    Object.keys(params).length > 0 ? `${code} ${JSON.stringify(params)}` : code;
  /** Writes the file with its errors. */
  const write = async (bytes: string | Uint8Array, options: Partial<Reading> = {}, name = 'students.csv') => {
    const source = fileOfBytes(name, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    const { findings } = await checkRoster([source], options);
    const [table] = await openFiles([source], new Findings());
    let out = '';
    if (table)
      for await (const piece of errorFile(table, { mends: [], mapping: null, ...options }, findings.byRow, say, errorColumns.en))
        out += piece;
    return out;
  };
  const rowsOf = (text: string) => Papa.parse<string[]>(text.trim()).data;
  const again = (text: string) => read([['students-errors.csv', new TextEncoder().encode(text)]]);
  const peopleIn = async ({ roster }: Awaited<ReturnType<typeof read>>) => {
    if (roster?.form !== 'simple') throw new Error('not read');
    const all = [];
    for await (const some of roster.rows()) all.push(...some.map(({ row: _, ...one }) => one));
    return all;
  };

  it('has every row as it was, behind what is wrong with it', async () => {
    const rows = rowsOf(await write(`${list.replace('Maya,', ',')}000104,kim,Kim\n`));
    expect(rows.map((row) => row[0]?.replace(/ \{.*/, ''))).toEqual([m.rostering_reason(), 'required', '', '', 'rowCut']);
    expect(rows[4]?.slice(1)).toEqual(['000104', 'kim', 'Kim']);
    expect(rows.slice(1, 4).map((row) => row.slice(1))).toEqual(rowsOf(list.replace('Maya,', ',')).slice(1));
  });
  it('runs no formula in a spreadsheet, and takes back what keeps it from running', async () => {
    const given = "user_name,first_name,last_name\nmaya,=1+1,@SUM(A1)\nben,'=2,\n";
    const text = await write(given);
    expect(rowsOf(text)[1]?.slice(2)).toEqual(["'=1+1", "'@SUM(A1)"]);
    const mended = text.replace("'=2,", "'=2,Ng");
    expect(await peopleIn(await again(mended))).toMatchObject([
      { first_name: '=1+1', last_name: '@SUM(A1)' },
      { first_name: '=2', last_name: 'Ng' },
    ]);
  });
  it('is the list again once it is mended, however often it went to and fro', async () => {
    const broken = list.replace('Maya,', ',').replace('leo', 'maya');
    const first = await write(broken);
    expect((await again(first)).check.errors).toBe(2);
    const second = await write(first);
    expect(rowsOf(second)[0]?.filter((name) => isErrorColumn(name))).toHaveLength(1);
    const mended = second.replace(/(maya),,/, '$1,Maya,').replace(/(000102),maya/, '$1,leo');
    const { check, roster, findings } = await again(mended);
    expect(check.groups).toEqual([]);
    const good = await read([['students.csv', new TextEncoder().encode(list)]]);
    expect(check.header).toEqual(good.check.header);
    expect(await peopleIn({ check, roster, findings, pending: new Map() })).toEqual(await peopleIn(good));
  });
  it('says what is wrong with every row, however many there are', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => `u${index},,Ng`).join('\n');
    const rows = rowsOf(await write(`user_name,first_name,last_name\n${many}\n`));
    expect(rows).toHaveLength(2001);
    expect(rows.slice(1).every(([why]) => why === 'required')).toBe(true);
    const twins = Array.from({ length: Findings.mostSorts + 10 }, (_, index) => `u${index},A,Ng\nu${index},B,Ng`).join('\n');
    const told = rowsOf(await write(`user_name,first_name,last_name\n${twins}\n`)).slice(1);
    expect(told.filter(([why]) => why !== '')).toHaveLength(Findings.mostSorts + 10);
    expect(told.at(-1)?.[0]).toBe('notListed');
  });
  it.each(messages.map((words, index) => [['en', 'es'][index] as 'en' | 'es', words] as const))(
    'knows its column in %s',
    async (language) => {
      const words = JSON.parse(readFileSync(`messages/${language}/rostering.json`, 'utf8')) as Record<string, string>;
      expect(words.rostering_error_column).toBe(errorColumns[language]);
      const { check } = await again(
        `user_name,first_name,last_name,${errorColumns[language]}\nmaya,Maya,Ng,\n,,,all of it\nben,Ben,Ng,why\n`,
      );
      expect(check).toMatchObject({ errors: 0, warnings: 0, header: ['user_name', 'first_name', 'last_name'] });
      expect(check.files[0]?.rows).toBe(2);
    },
  );
  it('keeps the header as it stands in the person’s file, whatever its columns are taken for', async () => {
    const mapping = { user_name: 'Kennung', first_name: 'Rufname', last_name: 'Zuname' };
    const text = await write('Kennung,Rufname,Zuname\nmaya,,Ng\n', { mapping });
    expect(rowsOf(text)[0]).toEqual([m.rostering_reason(), 'Kennung', 'Rufname', 'Zuname']);
    const mended = bytesOf({ 'students-errors.csv': text.replace(',maya,,', ',maya,Maya,') });
    expect((await read(await mended, { mapping })).check).toMatchObject({ errors: 0, mapping });
    // The mapping does not apply to another file, which is read by its column names.
    expect((await read(await bytesOf({ 'students.csv': list }), { mapping })).check.errors).toBe(0);
    const twice = 'user_name,first_name,last_name,last_name\nmaya,Maya,Ng,Li\n';
    expect(rowsOf(await write(twice, { mends: [{ kind: 'firstOfTwins', file: 'students.csv' }] }))[0]?.slice(1)).toEqual(
      twice.split('\n')[0]?.split(','),
    );
    const renamed = { kind: 'renameColumn', file: 'users.csv', from: 'userName', to: 'username' } as const;
    const users = (one['users.csv'] as string).replace('username', 'userName');
    expect(rowsOf(await write(users, { mends: [renamed] }, 'users.csv'))[0]).toContain('userName');
  });
  it.each([
    ['semicolons', 'user_name;first_name;last_name\nmaya;Maya;Ng\nben;;Ng\n'],
    ['a note for Excel', 'sep=;\nuser_name;first_name;last_name\nmaya;Maya;Ng\nben;;Ng\n'],
    ['another encoding', Uint8Array.from('user_name,first_name,last_name\nmaya,Maya,Pe\xf1a\nben,,Ng\n', (char) => char.charCodeAt(0))],
    ['damage', 'user_name,first_name,last_name\nmaya,Ma\0ya,Ng\nben,,Ng\n'],
    ['a quotation mark that is never closed', 'user_name,first_name,last_name\nmaya,Maya,Ng\nben,"Ben,Ng\nada,Ada,Lovelace\n'],
    ['a column that is there twice', 'user_name,first_name,last_name,last_name\nmaya,Maya,Ng,Ng\nben,Ben,Ng,Ng\n'],
    ['no columns that are known', 'Kennung,Rufname\nmaya,Maya\nben,Ben\n'],
    ['blank lines first', '\n\nuser_name,first_name,last_name\nmaya,Maya,Ng\nben,,Ng\n'],
  ])('holds every row of a file with %s', async (_what, bytes) => {
    const text = await write(bytes);
    expect(text).toMatch(/maya.*\r\n(.*\r\n)*.*ben/);
    expect(rowsOf(text)[0]?.[0]).toBe(m.rostering_reason());
    expect(rowsOf(text).some(([why]) => why !== '' && !isErrorColumn(why ?? ''))).toBe(true);
  });
  it('goes on behind a quotation mark that is never closed', async () => {
    const rows = rowsOf(await write('user_name,first_name,last_name\n"maya","Ma, ya",Ng\nben,"Ben,Ng\nada,Ada,Lovelace\n'));
    expect(rows.slice(1)).toEqual([
      ['', 'maya', 'Ma, ya', 'Ng'],
      [expect.stringContaining('quoteOpen'), 'ben', '"Ben', 'Ng'],
      ['', 'ada', 'Ada', 'Lovelace'],
    ]);
  });
});
