// @vitest-environment jsdom

import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { DataTable, type TableColumn } from '../../src/ui/DataTable.tsx';
import { readTableState, selectRows, type TableState, tableCells, toCsv, toggleRows, writeTableState } from '../../src/ui/tableState.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';

// Loads popups up front: on a busy machine, loading on first press takes longer than a test waits.
await import('../../src/ui/PopoverPanel.tsx');

interface Row {
  id: string;
  name: string;
  score: number | null;
  note: string;
}

const rows: Row[] = [
  { id: '1', name: 'Ávila, Ana', score: 9, note: 'says "hi", often' },
  { id: '2', name: 'Brown, Isla', score: null, note: '=1+1' },
  { id: '3', name: 'Chen, Li', score: 10, note: '-3.5' },
  { id: '4', name: 'Diaz, Leo', score: 87, note: 'two\nlines' },
];

const columns: TableColumn<Row>[] = [
  { key: 'name', header: 'Student', value: ({ name }) => name, isRowHeader: true, look: (text) => <b>{text}</b> },
  { key: 'score', header: 'Score', value: ({ score }) => score, text: ({ score }) => (score === null ? '–' : `${score} %`), align: 'end' },
  { key: 'note', header: 'Note', value: ({ note }) => note },
];

const state = (part: Partial<TableState> = {}): TableState => ({ sort: null, filter: '', hidden: [], ...part });

function Screen({ list = rows, onSelect = () => undefined }: { list?: Row[]; onSelect?: (keys: string[]) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <UiProvider language="en" navigate={() => undefined}>
      <DataTable
        caption="Scores"
        rows={list}
        columns={columns}
        rowKey={({ id }) => id}
        fileName="scores"
        empty={<p>Import a roster first.</p>}
        selected={selected}
        onSelectedChange={(next) => {
          setSelected(next);
          onSelect([...next].sort());
        }}
        bulkActions={<button type="button">Remind</button>}
      />
    </UiProvider>
  );
}

/** The text of the table on screen: header and cells, without the checkbox column. */
const onScreen = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].slice(1).map((cell) => cell.textContent));

/** The cells as in a file: plain scores. */
const plainly = (cells: (string | null)[][]) => cells.map((row) => row.map((text) => text?.replace(/ %$|^–$/, '')));

const names = () =>
  onScreen()
    .slice(1)
    .map(([name]) => name);

describe('selector', () => {
  test('sorts numbers as numbers, text by the language, blanks last in both directions', () => {
    const by = (key: string, isDescending = false) =>
      selectRows(rows, columns, state({ sort: { key, isDescending } }), 'es').rows.map(({ id }) => id);
    expect(by('score')).toEqual(['1', '3', '4', '2']);
    expect(by('score', true)).toEqual(['4', '3', '1', '2']);
    expect(by('name')).toEqual(['1', '2', '3', '4']);
    expect(by('name', true)).toEqual(['4', '3', '2', '1']);
  });

  test('finds every word without regard to case and accents, and only in shown columns', () => {
    const find = (filter: string, hidden: string[] = []) =>
      selectRows(rows, columns, state({ filter, hidden }), 'en').rows.map(({ id }) => id);
    expect(find('AVILA ana')).toEqual(['1']);
    expect(find('87 %')).toEqual(['4']);
    expect(find('lines')).toEqual(['4']);
    expect(find('lines', ['note'])).toEqual([]);
    expect(find('   ')).toHaveLength(4);
  });

  test('leaves the rows it was given as they were', () => {
    const before = rows.map(({ id }) => id);
    selectRows(rows, columns, state({ sort: { key: 'score', isDescending: true } }), 'en');
    expect(rows.map(({ id }) => id)).toEqual(before);
  });

  test('CSV quotes, keeps lines and negative numbers, and defuses formulas', async () => {
    const csv = await toCsv(tableCells(rows, columns));
    expect(csv).toBe(
      '\uFEFFStudent,Score,Note\r\n"Ávila, Ana",9,"says ""hi"", often"\r\n"Brown, Isla",,\'=1+1\r\n"Chen, Li",10,-3.5\r\n"Diaz, Leo",87,"two\nlines"',
    );
    const risky = await toCsv([['+cmd|calc', '@SUM(A1)', '\t=1', '-2+3', '+5', '-1,5', '- 7 %']]);
    expect(risky).toBe("\uFEFF'+cmd|calc,'@SUM(A1),'\t=1,'-2+3,+5,\"-1,5\",- 7 %");
  });

  test('a range sets every row between to what the first was set to', () => {
    const order = ['a', 'b', 'c', 'd', 'e'];
    expect([...toggleRows(order, new Set(['b']), 'd', 'b')].sort()).toEqual(['b', 'c', 'd']);
    expect([...toggleRows(order, new Set(['a', 'b', 'c', 'd']), 'b', 'e')].sort()).toEqual(['a']);
    expect([...toggleRows(order, new Set(['a']), 'a', null)]).toEqual([]);
    expect([...toggleRows(order, new Set(), 'c', 'gone')]).toEqual(['c']);
  });

  test('the address keeps the state, and only what differs from the start', () => {
    const initial = state({ sort: { key: 'name', isDescending: false } });
    const there = state({ sort: { key: 'score', isDescending: true }, filter: 'a & b', hidden: ['note', 'score'] });
    const params = writeTableState(new URLSearchParams('tab=2'), there, initial, 's.');
    expect(params.get('tab')).toBe('2');
    expect(readTableState(new URLSearchParams(params.toString()), initial, 's.')).toEqual(there);
    expect(writeTableState(params, initial, initial, 's.').toString()).toBe('tab=2');
    const unsorted = state();
    expect(readTableState(writeTableState(new URLSearchParams(), unsorted, initial), initial)).toEqual(unsorted);
  });
});

describe('table', () => {
  test('sorts by a header, tells so, and turns round on the second press', async () => {
    const user = userEvent.setup();
    render(<Screen />);
    const header = () => screen.getByRole('columnheader', { name: 'Score' });
    expect(header().getAttribute('aria-sort')).toBeNull();
    await user.click(within(header()).getByRole('button'));
    expect(header().getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['Ávila, Ana', 'Chen, Li', 'Diaz, Leo', 'Brown, Isla']);
    await user.click(within(header()).getByRole('button'));
    expect(header().getAttribute('aria-sort')).toBe('descending');
    expect(names()).toEqual(['Diaz, Leo', 'Chen, Li', 'Ávila, Ana', 'Brown, Isla']);
  });

  test('filters, says how many are left, and gives all back from the empty state', async () => {
    const user = userEvent.setup();
    render(<Screen />);
    await user.type(screen.getByRole('searchbox'), 'chen');
    expect(names()).toEqual(['Chen, Li']);
    expect(screen.getByText('1 of 4 rows')).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'xx');
    expect(names()).toEqual([]);
    await user.click(screen.getByRole('button', { name: m.ui_table_filter_clear() }));
    expect(names()).toHaveLength(4);
  });

  test('selects a stretch with Shift and the mouse, as it stands after sorting', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    render(<Screen onSelect={onSelect} />);
    await user.click(within(screen.getByRole('columnheader', { name: 'Score' })).getByRole('button'));
    await user.click(screen.getByRole('checkbox', { name: 'Select Chen, Li' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Brown, Isla' }));
    await user.keyboard('{/Shift}');
    expect(onSelect).toHaveBeenLastCalledWith(['2', '3', '4']);
    expect(screen.getByText('3 selected')).toBeTruthy();
    expect((screen.getByRole('checkbox', { name: /all rows/ }) as HTMLInputElement).indeterminate).toBe(true);
    await user.click(screen.getByRole('button', { name: m.ui_table_select_none() }));
    expect(onSelect).toHaveBeenLastCalledWith([]);
  });

  test('selects by keyboard: arrows move, Shift and arrows extend and take back, Shift and Space fill, Ctrl A takes all', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    render(<Screen onSelect={onSelect} />);
    const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
    box('Ávila, Ana').focus();
    await user.keyboard(' ');
    expect(onSelect).toHaveBeenLastCalledWith(['1']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(document.activeElement).toBe(box('Chen, Li'));
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3']);
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(box('Diaz, Leo'));
    await user.keyboard('{Shift>} {/Shift}');
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3', '4']);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(box('Diaz, Leo'));
    await user.click(screen.getByRole('checkbox', { name: /all rows/ }));
    expect(onSelect).toHaveBeenLastCalledWith([]);
    box('Chen, Li').focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3', '4']);
  });

  test('the CSV file is the screen, with numbers to count with, after sorting, filtering and hiding a column', async () => {
    const user = userEvent.setup();
    let file: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file = blob as Blob;
      return 'blob:test';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    render(<Screen />);
    await user.click(within(screen.getByRole('columnheader', { name: 'Score' })).getByRole('button'));
    await user.type(screen.getByRole('searchbox'), 'i');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Note' }));
    await user.keyboard('{Escape}');
    const shown = onScreen();
    expect(shown[0]).toEqual(['Student', 'Score']);
    expect(shown.length).toBeGreaterThan(2);
    await user.click(screen.getByRole('button', { name: m.ui_table_csv() }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('scores.csv');
    const { default: papa } = await import('papaparse');
    const text = new TextDecoder().decode(await file?.arrayBuffer());
    expect(papa.parse(text).data).toEqual(plainly(shown));
  });

  test('the column that names the row cannot be hidden, and says why', async () => {
    const user = userEvent.setup();
    render(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const fixed = screen.getByRole('checkbox', { name: 'Student' }) as HTMLInputElement;
    expect(fixed.disabled).toBe(true);
    expect(screen.getByText(m.ui_table_column_fixed())).toBeTruthy();
  });

  test('says what to do when there is nothing, with neither filter nor CSV', () => {
    render(<Screen list={[]} />);
    expect(screen.getByText('Import a roster first.')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: m.ui_table_csv() })).toBeNull();
  });

  test('above 100 rows draws those in sight, still counts all, and has all on paper as in the CSV file', async () => {
    const user = userEvent.setup();
    let file: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file = blob as Blob;
      return 'blob:test';
    });
    const many = Array.from({ length: 500 }, (_, at) => ({ id: String(at), name: `Student <b>${at}</b>`, score: at % 7, note: `${at}` }));
    render(<Screen list={many} />);
    const table = screen.getByRole<HTMLTableElement>('table');
    const isOnScreen = () => [...(table.tBodies[0]?.rows ?? [])].length;
    expect(table.getAttribute('aria-rowcount')).toBe('501');
    await waitFor(() => expect(isOnScreen()).toBeLessThan(100));
    await user.click(within(screen.getByRole('columnheader', { name: 'Score' })).getByRole('button'));
    const seen = isOnScreen();
    await user.click(screen.getByRole('button', { name: m.ui_table_csv() }));
    await waitFor(() => expect(file).toBeDefined());
    expect(table.tBodies).toHaveLength(1);
    window.dispatchEvent(new Event('beforeprint'));
    const words = (row: HTMLTableRowElement, from: number) => [...row.cells].slice(from).map(({ textContent }) => textContent);
    const [head] = table.tHead?.rows ?? [];
    const paper = [words(head as HTMLTableRowElement, 1), ...[...(table.tBodies[1]?.rows ?? [])].map((row) => words(row, 0))];
    expect(paper).toHaveLength(501);
    const { default: papa } = await import('papaparse');
    expect(papa.parse(new TextDecoder().decode(await file?.arrayBuffer())).data).toEqual(plainly(paper));
    // The screen stays unchanged in the meantime.
    expect(isOnScreen()).toBe(seen);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(table.tBodies).toHaveLength(1);
  });
});
