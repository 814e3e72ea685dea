import { lazy, type ReactNode, Suspense } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import type { ChartData } from '../../ui/Chart.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Link } from '../../ui/Link.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { selectRows, type TableState } from '../../ui/tableState.ts';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';
import type { ReportChart, ReportParts, ReportTable, Say, SectionTable } from './declaration.ts';
import { useOnward } from './onward.ts';
import { dayNumber, dayText, drawnInUnit, drawnOf, textOf, toColumn } from './units.ts';
import { toldApart } from './words.ts';

/** Loads with the first grid: most tables are none. `lazy` forgets the type parameters. */
const GridOfReport = lazy(() => import('./GridOfReport.tsx')) as unknown as typeof import('./GridOfReport.tsx')['default'];
/** Loads with the chart. */
const SegmentedControl = lazy(() =>
  import('../../ui/SegmentedControl.tsx').then(({ SegmentedControl }) => ({ default: SegmentedControl })),
);
const Chart = lazy(() => import('../../ui/Chart.tsx').then(({ Chart }) => ({ default: Chart })));

interface TableOfReportProps<Row, Key extends string> {
  table: ReportTable<Row, Key> & Pick<SectionTable<Row, Key>, 'isSmall'>;
  rows: readonly Row[];
  say: Say;
  /** File name without extension. */
  fileName: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Separates its state in the address from that of other tables. */
  prefix?: string;
  isCaptionHidden: boolean;
  selection?: ReportParts['selection'];
  rowActions?: ReportParts['rowActions'];
  /** Puts a heading around the table, below its chart. */
  frame: (table: ReactNode) => ReactNode;
}

function stateOf(sort: string | undefined): TableState {
  const at = sort === undefined ? null : { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
  return { sort: at, filter: '', hidden: [] };
}

/** The column that names a row. */
function rowHeaderOf<Row, Key extends string>(columns: ReportTable<Row, Key>['columns']): Key {
  const keys = (Object.keys(columns) as Key[]).filter((key) => columns[key].only === undefined);
  return keys.find((key) => columns[key].isRowHeader) ?? (keys[0] as Key);
}

/** The columns on the screen, with the links of its rows, and those that are only in files. */
function columnsOf<Row, Key extends string>({ columns, drill }: ReportTable<Row, Key>, say: Say, onward: (href: string) => string) {
  const all = Object.keys(columns) as Key[];
  const keys = all.filter((key) => columns[key].only === undefined);
  const from = drill?.from ?? rowHeaderOf(columns);
  const shown = keys.map((key) => {
    const column = toColumn(key, columns[key], say);
    if (!drill || key !== from || say.areNamesHidden) return column;
    const look = (text: string, row: Row) => {
      const words = column.look?.(text, row) ?? text;
      const href = drill.to(row);
      return href === null ? words : <Link href={onward(href)}>{words}</Link>;
    };
    return { ...column, look };
  });
  const filed = all.filter((key) => columns[key].only === 'file' || (columns[key].only === 'namedFile' && !say.areNamesHidden));
  return { shown, filed: filed.map((key) => toColumn(key, columns[key], say)) };
}

/** Whether there is something to draw: a single bar is no chart, and neither are many labels without a number. */
const isChart = ({ labels, series }: ChartData): boolean =>
  labels.length > 1 && series.some(({ values }) => values.some((value) => value != null));

/** A table of a report with its chart. Both show the same rows and columns. */
export function TableOfReport<Row, Key extends string>({
  table,
  rows,
  say,
  fileName,
  empty,
  prefix = '',
  isCaptionHidden,
  selection,
  rowActions,
  frame,
}: TableOfReportProps<Row, Key>) {
  const { columns, chart, rowKey, caption, sort, isMatrix = false, isSmall = false, grid } = table;
  const address = useTableAddress(stateOf(sort), prefix);
  const { shown, filed } = columnsOf(table, say, useOnward());
  const found = selectRows(rows, shown, { ...address.state, sort: null }, getLocale()).rows;
  // Only charts with something to draw can be chosen.
  const declared: Record<string, ReportChart<Row, Key> & { name?: () => string }> =
    chart === undefined ? {} : isOne(chart) ? { only: chart } : chart;
  const charts = Object.entries(declared)
    .map(([key, drawn]) => ({ key, drawn, points: dataOf(drawn, columns, found, say) }))
    .filter(({ points }) => isChart(points));
  const [view, setView] = useAddressValue(`${prefix}view`, Object.keys(declared)[0] ?? '');
  const { key: chosen = '', drawn, points } = charts.find(({ key }) => key === view) ?? charts[0] ?? {};
  const parts = { rows, fileName, fileColumns: filed, isCaptionHidden, empty };
  return (
    <>
      {drawn && points ? (
        <Suspense fallback={<Skeleton shape="card" count={1} />}>
          <Chart
            title={drawn.finding?.(found, say) ?? drawn.title()}
            {...(drawn.summary ? { summary: drawn.summary() } : {})}
            kind={drawn.kind}
            data={drawn.isToScale ? { ...points, xText: (at) => dayText(at, say) } : points}
            labelHeader={columns[drawn.along].header()}
            {...(drawn.isToScale ? { nameHeader: columns[rowHeaderOf(columns)].header() } : {})}
            {...(drawn.axis
              ? { valueHeader: drawn.axis() }
              : drawn.series.length === 1
                ? { valueHeader: columns[drawn.series[0]].header() }
                : {})}
            format={drawnInUnit(drawn.unit ?? columns[drawn.series[0]].unit, say)}
            {...(drawn.max === undefined ? {} : { max: drawn.max })}
            tools={
              charts.length > 1 ? (
                <SegmentedControl
                  label={m.reports_chart_choice()}
                  value={chosen}
                  onChange={setView}
                  options={charts.map(({ key, drawn: { name } }) => ({ key, label: name?.() ?? key }))}
                />
              ) : null
            }
          />
        </Suspense>
      ) : null}
      {frame(
        grid ? (
          <Suspense fallback={<Skeleton shape="row" count={8} />}>
            <GridOfReport {...parts} table={table} grid={grid} say={say} prefix={prefix} />
          </Suspense>
        ) : (
          <DataTable
            {...parts}
            caption={caption()}
            columns={shown}
            rowKey={(row) => String(rowKey(row))}
            {...address}
            {...selection}
            {...(rowActions ? { rowActions: (row: Row) => rowActions(String(rowKey(row))) } : {})}
            hasBook
            hasToolbar={!isSmall}
            isMatrix={isMatrix}
          />
        ),
      )}
    </>
  );
}

const isOne = <Row, Key extends string>(chart: NonNullable<ReportTable<Row, Key>['chart']>): chart is ReportChart<Row, Key> =>
  'along' in chart && typeof chart.along === 'string';

function dataOf<Row, Key extends string>(
  { along, series, points, axis, isToScale }: ReportChart<Row, Key>,
  columns: ReportTable<Row, Key>['columns'],
  rows: readonly Row[],
  say: Say,
) {
  if (points) {
    const made = points(rows, say);
    if ('series' in made) return made;
    return { labels: toldApart(made.labels), series: [{ name: (axis ?? columns[series[0]].header)(), values: made.values }] };
  }
  const valuesOf = (rows: readonly Row[]) =>
    series.map((key) => ({ name: columns[key].header(), values: rows.map((row) => drawnOf(columns[key], row, say)) }));
  if (isToScale) {
    const dated = rows
      .flatMap((row) => {
        const at = columns[along].value(row, say);
        return typeof at === 'string' ? [{ row, at }] : [];
      })
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const inOrder = dated.map(({ row }) => row);
    const name = columns[rowHeaderOf(columns)];
    return {
      labels: inOrder.map((row) => textOf(columns[along], row, say)),
      x: dated.map(({ at }) => dayNumber(at, say)),
      names: inOrder.map((row) => textOf(name, row, say)),
      series: valuesOf(inOrder),
    };
  }
  return {
    labels: toldApart(rows.map((row) => textOf(columns[along], row, say))),
    series: valuesOf(rows),
  };
}
