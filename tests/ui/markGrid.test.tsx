// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { type GridColumn, MarkGrid } from '../../src/ui/MarkGrid.tsx';
import { UiProvider } from '../../src/ui/UiProvider.tsx';

await import('../../src/ui/VirtualRows.tsx');

interface Row {
  id: number;
  name: string;
}

const followed: string[] = [];
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id, name: `Student ${id}` }));
const mark = (key: string, href: boolean): GridColumn<Row> => ({
  key,
  header: key,
  title: `Long ${key}`,
  value: ({ id }) => id,
  text: ({ id }) => `Wrong: ${id}`,
  mark: ({ id }) => ({ shape: 'cross', short: '4%', ...(href ? { href: `/answers/${id}` } : {}) }),
});
const columns: GridColumn<Row>[] = [
  { key: 'name', header: 'Student', value: ({ name }) => name, link: ({ id }) => `/student/${id}` },
  mark('Q1', true),
  { ...mark('Q2', false), href: '/question/2' },
];

function draw(rows: readonly Row[]) {
  return render(
    <UiProvider language="en" navigate={(path) => followed.push(path)}>
      <MarkGrid
        caption="Answers"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => String(id)}
        legend={[['cross', 'Wrong']]}
        fileName="answers"
        empty={<p>Nobody yet</p>}
      />
    </UiProvider>,
  );
}
const at = () => document.activeElement?.closest('[data-at]')?.getAttribute('data-at');

beforeEach(() => {
  followed.length = 0;
});

describe('a grid of shapes', () => {
  it('is one stop of the Tab key, and arrow keys go from cell to cell, headings too', async () => {
    const user = userEvent.setup();
    draw(rowsOf(30));
    const grid = screen.getByRole('grid', { name: 'Answers' });
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    expect(at()).toBe('0 0');
    const seen: (string | null | undefined)[] = [];
    for (const keys of [
      ...['{ArrowRight}', '{ArrowDown}', '{End}', '{ArrowRight}', '{PageDown}', '{Home}', '{Control>}{End}{/Control}', '{ArrowDown}'],
      ...['{Control>}{Home}{/Control}', '{ArrowUp}', '{ArrowLeft}', '{PageDown}', '{PageUp}'],
    ]) {
      await user.keyboard(keys);
      seen.push(at());
    }
    expect(seen).toEqual(['0 1', '1 1', '1 2', '1 2', '11 2', '11 0', '29 2', '29 2', '-1 0', '-1 0', '-1 0', '9 0', '-1 0']);
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('opens the link of a cell, of a row and of a heading with Enter, and goes on from a cell that was pressed', async () => {
    const user = userEvent.setup();
    draw(rowsOf(3));
    const cell = within(screen.getAllByRole('row')[2] as HTMLElement).getAllByRole('gridcell')[1] as HTMLElement;
    await user.click(cell);
    await user.keyboard('{ArrowLeft}{Enter}{ArrowLeft}{Enter}{Control>}{Home}{/Control}{End}{Enter}');
    expect(followed).toEqual(['/answers/1', '/student/1', '/question/2']);
  });

  it('has the words of each shape in its cell, and writes the cell with the focus or under the pointer below', () => {
    draw(rowsOf(3));
    const [, row] = screen.getAllByRole('row');
    const cells = within(row as HTMLElement).getAllByRole('gridcell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Wrong: 0', 'Wrong: 0']);
    // A short header is named in full.
    expect(screen.getByRole('link', { name: 'Q2: Long Q2' })).toBeTruthy();
    expect(screen.getByText(m.ui_grid_help())).toBeTruthy();
    fireEvent.pointerOver(cells[1] as HTMLElement);
    expect(screen.getByText('Student 0 · Long Q2: Wrong: 0')).toBeTruthy();
    fireEvent.focusIn(screen.getByRole('link', { name: 'Student 1' }));
    expect(screen.getByText('Student 1', { selector: 'p' })).toBeTruthy();
  });

  it('says what to do without rows', () => {
    draw([]);
    expect(screen.getByText('Nobody yet')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('above 100 rows draws those in sight, keeps the cell with the focus, and has all of them on paper', async () => {
    draw(rowsOf(101));
    const grid = screen.getByRole('grid');
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60));
    expect(grid.getAttribute('aria-rowcount')).toBe('102');
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getAllByRole('row')).toHaveLength(102);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60));
  });

  it('keeps a place when rows become fewer', () => {
    const { rerender } = draw(rowsOf(3));
    (document.querySelector('[data-at="2 1"]') as HTMLElement).focus();
    rerender(
      <UiProvider language="en" navigate={() => undefined}>
        <MarkGrid
          caption="Answers"
          rows={rowsOf(1)}
          columns={columns}
          rowKey={({ id }) => String(id)}
          legend={[]}
          fileName="a"
          empty={null}
        />
      </UiProvider>,
    );
    expect(screen.getByRole('grid').querySelector('[tabindex="0"]')?.getAttribute('data-at')).toBe('0 1');
  });
});
