// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { Chart } from '../../src/ui/Chart.tsx';

const data = {
  labels: ['day 10', 'day 20', 'day 50'],
  x: [10, 20, 50],
  xText: (x: number) => `day ${x}`,
  series: [
    { name: 'Score', values: [40, null, 60], only: 'points' as const },
    { name: 'Trend', values: [42, 45, 58], only: 'line' as const },
  ],
  band: { name: 'Range', lower: [30, null, 50], upper: [54, 55, 66] },
};

it('draws results at their days, a line through them and a range around it', () => {
  const { container } = render(<Chart title="Growth" kind="line" data={data} labelHeader="Day" max={100} />);
  const drawing = screen.getByRole('img', { name: 'Growth' });
  // Points of the one, the line of the other.
  expect([...drawing.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual(['Score, day 10: 40', 'Score, day 50: 60']);
  expect(drawing.querySelector('.d-line-1')).toBeNull();
  const places =
    drawing
      .querySelector('.d-line-2')
      ?.getAttribute('d')
      ?.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  const [first = 0, , second = 0, , third = 0] = places;
  expect((third - second) / (second - first)).toBeCloseTo(3, 1);
  // The days of the axis are written as days.
  const texts = [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toContain('day 20');
  // Named at their ends.
  expect(texts.slice(-3)).toEqual(['Score', 'Trend', 'Range']);
  expect(container.querySelectorAll('li')).toHaveLength(0);
});

it('has the range in its table', () => {
  render(<Chart title="Growth" kind="line" data={data} labelHeader="Day" max={100} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  const rows = [...within(screen.getByRole('table')).getAllByRole('row')];
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Score', 'Trend', 'Range'],
    ['day 10', '40', '42', '30 to 54'],
    ['day 20', m.ui_chart_missing(), '45', m.ui_chart_missing()],
    ['day 50', '60', '58', '50 to 66'],
  ]);
});
