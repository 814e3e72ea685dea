import Papa from 'papaparse';
import type { ItemBody } from '../../contract/content.ts';

const width = 320;
const height = 180;
const margin = 24;
/** A thumbnail needs no more points to show the shape of the data. */
const mostPoints = 60;

/** A lab's data as a small plot with the product's diagram classes; null if there is nothing to plot. */
function plotOf({ csv, plot }: Extract<ItemBody, { kind: 'data' }>): string | null {
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  const ys = data.map((row) => Number(row[plot.y]));
  const numeric = data.every((row) => Number.isFinite(Number(row[plot.x])));
  const xs = data.map((row, index) => (numeric && plot.type !== 'bar' ? Number(row[plot.x]) : index));
  const points = xs.map((x, index) => [x, ys[index] as number] as const).filter(([, y]) => Number.isFinite(y));
  if (points.length < 2) return null;
  const step = Math.ceil(points.length / mostPoints);
  const shown = points.filter((_, index) => index % step === 0);
  const scale = (values: readonly number[], from: number, to: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) => Math.round((from + ((value - least) / (most - least || 1)) * (to - from)) * 10) / 10;
  };
  const x = scale(
    points.map(([one]) => one),
    margin + 12,
    width - margin,
  );
  const y = scale(plot.type === 'bar' ? [0, ...points.map(([, one]) => one)] : points.map(([, one]) => one), height - margin, margin);
  const marks =
    plot.type === 'line'
      ? `<polyline class="d-line-1" fill="none" stroke-width="4" stroke-linejoin="round" points="${shown.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')}"/>`
      : plot.type === 'bar'
        ? shown
            .map(([a, b]) => {
              const wide = Math.max(3, Math.min(28, ((width - 2 * margin) / shown.length) * 0.6));
              const top = Math.min(y(b), y(0));
              return `<rect class="d-solid-1" x="${x(a) - wide / 2}" y="${top}" width="${wide}" height="${Math.max(1, Math.abs(y(0) - y(b)))}"/>`;
            })
            .join('')
        : shown.map(([a, b]) => `<circle class="d-solid-1" cx="${x(a)}" cy="${y(b)}" r="5"/>`).join('');
  const axes = `<path class="d-ink" fill="none" stroke-width="2" d="M${margin} ${margin - 8}V${height - margin + 8}H${width - margin + 8}"/>`;
  return `<svg viewBox="0 0 ${width} ${height}">${axes}${marks}</svg>`;
}

const figure = /<svg\b[\s\S]*?<\/svg>/;

/** An item's first diagram or a plot of its data; null if it has neither. `ofQuestion`: the first diagram of its quiz. */
export function pictureOf(body: ItemBody, ofQuestion: string | null): string | null {
  switch (body.kind) {
    case 'html':
      return figure.exec(body.html)?.[0] ?? null;
    case 'pages':
      return body.pages.map((page) => figure.exec(page)?.[0]).find((svg) => svg !== undefined) ?? null;
    case 'data':
      return plotOf(body);
    default:
      return ofQuestion;
  }
}
