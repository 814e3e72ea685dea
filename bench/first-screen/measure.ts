import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import react from '@vitejs/plugin-react';
import { Hono } from 'hono';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build as viteBuild } from 'vite';
import { build, builtServer, precompress } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { root } from '../../scripts/kit.ts';
import { mostOf, readManifest, screensBeyond } from '../../scripts/sizes.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const kB = 1000;
const { paints } = counts.firstScreen;
const isCode = (type: string | undefined) => /javascript|css/.test(type ?? '');

/** Builds a folder's floor page the way the product is built, and serves it with the same compression. */
export async function serveFloor(folder: string): Promise<{ url: string; stop: () => void }> {
  const outDir = mkdtempSync(join(root, '.cache/floor-'));
  await viteBuild({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [react({ compiler: true })],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, target: 'es2022', assetsInlineLimit: 0 },
  });
  await precompress(outDir);
  // Without the product's content security policy, since react-hot-toast's own styles would crash the page under it.
  const site = new Hono().use(serveStatic({ root: outDir, precompressed: true }));
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}

/** Scripts and styles that a page loads until the network is idle: URL → bytes after gzip. */
async function codeOf(page: Page, open: () => Promise<unknown>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  page.on('response', (response) => {
    if (!isCode(response.headers()['content-type'])) return;
    reading.push(response.body().then((body) => void sizes.set(response.url(), gzipSync(body, { level: 9 }).length)));
  });
  await open();
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  return sizes;
}

const loadedFiles = (sizes: ReadonlyMap<string, number>) => new Set([...sizes.keys()].map((url) => new URL(url).pathname.slice(1)));

const total = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, size) => sum + size, 0) / kB;

/** First contentful paint in ms on a slow laptop (4× CPU) and a slow connection (150 ms, 1.6 Mbit/s), with an empty cache. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytesPerSecond = 1_600_000 / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(url);
    return await page.evaluate(
      () =>
        new Promise<number>((done, failed) => {
          setTimeout(() => failed(new Error('Nothing was painted for 30 s.')), 30_000);
          const look = (entries: readonly PerformanceEntry[]) => {
            const paint = entries.find((entry) => entry.name === 'first-contentful-paint');
            if (paint) done(paint.startTime);
          };
          new PerformanceObserver((list) => look(list.getEntries())).observe({ type: 'paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

async function inFreshContext<T>(browser: Browser, use: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
  // Service worker prefetches do not count for a screen.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    return await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

export async function measureFirstScreen(): Promise<Measure[]> {
  await build();
  const floor = await serveFloor(join(import.meta.dirname, 'floor'));
  const server = await spawnServer({}, builtServer);
  const browser = await launchChromium();
  try {
    const floorCode = await inFreshContext(browser, (page) => codeOf(page, () => page.goto(floor.url)));
    const signInCode = await inFreshContext(browser, (page) => codeOf(page, () => page.goto(server.url)));
    const dashboardCode = await inFreshContext(browser, async (page, context) => {
      await signIn(page, server.url, 'maya');
      await page.waitForLoadState('networkidle');
      const again = await context.newPage();
      return codeOf(again, () => again.goto(page.url()));
    });

    const painted = { ours: [] as number[], floor: [] as number[] };
    for (let paint = 0; paint < paints; paint++) {
      painted.floor.push(await firstPaint(browser, floor.url));
      painted.ours.push(await firstPaint(browser, server.url));
    }
    return [
      { name: 'sign-in page, JS + CSS', unit: 'kB gzip', ours: total(signInCode), floor: total(floorCode), goal: { atMost: 0.85 } },
      {
        name: `sign-in page, first contentful paint, median of ${paints}`,
        unit: 'ms',
        ours: median(painted.ours),
        floor: median(painted.floor),
        goal: { atMost: 1 },
      },
      { name: 'student dashboard, JS + CSS', unit: 'kB gzip', ours: total(dashboardCode), floor: total(floorCode), goal: { atMost: 1.4 } },
      ...screensBeyond(readManifest(), loadedFiles(dashboardCode))
        .filter(({ name }) => Number.isFinite(mostOf(name)))
        .map(
          ({ name, more, beside }): Measure => ({
            name: `${name}, more than ${beside ?? 'the dashboard'}`,
            unit: 'kB gzip',
            ours: more,
            goal: { atMost: mostOf(name) },
          }),
        ),
    ];
  } finally {
    await browser.close();
    await server.stop();
    floor.stop();
  }
}
