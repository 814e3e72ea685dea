import Papa from 'papaparse';
import { lazy, Suspense, useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Chart } from '../../ui/Chart.tsx';
import { Html } from '../../ui/Html.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { BodyProps } from './ResourceView.tsx';

/** Below the plot, and last on the page: nothing moves when it comes. */
const DataTable = lazy(async () => ({ default: (await import('../../ui/DataTable.tsx')).DataTable<Record<string, string>> }));

/** A data set, its plot and its table, and what to find out from them. */
export default function DataLab({ body }: BodyProps<'data'>) {
  const rows = useMemo(() => Papa.parse<Record<string, string>>(body.csv, { header: true, skipEmptyLines: true }).data, [body.csv]);
  const named = (name: string) => {
    const { label, unit } = body.columns.find((column) => column.name === name) ?? { label: name, unit: '' };
    return unit ? `${label} (${unit})` : label;
  };
  const number = (row: Record<string, string>, name: string) => {
    const text = row[name]?.trim() ?? '';
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  const { x, type } = body.plot;
  const [y, setY] = useState(body.plot.y);
  const measures = body.columns.filter(({ name }) => name !== x && rows.some((row) => number(row, name) !== null));
  const xs = rows.map((row) => number(row, x));
  const isMeasured = type !== 'bar' && xs.every((value) => value !== null);
  return (
    <Stack gap={5}>
      <Html html={body.task_html} />
      {measures.length > 1 ? (
        <Select
          label={m.player_plot_what()}
          options={measures.map(({ name }) => ({ key: name, label: named(name) }))}
          value={y}
          onChange={setY}
        />
      ) : null}
      <Chart
        title={m.player_plot({ y: named(y), x: named(x) })}
        kind={type}
        data={{
          labels: rows.map((row) => row[x] ?? ''),
          ...(isMeasured ? { x: xs } : {}),
          series: [{ name: named(y), values: rows.map((row) => number(row, y)) }],
        }}
        labelHeader={named(x)}
        valueHeader={named(y)}
      />
      {body.columns.length > 2 ? (
        <Suspense fallback={<Skeleton shape="row" count={6} />}>
          <DataTable
            caption={m.player_all_data()}
            rows={rows}
            columns={body.columns.map(({ name }) => ({
              key: name,
              header: named(name),
              width: 'm' as const,
              value: (row: Record<string, string>) => number(row, name) ?? row[name] ?? '',
            }))}
            rowKey={(row: Record<string, string>) => body.columns.map(({ name }) => row[name]).join('\n')}
            fileName={named(y)}
            hasToolbar={false}
            empty={null}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
