import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call, DataOf } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import { tableCells } from '../../../src/ui/tableState.ts';
import { filterNames, type Say } from '../../../src/views/reports/declaration.ts';
import type { ReportScreen } from '../../../src/views/reports/reportScreen.tsx';
import { toColumn } from '../../../src/views/reports/units.ts';
import { fullName } from '../../../src/views/reports/words.ts';
import { addressOf } from '../../../src/views/screen.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute, route } from './atRoute.tsx';
import { cellsOf, savedBook, savedCsv } from './files.ts';
import { openScreen, shown } from './screen.tsx';

/** Expectations for a declared report, written by hand, independent of the declaration. */
export interface ReportExpectation<Data> {
  /** The reader: a person of the fixture, by name. */
  as: string;
  /** Adds the report's data to the fixture. Returns the ids for its address. */
  prepare: (backend: TestServer) => Promise<readonly number[]>;
  heading: string;
  /** The text of the table when it opens, header first. */
  table: readonly (readonly string[])[];
  /** Name and text of each figure. */
  figures?: Readonly<Record<string, string>>;
  /** The sentence that says who or what is missing. */
  missing?: string;
  /** The target of the first row. */
  leadsTo?: (data: Data) => string;
  /** Refused readers: a person by name, and the ids they try (default: the report's own). */
  refused: Readonly<Record<string, { as: string; ids?: readonly number[] }>>;
}

/**
 * Tests everything that a report declares against the reference backend: every column on the screen, sorted both ways, in CSV and workbook,
 * every figure, every point of its charts, every filter, the names that it hides, the link into a row and back, and who is refused.
 */
export function describeReport<Count extends number, C extends Call, Row, Key extends string>(
  Page: ReportScreen<Count, C, Row, Key>,
  expected: ReportExpectation<DataOf<C>>,
): void {
  const { declaration } = Page;
  const { columns, filters = {}, drill, students, sort } = declaration;
  const keys = Object.keys(columns) as Key[];
  const caption = declaration.caption();
  const say: Say = { language: 'en', timeZone: 'America/New_York', name: fullName, areNamesHidden: false };
  const open = async ({ as = expected.as, search = '', ids }: { as?: string; search?: string; ids?: readonly number[] } = {}) => {
    const opened = await openScreen();
    const own = await expected.prepare(opened.network.backend);
    await opened.signIn(as);
    say.timeZone = opened.session().getSnapshot().context.user?.time_zone ?? '';
    const address = addressOf(declaration, ...(ids ?? own));
    render(
      <AtRoute app={opened.app} address={address + search} path={`/authenticated/${declaration.path}`}>
        <Page />
      </AtRoute>,
    );
    const table = () => screen.findByRole('table', { name: caption });
    /** The response that the page shows. */
    const answer = async () => {
      const { user_puid: _, ...asked } = opened.network.made(declaration.call).at(-1) as Record<string, unknown>;
      return (await opened.app.send(declaration.call, asked as never)) as DataOf<C>;
    };
    return { ...opened, own, address, table, answer };
  };
  const heading = () => screen.findByRole('heading', { level: 1, name: expected.heading });
  const first = () => cellsOf(caption)[1];
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
  });

  describe(declaration.path, () => {
    it('shows its heading, figures, what is missing, and every column', async () => {
      const { table } = await open();
      await heading();
      await table();
      expect(cellsOf(caption)).toEqual(expected.table);
      const figures = [...document.querySelectorAll('dl > div')].map((one) => [...one.children].map(({ textContent }) => textContent));
      expect(Object.fromEntries(figures)).toEqual(expected.figures ?? {});
      if (expected.missing) shown(expected.missing);
    });

    it('saves what the screen shows, and numbers as numbers', async () => {
      const { table, answer } = await open();
      await table();
      const rows = declaration.rows(await answer());
      const order = cellsOf(caption)
        .slice(1)
        .map((cells) => cells.join());
      const all = keys.map((key) => toColumn(key, columns[key], say));
      const wordsOf = (row: Row) => all.map((column) => column.text?.(row) ?? '').join();
      const sorted = rows.toSorted((a, b) => order.indexOf(wordsOf(a)) - order.indexOf(wordsOf(b)));
      const cells = tableCells(sorted, all).map((row) => row.map(String));
      expect(await savedCsv()).toEqual(cells);
      expect(await savedBook()).toEqual(cells.slice(1));
    });

    it.each(keys)('sorts by %s both ways, in the address too', async (key) => {
      const { table } = await open();
      await table();
      const press = () => fireEvent.click(within(screen.getByRole('columnheader', { name: columns[key].header() })).getByRole('button'));
      const rows = () => cellsOf(caption).slice(1);
      const before = rows().map(String).sort();
      const seen = [0, 1].map(() => {
        press();
        expect(rows().map(String).sort()).toEqual(before);
        const filled = rows().flatMap((cells) => cells[keys.indexOf(key)] ?? []);
        return {
          sort: new URLSearchParams(route.path.split('?')[1]).get('sort') ?? sort,
          cells: filled.filter((text) => text !== m.reports_none()),
        };
      });
      expect(new Set(seen.map((one) => one.sort))).toEqual(new Set([key, `-${key}`]));
      expect(seen[1]?.cells).toEqual(seen[0]?.cells.toReversed());
    });

    const charts = declaration.chart === undefined ? [] : 'along' in declaration.chart ? [''] : Object.keys(declaration.chart);
    if (charts.length > 0)
      it.each(charts)('draws the numbers of the table %s', async (view) => {
        const { table, answer } = await open({ search: view ? `?view=${view}` : '' });
        await table();
        const chart = (view ? (declaration.chart as Record<string, unknown>)[view] : declaration.chart) as {
          title: () => string;
          series: readonly Key[];
          points?: unknown;
        };
        fireEvent.click(await screen.findByRole('radio', { name: m.ui_chart_table() }));
        const drawn = [
          ...within(screen.getByRole('region', { name: chart.title() }))
            .getByRole('table')
            .querySelectorAll('tr'),
        ].map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
        if (chart.points) return expect(drawn.length).toBeGreaterThan(1);
        const rows = declaration.rows(await answer());
        const missing = m.ui_chart_missing();
        expect(drawn.slice(1)).toEqual(
          rows.map((row) =>
            chart.series.map((key) => (columns[key].value(row, say) === null ? missing : toColumn(key, columns[key], say).text?.(row))),
          ),
        );
      });

    const choices = filterNames.filter((one) => filters[one]);
    if (choices.length > 0)
      it.each(choices)('narrows down by %s, in the address too, and shows everything again', async (name) => {
        const { table, answer } = await open();
        await table();
        const all = cellsOf(caption).length;
        const rows = declaration.rows(await answer());
        const filter = filters[name];
        const isOfRows = filter && 'of' in filter ? filter : null;
        const select = () =>
          document.querySelectorAll<HTMLSelectElement>('main select, select')[choices.indexOf(name)] as HTMLSelectElement;
        const options = [...select().options].filter(({ disabled }) => !disabled).slice(1);
        expect(options.length).toBeGreaterThan(0);
        for (const { value } of options) {
          fireEvent.change(select(), { target: { value } });
          await waitFor(() => expect(new URLSearchParams(route.path.split('?')[1]).get(name)).toBe(value));
          await table();
          expect(select().value).toBe(value);
          if (!isOfRows) continue;
          const belong = rows.filter((row) => [isOfRows.of(row)].flat().includes(value));
          expect(cellsOf(caption)).toHaveLength(belong.length + 1);
        }
        cleanup();
        const again = await open({ search: `?${name}=nothing-of-it` });
        if (isOfRows) {
          fireEvent.click(await screen.findByRole('button', { name: m.reports_filter_clear() }));
          await again.table();
          expect(cellsOf(caption)).toHaveLength(all);
        }
      });

    if (filters.period)
      it('asks for another period, and not for one that ends before it begins', async () => {
        const { table, network, address } = await open();
        await table();
        const made = () => network.made(declaration.call).length;
        const before = made();
        fireEvent.change(screen.getByLabelText(m.reports_period_to()), { target: { value: '2030-01-20' } });
        await waitFor(() => expect(made()).toBe(before + 1));
        fireEvent.change(screen.getByLabelText(m.reports_period_from()), { target: { value: '2030-01-21' } });
        shown(m.teacher_period_inverted());
        fireEvent.change(screen.getByLabelText(m.reports_period_from()), { target: { value: '2030-01-19' } });
        await waitFor(() => expect(made()).toBe(before + 2));
        expect(Object.values(network.made(declaration.call).at(-1) ?? {})).toEqual(expect.arrayContaining(['2030-01-19', '2030-01-20']));
        expect(route.path).toBe(`${address}?to=2030-01-20&from=2030-01-19`);
      });

    if (students)
      it('hides every name, on the screen, in the address and in the file', async () => {
        const { table, answer } = await open();
        await table();
        const names = students(await answer()).flatMap(({ first_name, last_name }) => [first_name, last_name]);
        fireEvent.click(screen.getByRole('switch', { name: m.reports_hide_names() }));
        const pattern = new RegExp(`\\b(${names.join('|')})\\b`);
        expect(document.body.textContent).not.toMatch(pattern);
        expect(JSON.stringify(await savedCsv())).not.toMatch(pattern);
        expect(within(await table()).queryByRole('link')).toBeNull();
        expect(route.path).toContain('names=hidden');
      });

    if (drill && expected.leadsTo)
      it('leads into a row, and comes back as it was', async () => {
        const { table, answer, address } = await open();
        await table();
        const before = first();
        const link = within(await table()).getAllByRole('link')[0] as HTMLAnchorElement;
        expect(link.getAttribute('href')).toBe(expected.leadsTo?.(await answer()));
        fireEvent.click(link);
        await waitFor(() => expect(route.path).toBe(link.getAttribute('href')));
        act(() => route.back());
        await table();
        expect(first()).toEqual(before);
        expect(route.path.startsWith(address)).toBe(true);
      });

    it.each(Object.entries(expected.refused))('is refused to %s', async (_, { as, ids }) => {
      await open({ as, ...(ids ? { ids } : {}) });
      await waitFor(() => shown(m.common_load_failed()));
      expect(screen.queryByRole('table', { name: caption })).toBeNull();
    });
  });
}
