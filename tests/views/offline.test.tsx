// @vitest-environment jsdom

import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { settling } from '../../src/start/environment.ts';
import { paths } from '../../src/views/paths.ts';
import Offline from '../../src/views/shell/Offline.tsx';
import { installNetwork, type Network } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

/** What covers a screen while there is no connection. */
async function over(path: string): Promise<'bar' | 'screen'> {
  window.history.replaceState(null, '', path);
  const { app } = await openScreen();
  const { unmount } = render(
    <Around app={app}>
      <Offline />
    </Around>,
  );
  const found = screen.queryByRole('alert') ? 'screen' : 'bar';
  expect(screen.queryByText(m.common_offline_goes_on()) !== null).toBe(found === 'bar');
  unmount();
  return found;
}

it('is a bar where work goes on without a connection, and a screen where it cannot', async () => {
  for (const path of [paths.lesson(11, 21), paths.preview(11), paths.providerAssessment(11, 41, 601)])
    expect(await over(path), path).toBe('bar');
  for (const path of [paths.studentDashboard, paths.studentResources, paths.signIn]) expect(await over(path), path).toBe('screen');
});

/** Whether the page would load anew when a part of it cannot be fetched: it then asks whether the server is there. */
async function wouldLoadAnew(network: Network): Promise<boolean> {
  network.hold('/config.json');
  window.dispatchEvent(new Event('vite:preloadError'));
  await act(async () => new Promise((over) => setTimeout(over)));
  const asks = network.waiting('/config.json') > 0;
  if (asks) await network.fail('/config.json', { code: 503 });
  return asks;
}

it('does not load anew while the server does not answer, where nothing would be loaded', async () => {
  const elapsed = performance.now.bind(performance);
  let more = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + more);
  const { app, network } = await openScreen({ held: [calls.loginWithoutDistrict] });
  const signIn = async (end: () => Promise<void>) => {
    const signingIn = app.authenticate({ username: 'ben', password: 'science-rocks' }, new AbortController().signal).catch(() => null);
    await end();
    return (await signingIn) !== null;
  };
  more = settling;
  expect(await signIn(() => network.fail(calls.loginWithoutDistrict, { code: 0 }))).toBe(false);
  expect([app.actor.getSnapshot().hasTag('offline'), await wouldLoadAnew(network)]).toEqual([false, false]);
  expect(await signIn(() => network.release(calls.loginWithoutDistrict))).toBe(true);
  expect(await wouldLoadAnew(network)).toBe(false);
  more += settling;
  expect(await wouldLoadAnew(network)).toBe(true);
});

it('does not load anew for a part that was asked for without a connection, and fails when it is just back', async () => {
  const elapsed = performance.now.bind(performance);
  let more = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + more);
  const { app, network } = await openScreen();
  const isOffline = () => app.actor.getSnapshot().hasTag('offline');
  act(() => void window.dispatchEvent(new Event('offline')));
  expect([isOffline(), await wouldLoadAnew(network)]).toEqual([true, false]);
  act(() => void window.dispatchEvent(new Event('online')));
  expect([isOffline(), await wouldLoadAnew(network)]).toEqual([false, false]);
  more = settling;
  expect(await wouldLoadAnew(network)).toBe(true);
});
