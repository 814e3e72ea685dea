// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ItemBody } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import DataLab from '../../src/views/player/DataLab.tsx';
import { items } from '../content/sample.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

async function open(code: string) {
  const body = items.find(({ item }) => item.code === code)?.item.body as Extract<ItemBody, { kind: 'data' }>;
  const { app } = await openScreen();
  render(
    <Around app={app}>
      <DataLab body={body} language="en" position={0} onProgress={() => {}} />
    </Around>,
  );
}
const choose = async (select: RegExp, option: string) => {
  fireEvent.click(screen.getByRole('button', { name: select }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
const plot = () => screen.getByRole('img');
const words = () => [...plot().querySelectorAll('text')].map(({ textContent }) => textContent);

it('plots speed against diameter, with the planets’ names, as step 3 of the planets lab asks', async () => {
  await open('middle-school-science/solar-system-and-beyond/the-solar-system/planets-data-lab');
  expect(plot().getAttribute('aria-label')).toContain('against Mean distance from the Sun');
  await choose(/Across \(x\)/, 'Diameter (km)');
  expect(plot().getAttribute('aria-label')).toContain('Mean orbital speed (km/s) against Diameter (km)');
  expect(words()).toEqual(expect.arrayContaining(['Diameter (km)', 'Jupiter', 'Saturn', 'Mercury']));
  expect(plot().querySelector('title')?.textContent).toContain('Mercury. Mean orbital speed (km/s), 4879');
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  const [header] = within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row');
  expect(
    within(header as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Planet', 'Diameter (km)', 'Mean orbital speed (km/s)']);
});

it('changes the axes places where one takes what the other shows', async () => {
  await open('middle-school-science/solar-system-and-beyond/the-solar-system/planets-data-lab');
  await choose(/Up \(y\)/, 'Mean distance from the Sun (million km)');
  expect(plot().getAttribute('aria-label')).toContain('Mean distance from the Sun (million km) against Mean orbital speed (km/s)');
});

it('draws several lines of one unit in one plot', async () => {
  await open('middle-school-science/solar-system-and-beyond/sun-earth-moon/daylight-data-lab');
  expect(plot().querySelectorAll('path[class^="d-line"]')).toHaveLength(1);
  const others = within(screen.getByRole('group', { name: m.player_also() })).getAllByRole('checkbox');
  expect(others).toHaveLength(3);
  for (const box of others) fireEvent.click(box);
  expect(plot().querySelectorAll('path[class^="d-line"]')).toHaveLength(4);
  fireEvent.click(others[0] as HTMLElement);
  expect(plot().querySelectorAll('path[class^="d-line"]')).toHaveLength(3);
});
