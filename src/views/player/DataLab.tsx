import Papa from 'papaparse';
import { lazy, Suspense, useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Chart } from '../../ui/Chart.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import s from './LessonPlayer.module.css';
import { MarkedText } from './MarkedText.tsx';
import type { BodyProps } from './ResourceView.tsx';

/** Below the plot and last on the page, so nothing moves when it loads. */
const DataTable = lazy(async () => ({ default: (await import('../../ui/DataTable.tsx')).DataTable<Record<string, string>> }));

/** More lines than this cannot be told apart. */
const mostSeries = 6;

interface DataLabProps extends BodyProps<'data'> {
  /** The item of the library whose terms are marked in the task. */
  itemId?: number;
}

/** A data set, its plot and table, and tasks. Both axes can be chosen, and more lines in the same unit. */
export default function DataLab({ body, language, itemId }: DataLabProps) {
  const rows = useMemo(() => Papa.parse<Record<string, string>>(body.csv, { header: true, skipEmptyLines: true }).data, [body.csv]);
  const named = (name: string) => {
    const { label, unit } = body.columns.find((column) => column.name === name) ?? { label: name, unit: '' };
    return unit ? `${label} (${unit})` : label;
  };
  const number = (row: Record<string, string>, name: string) => {
    const text = row[name]?.trim() ?? '';
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  const isMeasured = (name: string) => rows.every((row) => number(row, name) !== null);
  const [x, setX] = useState(body.plot.x);
  const [y, setY] = useState(body.plot.y);
  const [others, setOthers] = useState<readonly string[]>([]);
  const measures = body.columns.filter(({ name }) => rows.some((row) => number(row, name) !== null));
  const unitOf = (name: string) => body.columns.find((column) => column.name === name)?.unit;
  // Each axis has one unit.
  const like = measures.filter(({ name, unit }) => name !== y && name !== x && unit !== '' && unit === unitOf(y)).slice(0, mostSeries - 1);
  const shown = [y, ...like.map(({ name }) => name).filter((name) => others.includes(name))];
  const isBar = body.plot.type === 'bar' || !isMeasured(x);
  // A line follows the order of the rows, which fits only its original axis.
  const kind = isBar ? (x === body.plot.x ? body.plot.type : 'bar') : x === body.plot.x ? body.plot.type : 'scatter';
  const isDrawnAtPoints = kind !== 'bar';
  // Named rows, such as planets, have their names at their points.
  const name = body.columns.find((column) => column.name !== x && !rows.some((row) => number(row, column.name) !== null))?.name;
  const names = isDrawnAtPoints && name !== undefined ? rows.map((row) => row[name] ?? '') : undefined;
  const swap = (to: string, from: string, set: (name: string) => void, setOther: (name: string) => void, other: string) => {
    if (to === other) setOther(from);
    set(to);
  };
  const options = measures.map((column) => ({ key: column.name, label: named(column.name) }));
  const across = body.columns.some((column) => column.name === body.plot.x && !measures.includes(column))
    ? [{ key: body.plot.x, label: named(body.plot.x) }, ...options]
    : options;
  return (
    <Stack gap={5}>
      <MarkedText html={body.task_html} itemId={itemId} language={language} />
      {measures.length > 1 ? (
        <Stack gap={3}>
          <div className={s.axes}>
            <Select
              label={m.player_y()}
              options={options}
              value={y}
              onChange={(to) => swap(to, y, setY, (from) => setX(isMeasured(from) ? from : body.plot.x), x)}
            />
            <Select label={m.player_x()} options={across} value={x} onChange={(to) => swap(to, x, setX, setY, y)} />
          </div>
          {like.length > 0 ? (
            <fieldset className={s.also}>
              <legend>{m.player_also()}</legend>
              <Row gap={4}>
                {like.map((column) => (
                  <Checkbox
                    key={column.name}
                    label={column.label}
                    isSelected={others.includes(column.name)}
                    onChange={(isShown) => setOthers(isShown ? [...others, column.name] : others.filter((other) => other !== column.name))}
                  />
                ))}
              </Row>
            </fieldset>
          ) : null}
        </Stack>
      ) : null}
      <Chart
        title={m.player_plot({ y: shown.map(named).join(', '), x: named(x) })}
        kind={kind}
        data={{
          labels: rows.map((row) => row[x] ?? ''),
          ...(isDrawnAtPoints && isMeasured(x) ? { x: rows.map((row) => number(row, x) ?? 0) } : {}),
          ...(names ? { names } : {}),
          series: shown.map((one) => ({ name: named(one), values: rows.map((row) => number(row, one)) })),
        }}
        labelHeader={named(x)}
        {...(name === undefined ? {} : { nameHeader: named(name) })}
        valueHeader={shown.length > 1 ? (unitOf(y) ?? '') : named(y)}
      />
      {body.columns.length > 2 ? (
        <Suspense fallback={<Skeleton shape="row" count={6} />}>
          <DataTable
            caption={m.player_all_data()}
            rows={rows}
            columns={body.columns.map((column) => ({
              key: column.name,
              header: named(column.name),
              width: 'm' as const,
              value: (row: Record<string, string>) => number(row, column.name) ?? row[column.name] ?? '',
            }))}
            rowKey={(row: Record<string, string>) => body.columns.map((column) => row[column.name]).join('\n')}
            fileName={named(y)}
            hasToolbar={false}
            isMatrix
            empty={null}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
