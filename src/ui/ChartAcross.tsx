import { scaleLinear } from 'd3-scale';
import s from './Chart.module.css';
import type { ChartData } from './Chart.tsx';
import { Area, CHARACTER } from './ChartArea.tsx';
import { placesInside, widthOfName } from './ChartNames.tsx';

/**
 * Sizes in px: height of a bar, of a line with its label above the bar, and of one with the label beside it; width of a letter; least width
 * of a part that shows its number.
 */
const SIZE = { bar: 18, tall: 42, line: 28, letter: 7.2, least: 24 };

/** Below this width, labels stand above their bars. */
const narrow = 560;

const longest = (labels: readonly string[]) => labels.reduce((most, { length }) => Math.max(most, length), 0);

/** Height of the drawing, in px. */
export const heightAcross = ({ labels }: ChartData, width: number): number =>
  Math.max(1, labels.length) * (width < narrow ? SIZE.tall : SIZE.line) + 4;

/** A label that fits into a width, cut where it does not. The table has it whole. */
function fitted(label: string, width: number): string {
  const most = Math.floor(width / SIZE.letter);
  return label.length <= most ? label : `${label.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

interface AcrossProps {
  data: ChartData;
  write: (value: number | null) => string;
  max: number | undefined;
  width: number;
}

/** Where bars begin, and the scale of their lengths. */
function lengthsOf({ data: { labels, series }, write, max, width }: AcrossProps) {
  const beside = width < narrow ? 0 : Math.min(width * 0.4, longest(labels) * SIZE.letter + 12);
  const after = series.length === 1 ? Math.max(...(series[0]?.values ?? []).map((value) => write(value).length), 1) * CHARACTER + 12 : 4;
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
  const x = scaleLinear()
    .domain([0, max ?? (Math.max(0, ...totals) || 1)])
    .range([beside, width - after]);
  return { beside, x };
}

/** The name of a part with its number. */
const named = (name: string, number: string) => `${name}: ${number}`;

/** The bar in which each series has its name, if all of them find room. */
export function namesAcross(props: AcrossProps): ReturnType<typeof placesInside> {
  const { series } = props.data;
  const { x } = lengthsOf(props);
  return placesInside(
    series.map(({ name }) => name),
    series.map(({ values }) => values.map((value) => x(Math.max(0, value ?? 0)) - x(0))),
    (name, number, bar) => widthOfName(named(name, props.write(series[number]?.values[bar] ?? null))),
  );
}

/**
 * Bars from left to right, one line per label, with the number in each part or, for a single series, after the bar. `places`: the bars in
 * which series have their names.
 */
export function Across({ patterns, places, ...props }: AcrossProps & { patterns: string; places: ReturnType<typeof placesInside> }) {
  const { data, write, width } = props;
  const { labels, series } = data;
  const isNarrow = width < narrow;
  const height = isNarrow ? SIZE.tall : SIZE.line;
  const isOne = series.length === 1;
  const { beside, x } = lengthsOf(props);
  return labels.map((label, at) => {
    const top = at * height;
    const bar = isNarrow ? top + 18 : top + (height - SIZE.bar) / 2;
    const middle = bar + SIZE.bar / 2;
    const text = series.map(({ name, values }) => `${isOne ? '' : `${name}: `}${write(values[at] ?? null)}`).join(', ');
    let from = 0;
    return (
      <g key={label}>
        <title>{`${label}: ${text}`}</title>
        <text
          x={isNarrow ? 0 : beside - 8}
          y={isNarrow ? top + 12 : middle}
          dy={isNarrow ? 0 : '0.34em'}
          textAnchor={isNarrow ? 'start' : 'end'}
          className={s.tick}
        >
          {fitted(label, isNarrow ? width : beside - 8)}
        </text>
        {series.map(({ name, values }, number) => {
          const value = values[at] ?? null;
          const [left, right] = [x(from), x(from + Math.max(0, value ?? 0))];
          from += Math.max(0, value ?? 0);
          const isNamed = places?.[number] === at;
          const inside = isNamed ? named(name, write(value)) : write(value);
          const room = isNamed ? widthOfName(inside) - 6 : 22;
          return (
            <g key={name}>
              {right > left ? <Area series={number} patterns={patterns} x={left} y={bar} width={right - left} height={SIZE.bar} /> : null}
              {isOne ? (
                <text x={right + 6} y={middle} dy="0.34em" className={s.value}>
                  {write(value)}
                </text>
              ) : right - left > SIZE.least ? (
                <g transform={`translate(${(left + right) / 2} ${middle})`}>
                  <rect x={-room / 2} y="-8" width={room} height="16" rx="4" className={`d-solid-${number + 1}`} />
                  <text dy="0.34em" textAnchor="middle" className={s.inside}>
                    {inside}
                  </text>
                </g>
              ) : null}
            </g>
          );
        })}
      </g>
    );
  });
}
