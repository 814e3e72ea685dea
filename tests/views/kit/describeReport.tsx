import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { bookOf } from '../../../common/csv/book.ts';
import { safeCell } from '../../../common/csv/cells.ts';
import { addDays, dayIn } from '../../../common/day.ts';
import type { Call, DataOf } from '../../../contract/kit.ts';
import { plainLine } from '../../../contract/plainLine.ts';
import { m } from '../../../src/paraglide/messages.js';
import { setLocale } from '../../../src/paraglide/runtime.js';
import { tableCells, toCsv } from '../../../src/ui/tableState.ts';
import { type AnyTable, filterNames, type ReportChart, type ReportFilter, type Say } from '../../../src/views/reports/declaration.ts';
import { filterLabels, loadReport, type ReportScreen, tableOf } from '../../../src/views/reports/reportScreen.tsx';
import { textOf, toColumn } from '../../../src/views/reports/units.ts';
import { fullName } from '../../../src/views/reports/words.ts';
import { addressOf } from '../../../src/views/screen.ts';
import { naughty } from '../../kit/naughty.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute, route } from './atRoute.tsx';
import { bookRows, cellsIn, cellsOf, savedBook, savedCsv, tableCalled } from './files.ts';
import { openScreen, shown } from './screen.tsx';

/** Expectations for a declared report, written by hand, independent of the declaration. */
export interface ReportExpectation<Data> {
  /** The reader: a person of the fixture, by name. */
  as: string;
  /** Adds the report's data to the fixture. Returns the ids for its address. */
  prepare: (backend: TestServer) => Promise<readonly number[]>;
  heading: string;
  /** The text of the main table when it opens, header first. Absent if it has sections only. */
  table?: readonly (readonly string[])[];
  /** The text of the tables in sections, by caption. */
  sections?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Columns that are only in the main table's files: header and cells, in the order of the rows. */
  filed?: readonly (readonly string[])[];
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
 * The texts that the product accepts as a name: one line, without control characters. Left out are those with code points that are no
 * characters, or that stand for unreadable ones: the test's reader drops them.
 */
const oddNames = [...new Set(naughty.map((text) => plainLine(text.toWellFormed())))].filter(
  (name) => name.length > 0 && name.length <= 100 && !/\uFFFD|\p{NChar}/u.test(name),
);

/** A copy of a response in which everybody is called differently; the same person is called the same throughout. */
function renamed<Data>(data: Data, nameAt: (index: number) => string): { data: Data; count: number } {
  const given = new Map<string, string>();
  const rename = (name: string) => {
    if (!given.has(name)) given.set(name, nameAt(given.size));
    return given.get(name);
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (Object.prototype.toString.call(value) !== '[object Object]') return value;
    return Object.fromEntries(
      Object.entries(value as object).map(([key, inner]) => [
        key,
        /(^|_)name$/.test(key) && typeof inner === 'string' ? rename(`${key}: ${inner}`) : copy(inner),
      ]),
    );
  };
  return { data: copy(data) as Data, count: given.size };
}

/**
 * Tests everything that a report declares against the reference backend: every column of every table on the screen, sorted both ways, in
 * CSV and workbook, every figure, every point of its charts, every filter, the names that it hides, the link into a row and back, and who
 * is refused.
 */
export function describeReport<Count extends number, C extends Call, Row, Key extends string, More>(
  Page: ReportScreen<Count, C, Row, Key, More>,
  expected: ReportExpectation<DataOf<C> & More>,
): void {
  const { declaration } = Page;
  const { filters = {}, drill, students } = declaration;
  const main = declaration.caption?.();
  const captions = [...(main === undefined ? [] : [main]), ...Object.keys(expected.sections ?? {})];
  const first = captions[0] as string;
  const say: Say = {
    language: 'en',
    timeZone: 'America/New_York',
    reader: { userPuid: 0, role: 0 },
    name: fullName,
    areNamesHidden: false,
  };
  /** The tables of the page with their rows, in order, and the names of their states in the address. */
  const tablesIn = (data: DataOf<C> & More): (AnyTable & { prefix: string })[] => {
    const sections = Map.groupBy(declaration.sections?.of(data, say) ?? [], ({ isFirst = false }) => isFirst);
    const tablesOf = (isFirst: boolean) =>
      (sections.get(isFirst) ?? []).flatMap(({ key, tables = [] }) =>
        tables.map((table) => ({ ...table, prefix: `${key}.${table.key}.` })),
      );
    return [
      ...tablesOf(true),
      ...(declaration.rows === undefined
        ? []
        : [{ ...(tableOf(declaration, data, say) as unknown as AnyTable), key: '', rows: declaration.rows(data), prefix: '' }]),
      ...tablesOf(false),
    ];
  };
  const open = async ({ as = expected.as, search = '', ids }: { as?: string; search?: string; ids?: readonly number[] } = {}) => {
    const opened = await openScreen();
    const own = await expected.prepare(opened.network.backend);
    await opened.signIn(as);
    const { userPuid = 0, districtID: districtId = 0, role = 0, time_zone = '' } = opened.session().getSnapshot().context.user ?? {};
    Object.assign(say, { timeZone: time_zone, reader: { userPuid, role } });
    const address = addressOf(declaration, ...(ids ?? own));
    render(
      <AtRoute app={opened.app} address={address + search} path={`/authenticated/${declaration.path}`}>
        <Page />
      </AtRoute>,
    );
    const table = () => waitFor(() => tableCalled(first));
    /** The response that the page shows when it opens. */
    const answer = () => {
      const today = dayIn(opened.app.now(), time_zone);
      const { period } = filters;
      const [from, to] = period ? [addDays(today, -period.back), addDays(today, period.ahead)] : ['', ''];
      return loadReport(
        declaration,
        { ids: own as never, userPuid, districtId, today, from, to, query: new URLSearchParams(search).get('query') ?? '', chosen: {} },
        opened.app.send,
      );
    };
    /** The tables of the page, with everything open that can be. */
    const tables = async () => {
      await table();
      const all = tablesIn(await answer());
      for (const words of new Set(all.flatMap(({ fold }) => fold?.open() ?? [])))
        for (const button of screen.getAllByRole('button', { name: words })) fireEvent.click(button);
      expect(all.map(({ caption }) => caption()).sort()).toEqual([...captions].sort());
      return all;
    };
    const tableNamed = async (caption: string) => {
      const all = await tables();
      const at = all.findIndex((one) => one.caption() === caption);
      return { ...(all[at] as (typeof all)[number]), fileAt: all.slice(0, at).filter(({ isSmall }) => !isSmall).length };
    };
    return { ...opened, own, address, table, answer, tables, tableNamed };
  };
  const heading = () => screen.findByRole('heading', { level: 1, name: expected.heading });
  const columnsOf = ({ columns }: AnyTable) => Object.entries(columns).filter(([, { only }]) => only === undefined);
  /** In every order: each cell has the declared shape, which the legend explains, its text and its link. */
  const expectGrid = async ({ grid, caption, columns, rows, prefix }: AnyTable & { prefix: string }) => {
    const orders = screen.queryByRole('radiogroup', { name: m.reports_grid_order() });
    expect(orders !== null).toBe(grid?.declared !== undefined);
    const element = await screen.findByRole('grid', { name: caption() });
    const legend = grid?.legend() ?? [];
    const seen: string[][] = [];
    for (const at of orders ? [0, 1] : [0]) {
      if (orders) fireEvent.click(within(orders).getAllByRole('radio')[at] as HTMLElement);
      expect(new URLSearchParams(route.path.split('?')[1]).get(`${prefix}order`)).toBe(at === 0 ? null : 'declared');
      const lines = [...element.querySelectorAll('tr')].map((line) => [...line.children]);
      const heads = (lines[0] ?? []).map(({ textContent }) => textContent);
      const shownColumns = Object.values(columns).filter(({ only }) => only === undefined);
      const header = shownColumns.find(({ isRowHeader }) => isRowHeader) ?? shownColumns[0];
      const names = lines.slice(1).map(([name]) => name?.textContent);
      expect(names.toSorted()).toEqual(rows.map((row) => header && textOf(header, row, say)).toSorted());
      seen.push([...heads, ...names].map(String));
      for (const row of rows)
        for (const column of shownColumns) {
          const cell = lines[1 + names.indexOf(header && textOf(header, row, say))]?.[heads.indexOf(column.header())];
          const mark = column.mark?.(row, say);
          expect(cell?.textContent).toBe(textOf(column, row, say));
          expect(cell?.querySelector('svg')?.getAttribute('data-shape')).toBe(mark?.shape);
          if (!mark) continue;
          expect(legend.map(([shape]) => shape)).toContain(mark.shape);
          expect(cell?.querySelector('a')?.getAttribute('href')).toBe(mark.href);
        }
    }
    expect(seen.map((all) => all.toSorted())).toEqual(seen.map(() => seen[0]?.toSorted()));
  };
  describe(declaration.path, () => {
    it('shows its heading, figures, what is missing, and every column', async () => {
      const { tables } = await open();
      await heading();
      const all = await tables();
      for (const { grid, caption } of all) if (grid) await screen.findByRole('grid', { name: caption() });
      expect(Object.fromEntries(captions.map((caption) => [caption, cellsOf(caption)]))).toEqual({
        ...(main === undefined ? {} : { [main]: expected.table }),
        ...expected.sections,
      });
      const figures = [...document.querySelectorAll('dl > div')].map((one) => [...one.children].map(({ textContent }) => textContent));
      expect(Object.fromEntries(figures)).toEqual(expected.figures ?? {});
      if (expected.missing) shown(expected.missing);
    });

    it.each(captions)('saves what the screen shows, and numbers as numbers: %s', async (caption) => {
      const { tableNamed } = await open();
      const table = await tableNamed(caption);
      if (table.isSmall) return;
      const order = cellsOf(caption)
        .slice(1)
        .map((cells) => cells.join());
      // A grid sorts its columns, too.
      const heads = cellsOf(caption)[0] ?? [];
      const inOrder = columnsOf(table).toSorted(([, a], [, b]) => heads.indexOf(a.header()) - heads.indexOf(b.header()));
      const shownColumns = inOrder.map(([key, column]) => ({ key, column: toColumn(key, column, say) }));
      const wordsOf = (row: unknown) => inOrder.map(([, column]) => textOf(column, row, say)).join();
      const sorted = table.rows.toSorted((a, b) => order.indexOf(wordsOf(a)) - order.indexOf(wordsOf(b)));
      const header = (shownColumns.find(({ column }) => column.isRowHeader) ?? shownColumns[0])?.key;
      const more = Object.entries(table.columns).filter(([, { only }]) => only !== undefined);
      const filed = more.map(([key, column]) => toColumn(key, column, say));
      const all = shownColumns.flatMap(({ key, column }) => (key === header ? [column, ...filed] : [column]));
      const cells = tableCells(sorted, all).map((row) => row.map(String));
      expect(await savedCsv(table.fileAt)).toEqual(cells);
      expect(await savedBook(table.fileAt)).toEqual(cells.slice(1));
      const headers = filed.map((one) => one.header);
      const moreCells = cells.map((row) => row.filter((_, at) => headers.includes(cells[0]?.[at] ?? '')));
      if (caption === main) expect(moreCells).toEqual(expected.filed ?? cells.map(() => []));
    });

    it.each(captions)('sorts by every column both ways, in the address too: %s', async (caption) => {
      const { tableNamed } = await open();
      const table = await tableNamed(caption);
      if (table.grid) return expectGrid(table);
      const element = tableCalled(caption);
      for (const [at, [key, { header }]] of columnsOf(table).entries()) {
        const button = [...element.querySelectorAll('thead button')].find(({ textContent }) => textContent === header());
        const press = () => fireEvent.click(button as Element);
        const rows = () => cellsIn(element).slice(1);
        const before = rows().map(String).sort();
        const seen = [0, 1].map(() => {
          press();
          expect(rows().map(String).sort()).toEqual(before);
          const filled = rows().flatMap((cells) => cells[at] ?? []);
          const missing: string[] = [m.reports_none(), m.reports_not_enough()];
          return {
            sort: new URLSearchParams(route.path.split('?')[1]).get(`${table.prefix}sort`) ?? table.sort,
            cells: filled.filter((text) => !missing.includes(text)),
          };
        });
        expect(new Set(seen.map((one) => one.sort))).toEqual(new Set([key, `-${key}`]));
        // Equal cells keep the order of the rows.
        expect(seen[1]?.cells).toEqual(seen[0]?.cells.toReversed());
      }
    });

    it('draws the numbers of its tables, in every chart', async () => {
      const { tables } = await open();
      for (const table of await tables()) {
        if (table.chart === undefined) continue;
        const charts = 'along' in table.chart ? [table.chart] : Object.values(table.chart as Readonly<Record<string, unknown>>);
        const isWithNumbers = ({ points, series }: ReportChart<unknown, string>) =>
          points !== undefined || table.rows.some((row) => series.some((key) => table.columns[key]?.value(row, say) != null));
        for (const chart of charts as (ReportChart<unknown, string> & { name?: () => string })[]) {
          const title = chart.finding?.(table.rows, say) ?? chart.title();
          const along = table.columns[chart.along] as (typeof table.columns)[string];
          const at = (row: unknown) => along.value(row, say);
          // To scale, rows with a date are drawn in its order, with the date beside the numbers.
          const rows = chart.isToScale ? table.rows.filter(at).toSorted((a, b) => String(at(a)).localeCompare(String(at(b)))) : table.rows;
          if ((chart.points?.(rows, say).labels ?? rows).length < 2 || !isWithNumbers(chart)) {
            expect(screen.queryByRole('figure', { name: title })).toBeNull();
            continue;
          }
          // The choice of charts loads with the first of them.
          if (chart.name && (charts as ReportChart<unknown, string>[]).filter(isWithNumbers).length > 1)
            fireEvent.click(await screen.findByRole('radio', { name: chart.name() }));
          const figure = await screen.findByRole('figure', { name: title });
          fireEvent.click(within(figure).getByRole('radio', { name: m.ui_chart_table() }));
          const drawn = [...within(figure).getByRole('table').querySelectorAll('tr')].map((row) =>
            [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
          );
          const missing: string = m.ui_chart_missing();
          const numbers = rows.map((row) => [
            ...(chart.isToScale ? [textOf(along, row, say)] : []),
            ...chart.series.map((key) => {
              const column = table.columns[key] as (typeof table.columns)[string];
              return column.value(row, say) === null ? missing : textOf(column, row, say);
            }),
          ]);
          if (chart.points) expect(drawn.length).toBeGreaterThan(1);
          else expect(drawn.slice(1)).toEqual(numbers);
        }
      }
    });

    const choices = filterNames.filter((one) => filters[one]);
    if (choices.length > 0)
      it.each(choices)('narrows down by %s, in the address too, and shows everything again', async (name) => {
        const { table, answer } = await open();
        await table();
        const all = cellsOf(first).length;
        const data = await answer();
        const rows = declaration.rows?.(data) ?? [];
        const filter = filters[name] as ReportFilter<DataOf<C> & More, Row> | undefined;
        const isOfRows = filter && 'of' in filter ? filter : null;
        const label = (filter?.label ?? filterLabels[name])();
        const select = () => screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' });
        // A choice of one is none.
        if (filter && 'options' in filter && filter.options(data, say).length === 0) {
          expect(screen.queryByLabelText(label, { selector: 'select' })).toBeNull();
          return;
        }
        const options = [...select().options].filter(({ disabled }) => !disabled).slice(1);
        expect(options.length).toBeGreaterThan(0);
        for (const { value } of options) {
          fireEvent.change(select(), { target: { value } });
          await waitFor(() => expect(new URLSearchParams(route.path.split('?')[1]).get(name)).toBe(value));
          await table();
          expect(select().value).toBe(value);
          if (!isOfRows) continue;
          const belong = rows.filter((row) => [isOfRows.of(row)].flat().includes(value));
          expect(cellsOf(first)).toHaveLength(belong.length + 1);
        }
        cleanup();
        const again = await open({ search: `?${name}=nothing-of-it` });
        if (isOfRows) {
          fireEvent.click(await screen.findByRole('button', { name: m.reports_filter_clear() }));
          await again.table();
          expect(cellsOf(first)).toHaveLength(all);
        }
      });

    if (filters.period) {
      it('shows its usual period where the address has no days of the calendar', async () => {
        const { table, network } = await open({ search: '?from=2030-02-30&to=soon' });
        await table();
        const made = Object.values(network.made(declaration.call)[0] ?? {});
        expect(made).not.toContain('2030-02-30');
        expect(made).not.toContain('soon');
        expect((screen.getByLabelText(m.reports_period_from()) as HTMLInputElement).value).toMatch(/^20\d\d-\d\d-\d\d$/);
      });
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
    }

    if (students)
      it('hides every name, on the screen, in the address and in the files', async () => {
        const { tables, answer, table } = await open();
        const all = await tables();
        const names = students(await answer()).flatMap(({ first_name, last_name }) => [first_name, last_name]);
        fireEvent.click(screen.getByRole('switch', { name: m.reports_hide_names() }));
        const pattern = new RegExp(`\\b(${names.join('|')})\\b`);
        expect(document.body.textContent).not.toMatch(pattern);
        for (const at of all.filter(({ isSmall }) => !isSmall).keys()) expect(JSON.stringify(await savedCsv(at))).not.toMatch(pattern);
        const named = all.flatMap(({ columns }) => Object.values(columns).filter(({ only }) => only === 'namedFile'));
        expect((await savedCsv())[0]?.filter((text) => named.some(({ header }) => header() === text))).toEqual([]);
        expect(within(await table()).queryByRole('link')).toBeNull();
        expect(route.path).toContain('names=hidden');
      });

    if (drill && expected.leadsTo)
      it('leads into a row, and comes back as it was', async () => {
        const { table, answer, address } = await open();
        await table();
        const origin = route.path;
        expect(origin.startsWith(address)).toBe(true);
        const before = cellsOf(first)[1];
        const link = (await table()).querySelector('tbody a') as HTMLAnchorElement;
        expect(link.getAttribute('href')).toBe(expected.leadsTo?.(await answer()));
        fireEvent.click(link);
        await waitFor(() => expect(route.path).toBe(link.getAttribute('href')));
        act(() => route.back());
        await waitFor(() => expect(route.path).toBe(origin));
        // The response for the other address may still arrive: a skeleton takes the table's place until the report has loaded again.
        await waitFor(() => expect(cellsOf(first)[1]).toEqual(before));
      });

    it('gives its files the cells of its tables in both languages, whatever people are called', async () => {
      const { answer } = await open();
      const data = await answer();
      const { count } = renamed(data, () => '');
      const rounds = Array.from({ length: Math.ceil(oddNames.length / Math.max(count, 1)) }, (_, round) => round);
      const called = rounds.map((round) => renamed(data, (at) => oddNames[(round * count + at) % oddNames.length] as string).data);
      const ended = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.map((cell) => String(cell).trimEnd()));
      try {
        for (const language of ['en', 'es'] as const) {
          void setLocale(language, { reload: false });
          say.language = language;
          const copies = called.map(tablesIn);
          for (const [at, { columns }] of (copies[0] ?? []).entries()) {
            const rows = copies.flatMap((copy) => copy[at]?.rows ?? []);
            const written = tableCells(
              rows,
              Object.entries(columns).map(([key, column]) => toColumn(key, column, say)),
            );
            // Most rows name nobody, and would be read again with each set of names.
            const cells = [...new Map(written.map((row) => [JSON.stringify(row), row])).values()];
            const texts = cells.map((row) => row.map((cell) => safeCell(String(cell))));
            expect(Papa.parse<string[]>((await toCsv(cells)).slice(1)).data).toEqual(texts);
            expect(ended(await bookRows(await bookOf(cells)))).toEqual(ended(cells.slice(1)));
          }
        }
      } finally {
        say.language = 'en';
        void setLocale('en', { reload: false });
      }
    });

    it.each(Object.entries(expected.refused))('is refused to %s', async (_, { as, ids }) => {
      await open({ as, ...(ids ? { ids } : {}) });
      await waitFor(() => shown(m.common_load_failed()));
      expect(screen.queryByRole('table', { name: first })).toBeNull();
    });
  });
}
