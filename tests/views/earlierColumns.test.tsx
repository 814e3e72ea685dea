// @vitest-environment jsdom

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import Verdict from '../../src/views/rostering/Verdict.tsx';
import { check, options } from '../machines/rosterSamples.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, shown } from './kit/screen.tsx';

installNetwork();

it.each([
  [null, /^Your last import \(.*Nov 20.*\) used these columns differently$/, m.rostering_columns_earlier_use()],
  [
    'Sam Okafor',
    /^The last import, by Sam Okafor \(.*Nov 20.*\), used these columns differently$/,
    'Use the columns of Sam Okafor’s import',
  ],
])('says whose import took the columns otherwise, and when: %s', async (by, title, button) => {
  const { app, signIn } = await openScreen();
  await signIn('tess');
  const chosen: unknown[] = [];
  const mapping = { user_name: 'number' };
  render(
    <Around app={app}>
      <Verdict
        verdict={{ check, findings: [], earlier: { mapping, by, at: '2026-11-20T15:00:00.000Z' } }}
        options={options}
        files={[]}
        job={null}
        onMends={() => {}}
        onMapping={(one) => chosen.push(one)}
        onMode={null}
        onLeaveOut={null}
        again={null}
        actions={null}
      />
    </Around>,
  );
  shown(title);
  fireEvent.click(screen.getByRole('button', { name: button }));
  expect(chosen).toEqual([mapping]);
});
