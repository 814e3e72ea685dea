import s from './Chart.module.css';

/** Width of a letter, least distance of two names, and space around a name, px. */
const NAME = { letter: 7.6, line: 16, space: 16 };

/** Width that a name needs with the space around it, px. */
export const widthOfName = (name: string): number => name.length * NAME.letter + NAME.space;

/** Share of a chart's width that names at its end may take. */
const share = 0.3;

/**
 * Room for the names of series at the right end of a chart, px: where lines end, and beside the last column. Null if they would take too
 * much; then a legend names them.
 */
export function roomAtEnd(names: readonly string[], width: number, height: number): number | null {
  const room = Math.max(...names.map(widthOfName));
  return room <= width * share && names.length * NAME.line <= height ? room : null;
}

/** Heights of names side by side: each as close as possible to its own, from top to bottom, without touching the next. */
export function apart(tops: readonly number[], [top, bottom]: readonly [number, number]): number[] {
  const placed = tops.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
  let least = top;
  for (const one of placed) {
    one.at = Math.max(one.at, least);
    least = one.at + NAME.line;
  }
  let most = bottom;
  for (const one of placed.toReversed()) {
    one.at = Math.min(one.at, most);
    most = one.at - NAME.line;
  }
  return placed.toSorted((a, b) => a.index - b.index).map(({ at }) => at);
}

/** A name, and the point that it belongs to. */
export interface Ended {
  name: string;
  x: number;
  y: number;
}

/** Names right of what they name. A thin line leads to a name that is further away. */
export function EndNames({ ends, left, between }: { ends: readonly Ended[]; left: number; between: readonly [number, number] }) {
  const tops = apart(
    ends.map(({ y }) => y),
    between,
  );
  return ends.map(({ name, x, y }, index) => {
    const top = tops[index] as number;
    return (
      <g key={name}>
        {left - x > NAME.space + 4 || Math.abs(top - y) > 4 ? <path d={`M${x + 8} ${y}L${left - 3} ${top}`} className={s.lead} /> : null}
        <text x={left} y={top} dy="0.34em" className={s.called}>
          {name}
        </text>
      </g>
    );
  });
}

/**
 * For each series, the place among its areas that holds its name: the first that is long enough. Series without any area need none. Null if
 * a series has areas, but none that is long enough; then a legend names them all.
 */
export function placesInside(
  names: readonly string[],
  lengths: readonly (readonly number[])[],
  needed: (name: string, series: number, place: number) => number,
): (number | undefined)[] | null {
  const places = names.map((name, series) => {
    const own = lengths[series] as readonly number[];
    if (own.every((length) => length <= 0)) return undefined;
    return own.findIndex((length, place) => length >= needed(name, series, place));
  });
  return places.includes(-1) ? null : places;
}
