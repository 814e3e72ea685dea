import { tableOf } from '../../../common/authoring/itemProblems.ts';
import { itemLimits } from '../../../contract/authoredItem.ts';
import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from '../authoring/authoring.module.css';
import { Line, LineList } from '../authoring/LineList.tsx';
import type { BodyFieldsProps } from './ItemBodyFields.tsx';
import { itemProblemAt } from './itemWords.ts';

/** The data of a data lab, the names of its columns, and its plot. */
export default function DataFields({ body, problems, onChange }: BodyFieldsProps<'data'>) {
  const { columns, plot } = body;
  /** Columns keep their names and units as long as the data have them. */
  const setData = (csv: string) => {
    const named = new Map(columns.map((column) => [column.name, column]));
    const next = tableOf(csv)
      .names.slice(0, itemLimits.columns)
      .map((name) => named.get(name) ?? { name, label: name, unit: '' });
    const isThere = (axis: string) => next.some(({ name }) => name === axis);
    const [first, second] = next;
    onChange(
      {
        ...{ ...body, csv, columns: next },
        plot: { ...plot, x: isThere(plot.x) ? plot.x : (first?.name ?? ''), y: isThere(plot.y) ? plot.y : (second?.name ?? '') },
      },
      'csv',
      true,
    );
  };
  const setColumn = (index: number, part: { label: string } | { unit: string }) =>
    onChange(
      { ...body, columns: columns.map((column, at) => (at === index ? { ...column, ...part } : column)) },
      `column ${index} ${Object.keys(part).join()}`,
      true,
    );
  const setPlot = (part: Partial<typeof plot>) => onChange({ ...body, plot: { ...plot, ...part } }, 'plot', false);
  const axes = columns.map(({ name, label }) => ({ key: name, label: label || name }));
  return (
    <Stack gap={4} align="stretch">
      <TextArea
        label={m.itemEditor_csv()}
        description={m.itemEditor_csv_help()}
        rows={10}
        value={body.csv}
        maxLength={itemLimits.data}
        spellCheck={false}
        error={itemProblemAt(problems, body.kind, 'csv')}
        onChange={setData}
      />
      {columns.length > 0 ? (
        <LineList label={m.itemEditor_columns()} addLabel="" count={columns.length} most={itemLimits.columns} onAdd={null}>
          {columns.map(({ name, label, unit }, index) => (
            <Line key={name} removeLabel="" onRemove={null}>
              <div className={s.grow}>
                <TextField
                  label={m.itemEditor_column_label({ column: name })}
                  value={label}
                  maxLength={quizLimits.line}
                  autoComplete="off"
                  onChange={(typed) => setColumn(index, { label: typed })}
                />
              </div>
              <div className={s.grow}>
                <TextField
                  label={m.itemEditor_column_unit({ column: name })}
                  value={unit}
                  maxLength={quizLimits.line}
                  autoComplete="off"
                  onChange={(typed) => setColumn(index, { unit: typed })}
                />
              </div>
            </Line>
          ))}
        </LineList>
      ) : null}
      <div className={s.facts}>
        <Select
          label={m.itemEditor_plot_y()}
          options={axes}
          value={plot.y || null}
          error={itemProblemAt(problems, body.kind, 'plot')}
          onChange={(y) => setPlot({ y })}
        />
        <Select label={m.itemEditor_plot_x()} options={axes} value={plot.x || null} onChange={(x) => setPlot({ x })} />
        <SegmentedControl
          label={m.itemEditor_plot_type()}
          value={plot.type}
          options={[
            { key: 'line', label: m.itemEditor_plot_line() },
            { key: 'scatter', label: m.itemEditor_plot_scatter() },
            { key: 'bar', label: m.itemEditor_plot_bar() },
          ]}
          onChange={(type) => setPlot({ type: type as typeof plot.type })}
        />
      </div>
    </Stack>
  );
}
