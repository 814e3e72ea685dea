import { fireEvent, screen, waitFor } from '@testing-library/react';
import Papa from 'papaparse';
import { expect, vi } from 'vitest';
import { Findings } from '../../../common/roster/findings.ts';
import { openFiles } from '../../../common/roster/openFiles.ts';
import { readTable } from '../../../common/roster/readTable.ts';
import { fileOfBytes } from '../../../common/roster/source.ts';
import { m } from '../../../src/paraglide/messages.js';
import { lookAgain } from '../../kit/page.ts';

/** The file saved by the nth button of this name. */
async function savedBy(name: string, at: number): Promise<Blob> {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    lookAgain();
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.revokeObjectURL = () => {};
  fireEvent.click(screen.getAllByRole('button', { name })[at] as HTMLElement);
  await waitFor(() => expect(files).toHaveLength(1));
  create.mockRestore();
  click.mockRestore();
  return files[0] as Blob;
}

/** The rows saved by the nth "Save as CSV" of the page, or another button. */
export async function savedCsv(at = 0, button = m.ui_table_csv()): Promise<string[][]> {
  const text = await (await savedBy(button, at)).text();
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data;
}

/** The rows saved by the nth "Save as spreadsheet" of the page, without the header, with every cell as text. */
export const savedBook = async (at = 0): Promise<string[][]> => bookRows(await savedBy(m.ui_table_book(), at));

/** The rows of a workbook, without the header, with every cell as text. */
export async function bookRows(book: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await book.arrayBuffer());
  const [source] = await openFiles([fileOfBytes('saved.xlsx', bytes)], new Findings());
  const rows: string[][] = [];
  for await (const page of readTable(source as NonNullable<typeof source>, [], new Findings())) rows.push(...page.rows);
  return rows;
}

/** The text of a table, without the boxes to tick. */
export const cellsIn = (table: Element): string[][] =>
  [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].filter((cell) => !cell.querySelector('input')).map((cell) => cell.textContent?.trim() ?? ''),
  );

/** The table with this name, also if it is drawn as a grid of shapes. */
export const tableCalled = (name: string): HTMLElement => screen.queryByRole('grid', { name }) ?? screen.getByRole('table', { name });

/** The text of the table with this name, without the boxes to tick. */
export const cellsOf = (name: string): string[][] => cellsIn(tableCalled(name));
