// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Chart, type ChartData } from '../../src/ui/Chart.tsx';
import { apart } from '../../src/ui/ChartNames.tsx';

let width: number;
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #seen: (entries: unknown[]) => void;
      constructor(seen: (entries: unknown[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ contentRect: { width } }]);
      }
      disconnect() {}
    },
  );
});

/** The names in the drawing, and those in the legend. */
function namesIn(kind: 'bar' | 'line' | 'stacked' | 'scatter' | 'across', data: ChartData, px: number) {
  width = px;
  const { container, unmount } = render(<Chart title="Title" kind={kind} data={data} labelHeader="Label" />);
  const drawn = [...container.querySelectorAll('svg[role=img] text')].map(({ textContent }) => textContent ?? '');
  const legend = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  const isIn = (name: string) => drawn.some((text) => text === name || text.startsWith(`${name}: `));
  unmount();
  return { drawn: data.series.map(({ name }) => name).filter(isIn), legend };
}

const student = { name: 'Student', values: [80, 90, 70] };
const group = { name: 'Class', values: [60, 50, 75] };
const labels = ['1', '2', '3'];
const parts = [
  { name: 'Most of it', values: [1, 12, 9] },
  { name: 'Late', values: [0, 3, 1] },
  { name: 'Scheduled', values: [0, 0, 0] },
];

const charts = {
  bar: { data: { labels, series: [student, group] }, named: ['Student', 'Class'], legend: ['Student', 'Class'] },
  line: { data: { labels, series: [student, group] }, named: ['Student', 'Class'], legend: ['Student', 'Class'] },
  stacked: { data: { labels, series: parts }, named: ['Most of it', 'Late', 'Scheduled'], legend: ['Most of it', 'Late'] },
  across: { data: { labels, series: parts }, named: ['Most of it', 'Late'], legend: ['Most of it', 'Late'] },
} as const;

it.each(Object.entries(charts))('%s: names series where they are drawn, and in a legend where there is no room', (kind, one) => {
  expect(namesIn(kind as 'bar', one.data, 900)).toEqual({ drawn: one.named, legend: [] });
  expect(namesIn(kind as 'bar', one.data, 140)).toEqual({ drawn: [], legend: one.legend });
});

it('keeps the legend of points, which end nowhere', () =>
  expect(namesIn('scatter', { labels, x: [1, 2, 3], series: [student, group] }, 900)).toEqual({
    drawn: [],
    legend: ['Student', 'Class'],
  }));

it('needs no name for a single series', () =>
  expect(namesIn('line', { labels, series: [student] }, 900)).toEqual({ drawn: [], legend: [] }));

it('keeps names apart, in order, and within the chart', () => {
  expect(apart([100, 50, 104], [20, 200])).toEqual([100, 50, 116]);
  expect(apart([198, 199, 10], [20, 200])).toEqual([184, 200, 20]);
});

it('counts people in whole numbers', () => {
  const { container } = render(
    <Chart title="Title" kind="bar" data={{ labels, series: [{ name: 'Students', values: [0, 1, 2] }] }} labelHeader="Label" />,
  );
  const texts = [...container.querySelectorAll('svg[role=img] text')].map(({ textContent }) => textContent ?? '');
  expect(texts.filter((text) => /\d[.,]\d/.test(text))).toEqual([]);
});

it('writes no name of a point on a line', () => {
  width = 900;
  const { container } = render(
    <Chart
      title="Title"
      kind="line"
      data={{ labels, names: ['First assessment', 'Second', 'Third'], series: [{ name: 'Score', values: [80, 80, 80] }] }}
      labelHeader="Label"
      nameHeader="Name"
      max={100}
    />,
  );
  const lineTop = container
    .querySelector('.d-line-1')
    ?.getAttribute('d')
    ?.match(/[\d.]+/g)?.[1];
  const name = [...container.querySelectorAll('svg[role=img] text')].find(({ textContent }) => textContent === 'First assessment');
  expect(Math.abs(Number(name?.getAttribute('y')) - Number(lineTop))).toBeGreaterThan(6);
});
