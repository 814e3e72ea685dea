import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { area, line, stack } from 'd3-shape';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import './diagram.css';
import s from './Chart.module.css';
import { Across, heightAcross, namesAcross } from './ChartAcross.tsx';
import { Area, CHARACTER } from './ChartArea.tsx';
import { type Ended, EndNames, placesInside, roomAtEnd, widthOfName } from './ChartNames.tsx';
import { IconChartBar, IconTable } from './icons.ts';
import { formatNumber } from './numbers.ts';
import { SegmentedControl } from './SegmentedControl.tsx';

export interface ChartData {
  /** Values along the x axis, in order. */
  labels: readonly string[];
  /** Numeric positions of the labels; without them the labels are evenly spaced. Not for bars. */
  x?: readonly number[];
  /** Writes a whole number on the x axis, such as a day; fractions then have no mark. Default: its digits. */
  xText?: (x: number) => string;
  /** Names of the points, such as planets; written beside them where there is room, and in the table. Not for bars. */
  names?: readonly string[];
  /** At most six. `values[i]` belongs to `labels[i]`; null is missing, drawn as a gap and shown as missing in the table. */
  series: readonly ChartSeries[];
  /** A range around the values, such as an interval of confidence. For lines. */
  band?: { name: string; lower: readonly (number | null)[]; upper: readonly (number | null)[] };
}

interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  /** In a chart of lines: only the line, or only the points. Default: both. */
  only?: 'line' | 'points';
}

interface ChartProps {
  title: string;
  /** One sentence that a screen reader reads in place of the drawing. */
  summary?: string;
  /** `scatter` needs `data.x`. `across`: bars from left to right, one line per label; for long labels such as names. Several series are stacked. */
  kind: 'bar' | 'line' | 'stacked' | 'scatter' | 'across';
  data: ChartData;
  /** What the labels are, with unit: the x axis's name and the header of the table's first column. */
  labelHeader: string;
  /** Header of the names' column. */
  nameHeader?: string;
  /** What the numbers are, with unit: the y axis's name. */
  valueHeader?: string;
  /** Formats a number, in the chart and in the table; default: the notation of the user's language. */
  format?: (value: number) => string;
  /** Top of the y axis, such as 100 for percent. Default: from the data. */
  max?: number;
  /** More controls beside the title. */
  tools?: ReactNode;
}

const HEIGHT = 280;
/** Least distance of days on the x axis, in px. */
const DAY = 100;
const MARGIN = { top: 24, right: 16, bottom: 52, left: 48 };
/** Height of a name inside a bar, px. */
const LINE = 18;

/** Dash patterns that distinguish lines without color. */
const DASH = [undefined, '7 4', '2 4', '10 3 2 3', '4 2', '12 4'];

/** A chart and its table: the same numbers, one press apart. */
export function Chart({ title, summary, kind, data, labelHeader, nameHeader, valueHeader, format, max, tools }: ChartProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const id = useId();
  const write = (value: number | null) => (value === null ? m.ui_chart_missing() : format ? format(value) : formatNumber(value));
  return (
    <figure className={s.figure} aria-labelledby={id}>
      <div className={s.head}>
        <figcaption id={id} className={s.title}>
          {title}
        </figcaption>
        <div className={s.tools}>
          {tools}
          <SegmentedControl
            label={m.ui_chart_view()}
            value={view}
            onChange={setView}
            options={[
              { key: 'chart', label: m.ui_chart_chart(), icon: IconChartBar },
              { key: 'table', label: m.ui_chart_table(), icon: IconTable },
            ]}
          />
        </div>
      </div>
      {view === 'chart' ? (
        <Drawing {...{ kind, data, write, max, labelHeader, valueHeader }} label={summary ? `${title}. ${summary}` : title} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className={s.scroll} aria-label={title} tabIndex={0}>
          <table className={s.table}>
            <thead>
              <tr>
                {data.names ? <th scope="col">{nameHeader}</th> : null}
                <th scope="col">{labelHeader}</th>
                {data.series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {data.band ? <th scope="col">{data.band.name}</th> : null}
              </tr>
            </thead>
            <tbody>
              {data.labels.map((label, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: measurements may repeat, and never move
                <tr key={index}>
                  {data.names ? <th scope="row">{data.names[index]}</th> : null}
                  {data.names ? <td>{label}</td> : <th scope="row">{label}</th>}
                  {data.series.map(({ name, values }) => (
                    <td key={name}>{write(values[index] ?? null)}</td>
                  ))}
                  {data.band ? <td>{bandText(data.band, index, write)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </figure>
  );
}

const bandText = ({ lower, upper }: NonNullable<ChartData['band']>, index: number, write: (value: number | null) => string) => {
  const [from, to] = [lower[index] ?? null, upper[index] ?? null];
  return from === null || to === null ? write(null) : m.ui_chart_band({ from: write(from), to: write(to) });
};

interface DrawingProps extends Pick<ChartProps, 'kind' | 'data' | 'max' | 'labelHeader' | 'valueHeader'> {
  write: (value: number | null) => string;
  label: string;
}

function Drawing({ kind, data, write, max, label, labelHeader, valueHeader }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const patterns = useId();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { series, band } = data;
  const height = kind === 'across' ? heightAcross(data, width) : HEIGHT;

  // Series are named where they are drawn if all of them find room, and else in a legend.
  const across = kind === 'across' && series.length > 1 ? namesAcross({ data, write, max, width }) : null;
  const upright = kind === 'across' ? null : layOut(kind, data, max, width);
  const isNamed = across !== null || (upright !== null && (upright.room > 0 || upright.inside !== null));

  return (
    <div ref={box} className={s.drawing}>
      {(series.length > 1 || band) && !isNamed ? <Legend {...{ kind, data, patterns }} /> : null}
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label} className={s.svg}>
        <defs>
          <pattern id={`${patterns}1`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V6" className={s.hatch} strokeWidth="3" />
          </pattern>
          <pattern id={`${patterns}2`} width="7" height="7" patternUnits="userSpaceOnUse">
            <circle cx="3.5" cy="3.5" r="1.6" className={s.speck} />
          </pattern>
        </defs>
        {kind === 'across' ? (
          <Across data={data} write={write} patterns={patterns} max={max} width={width} places={across} />
        ) : upright ? (
          <Upright {...{ kind, data, write, labelHeader, valueHeader, patterns, width }} layout={upright} />
        ) : null}
      </svg>
    </div>
  );
}

/** Names the series beside a sample of each. */
function Legend({ kind, data: { series, band }, patterns }: Pick<DrawingProps, 'kind' | 'data'> & { patterns: string }) {
  return (
    <ul className={s.legend}>
      {series.map(({ name, values, only }, number) =>
        // Parts of nothing are not drawn.
        (kind === 'across' || kind === 'stacked') && values.every((value) => !value) ? null : (
          <li key={name}>
            <svg viewBox="0 0 28 14" aria-hidden="true">
              {kind === 'line' || kind === 'scatter' ? (
                <>
                  {kind === 'line' && only !== 'points' ? (
                    <path d="M0 7H28" className={`d-line-${number + 1}`} strokeWidth="2.5" strokeDasharray={DASH[number]} />
                  ) : null}
                  {only === 'line' ? null : <Marker series={number} x={14} y={7} />}
                </>
              ) : (
                <Area series={number} patterns={patterns} x={0} y={0} width={28} height={14} />
              )}
            </svg>
            {name}
          </li>
        ),
      )}
      {band ? (
        <li>
          <svg viewBox="0 0 28 14" aria-hidden="true">
            <path d="M0 0H28V14H0Z" className={s.band} />
          </svg>
          {band.name}
        </li>
      ) : null}
    </ul>
  );
}

/** Ends and scales of an upright chart, and where its series have their names. */
type Layout = ReturnType<typeof layOut>;

function layOut(kind: Exclude<ChartProps['kind'], 'across'>, data: ChartData, max: number | undefined, width: number) {
  const { labels, series, band } = data;
  const y = scaleLinear()
    .domain(valueDomain(kind, data, max))
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  if (max === undefined) y.nice(5);
  const called = [...series, ...(band ? [band] : [])].map(({ name }) => name);
  // Points lie anywhere, so that none of them is the end of its series.
  const isNamedAtEnd = called.length > 1 && (kind === 'line' || kind === 'stacked');
  /** Width of the names at the end; 0 without any. */
  const room = (isNamedAtEnd && roomAtEnd(called, width, HEIGHT - MARGIN.top - MARGIN.bottom)) || 0;
  const [left, right] = [MARGIN.left, width - (room || MARGIN.right)];
  const bands = scaleBand(labels, [left, right]).paddingInner(0.3).paddingOuter(0.15);
  const inner = innerBands(series, bands.bandwidth());
  const lengths = series.map(({ values }) => values.map((value) => Math.abs(y(value ?? 0) - y(0))));
  /** The bar in which each series has its name. */
  const inside =
    kind === 'bar' && called.length > 1 && inner.bandwidth() >= LINE
      ? placesInside(called, lengths, (name, _, place) =>
          // Side by side, so that they are compared.
          series.every((one, at) => (lengths[at]?.[place] ?? 0) >= widthOfName(one.name)) ? widthOfName(name) : Number.POSITIVE_INFINITY,
        )
      : null;
  return { y, left, right, room, bands, inner, inside };
}

/** The bars of a group side by side. */
const innerBands = (series: ChartData['series'], width: number) =>
  scaleBand(
    series.map(({ name }) => name),
    [0, width],
  ).paddingInner(0.12);

interface UprightProps extends Omit<DrawingProps, 'label' | 'max'> {
  patterns: string;
  width: number;
  layout: Layout;
}

/** Bars, lines or points over a horizontal axis. */
function Upright({ kind, data, write, labelHeader, valueHeader, patterns, width, layout }: UprightProps) {
  const { labels, series, names, band, xText } = data;
  const { y, left, right, room, bands } = layout;
  const isDrawnAtPoints = kind === 'line' || kind === 'scatter';
  const measured = isDrawnAtPoints ? data.x : undefined;
  const places = scalePoint(labels, [left + 12, right - 12]);
  const along = scaleLinear()
    .domain([Math.min(...(measured ?? [0])), Math.max(...(measured ?? [1]))])
    .range([left + 12, right - 12]);
  // An axis of days ends with its values, so that each of its days has room.
  if (measured && !xText) along.nice(6);
  const at = (index: number): number => {
    if (measured) return along(measured[index] ?? 0);
    const text = labels[index] ?? '';
    return isDrawnAtPoints ? (places(text) ?? 0) : (bands(text) ?? 0) + bands.bandwidth() / 2;
  };
  // Thin out labels that would overlap; the table has them all.
  const every = Math.max(
    1,
    Math.ceil((Math.max(...labels.map(({ length }) => length), 1) * 8 + 12) / (width / Math.max(1, labels.length))),
  );
  // The x axis shows years as often as amounts, so no separators.
  const ungrouped = new Intl.NumberFormat(getLocale(), { useGrouping: false });
  const marks = measured
    ? along
        .ticks(xText ? Math.min(6, Math.max(2, Math.floor(width / DAY))) : 6)
        .filter((tick) => !xText || Number.isInteger(tick))
        .map((tick) => ({ text: (xText ?? ungrouped.format)(tick), x: along(tick) }))
    : labels.map((text, index) => ({ text, x: at(index) })).filter((_, index) => index % every === 0);
  const base = HEIGHT - MARGIN.bottom;
  const called = names ? placeNames(names, series, at, y, [left, right]) : [];
  // Whole numbers count something, such as students, and there is no half of one.
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const ticks = y.ticks(5).filter((tick) => !isWhole || Number.isInteger(tick));

  return (
    <>
      {valueHeader ? (
        <text x={0} y={12} className={s.axis}>
          {valueHeader}
        </text>
      ) : null}
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <path d={`M${left} 0H${right}`} className={tick === 0 ? s.zero : s.rule} />
          <text x={left - 8} dy="0.32em" textAnchor="end" className={s.tick}>
            {write(tick)}
          </text>
        </g>
      ))}
      {marks.map(({ text, x }) => (
        <text key={x} x={x} y={base + 20} textAnchor={x + (text.length * CHARACTER) / 2 > width ? 'end' : 'middle'} className={s.tick}>
          {text}
        </text>
      ))}
      <text x={(left + right) / 2} y={HEIGHT - 6} textAnchor="middle" className={s.axis}>
        {labelHeader}
      </text>
      {kind === 'bar' ? <Bars data={data} layout={layout} write={write} patterns={patterns} /> : null}
      {kind === 'stacked' ? <Stacks data={data} layout={layout} write={write} patterns={patterns} /> : null}
      {band ? (
        <path
          d={
            area<number>()
              .defined((index) => typeof band.lower[index] === 'number' && typeof band.upper[index] === 'number')
              .x(at)
              .y0((index) => y(band.lower[index] ?? 0))
              .y1((index) => y(band.upper[index] ?? 0))(labels.map((_, index) => index)) ?? ''
          }
          className={s.band}
        />
      ) : null}
      {isDrawnAtPoints
        ? series.map(({ name, values, only }, number) => {
            const path = line<number | null>()
              .defined((value) => value !== null)
              .x((_, index) => at(index))
              .y((value) => y(value ?? 0));
            return (
              <g key={name}>
                {kind === 'line' && only !== 'points' ? (
                  <path
                    d={path(values) ?? ''}
                    className={`d-line-${number + 1}`}
                    strokeWidth="2.5"
                    strokeDasharray={DASH[number]}
                    strokeLinejoin="round"
                  />
                ) : null}
                {values.map((value, index) =>
                  value === null || only === 'line' ? null : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: measurements have no other key, and never move
                    <Marker key={index} series={number} x={at(index)} y={y(value)}>
                      <title>{`${names ? `${names[index]}. ` : ''}${name}, ${labels[index]}: ${write(value)}`}</title>
                    </Marker>
                  ),
                )}
              </g>
            );
          })
        : null}
      {called.map(({ text, x, y: top, anchor }) => (
        <text key={`${x} ${top}`} x={x} y={top} textAnchor={anchor} className={s.name}>
          {text}
        </text>
      ))}
      {room > 0 ? (
        <EndNames ends={isDrawnAtPoints ? lineEnds(data, at, y) : columnEnds(data, layout)} left={right} between={[MARGIN.top, base]} />
      ) : null}
    </>
  );
}

/** The last point of each series, and of the range around it. */
const lineEnds = ({ series, band }: ChartData, at: (index: number) => number, y: (value: number) => number): Ended[] =>
  [...series, ...(band ? [{ name: band.name, values: band.upper }] : [])].flatMap(({ name, values }) => {
    const last = values.findLastIndex((value) => typeof value === 'number');
    return last === -1 ? [] : [{ name, x: at(last), y: y(values[last] as number) }];
  });

/** The middle of each part of the last column. */
function columnEnds({ labels, series }: ChartData, { y, bands }: Layout): Ended[] {
  const last = labels.length - 1;
  const x = (bands(labels[last] ?? '') ?? 0) + bands.bandwidth() - 8;
  let from = 0;
  return series.map(({ name, values }) => {
    const middle = from + (values[last] ?? 0) / 2;
    from += values[last] ?? 0;
    return { name, x, y: y(middle) };
  });
}

/** Half the size of a point, width of a letter and height of a name's line, in px. */
const NAME = { point: 7, letter: 7, line: 14 };

/**
 * Positions of point names: beside, above or below their first point, wherever there is room and no line. Names that fit nowhere are left
 * out; the point itself and the table have them.
 */
function placeNames(
  names: readonly string[],
  series: ChartData['series'],
  at: (index: number) => number,
  y: (value: number) => number,
  [left, right]: readonly [number, number],
) {
  type Box = readonly [from: number, to: number, top: number, bottom: number];
  const { point, letter, line: height } = NAME;
  const taken: Box[] = series.flatMap(({ values }) =>
    values.flatMap((value, index): Box[] => {
      if (value === null) return [];
      const [cx, cy] = [at(index), y(value)];
      const next = values[index + 1] ?? null;
      // A name on the line would hide it.
      const steps = next === null ? 0 : Math.floor(Math.abs(at(index + 1) - cx) / letter);
      const line = Array.from({ length: steps }, (_, step): Box => {
        const [x, top] = [cx + step * letter, cy + (y(next ?? value) - cy) * (step / steps)];
        return [x, x + letter, top - 2, top + 2];
      });
      return [[cx - point, cx + point, cy - point, cy + point], ...line];
    }),
  );
  return names.flatMap((text, index) => {
    const value = series[0]?.values[index] ?? null;
    if (value === null) return [];
    const [cx, cy, width] = [at(index), y(value), text.length * letter];
    const places = [
      { anchor: 'start', x: cx + point + 2, y: cy + 4, from: cx + point + 1 },
      { anchor: 'end', x: cx - point - 2, y: cy + 4, from: cx - point - 1 - width },
      ...[cy - point - 4, cy + point + height - 2].flatMap(
        (y) =>
          [
            { anchor: 'middle', x: cx, y, from: cx - width / 2 },
            { anchor: 'start', x: cx - point, y, from: cx - point },
            { anchor: 'end', x: cx + point, y, from: cx + point - width },
          ] as const,
      ),
    ] as const;
    const free = places.find((place) => {
      const own: Box = [place.from, place.from + width, place.y - height + 3, place.y + 3];
      const isOutside = own[0] < left || own[1] > right || own[2] < 0 || own[3] > HEIGHT - MARGIN.bottom;
      return !isOutside && taken.every(([from, to, top, bottom]) => own[1] <= from || to <= own[0] || own[3] <= top || bottom <= own[2]);
    });
    if (!free) return [];
    taken.push([free.from, free.from + width, free.y - height + 3, free.y + 3]);
    return [{ text, x: free.x, y: free.y, anchor: free.anchor }];
  });
}

/** Ends of the y axis. Bars start at zero; points only if that does not flatten them. */
function valueDomain(kind: ChartProps['kind'], { labels, series, band }: ChartData, max: number | undefined): [number, number] {
  if (kind === 'stacked') {
    const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
    return [0, max ?? (Math.max(0, ...totals) || 1)];
  }
  const values = [...series.flatMap((each) => each.values), ...(band ? [...band.lower, ...band.upper] : [])].filter(
    (value) => value !== null,
  );
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return [0, max ?? 1];
  const isFromZero = kind === 'bar' || max !== undefined || lowest < highest / 2;
  return [
    isFromZero ? Math.min(0, lowest) : lowest,
    max ?? (highest === lowest ? highest + 1 : Math.max(highest, kind === 'bar' ? 0 : highest)),
  ];
}

interface MarksProps {
  data: ChartData;
  layout: Layout;
  write: (value: number | null) => string;
  patterns: string;
}

function Bars({ data: { labels, series }, layout: { bands: x, y, inner, inside }, write, patterns }: MarksProps) {
  const longest = Math.max(...series.flatMap(({ values }) => values.map((value) => write(value).length)));
  const hasRoom = inner.bandwidth() > Math.max(26, longest * CHARACTER);
  return series.map(({ name, values }, at) => (
    <g key={name}>
      {values.map((value, index) => {
        const label = labels[index] ?? '';
        const left = (x(label) ?? 0) + (inner(name) ?? 0);
        if (value === null)
          return (
            <text key={label} x={left + inner.bandwidth() / 2} y={y(0) - 6} textAnchor="middle" className={s.tick}>
              {hasRoom ? write(value) : '–'}
            </text>
          );
        const top = y(Math.max(0, value));
        return (
          <g key={label}>
            <Area series={at} patterns={patterns} x={left} y={top} width={inner.bandwidth()} height={Math.abs(y(value) - y(0))}>
              <title>{`${series.length > 1 ? `${name}, ` : ''}${label}: ${write(value)}`}</title>
            </Area>
            {inside?.[at] === index ? (
              <g transform={`translate(${left + inner.bandwidth() / 2} ${y(value / 2)}) rotate(-90)`}>
                <rect
                  x={4 - widthOfName(name) / 2}
                  y={-LINE / 2}
                  width={widthOfName(name) - 8}
                  height={LINE}
                  rx="4"
                  className={`d-solid-${at + 1}`}
                />
                <text dy="0.34em" textAnchor="middle" className={s.inside}>
                  {name}
                </text>
              </g>
            ) : null}
            {hasRoom ? (
              <text x={left + inner.bandwidth() / 2} y={value < 0 ? y(value) + 15 : top - 6} textAnchor="middle" className={s.value}>
                {write(value)}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  ));
}

function Stacks({ data: { labels, series }, layout: { bands: x, y }, write, patterns }: MarksProps) {
  const rows = labels.map((_, index) => Object.fromEntries(series.map(({ name, values }) => [name, values[index] ?? 0])));
  const layers = stack<Record<string, number>>().keys(series.map(({ name }) => name))(rows);
  return layers.map((layer, at) => (
    <g key={layer.key}>
      {layer.map(([from, to], index) => {
        const label = labels[index] ?? '';
        const height = y(from) - y(to);
        if (height <= 0) return null;
        return (
          <g key={label}>
            <Area series={at} patterns={patterns} x={x(label) ?? 0} y={y(to)} width={x.bandwidth()} height={height}>
              <title>{`${layer.key}, ${label}: ${write(to - from)}`}</title>
            </Area>
            {height > 18 && x.bandwidth() > 26 ? (
              <g transform={`translate(${(x(label) ?? 0) + x.bandwidth() / 2} ${y(to) + height / 2})`}>
                <rect x="-18" y="-9" width="36" height="18" rx="4" className={`d-solid-${at + 1}`} />
                <text dy="0.34em" textAnchor="middle" className={s.inside}>
                  {write(to - from)}
                </text>
              </g>
            ) : null}
          </g>
        );
      })}
    </g>
  ));
}

/** A point in the shape of its series. */
function Marker({ series, x, y, children }: { series: number; x: number; y: number; children?: ReactNode }) {
  const shapes = ['M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0', 'M-4.5-4.5H4.5V4.5H-4.5Z', 'M0-6L6 5H-6Z', 'M0-6.5L6.5 0L0 6.5L-6.5 0Z'];
  return (
    <g transform={`translate(${x} ${y})`}>
      {children}
      <path d={shapes[series % shapes.length]} className={`d-solid-${series + 1}`} />
    </g>
  );
}
