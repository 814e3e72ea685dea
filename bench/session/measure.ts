import type { BrowserContext, Page, Response } from 'playwright-core';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { argon2Passwords } from '../../server/kit/passwords.ts';
import { samplePassword } from '../../server/sample/accounts.ts';
import { m } from '../../src/paraglide/messages.js';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const { tabs: tabCount, expiries, signIns, warmUp } = counts.session;
/** Tokens live 15 minutes and are refreshed 80 s before they expire. */
const untilRefresh = (15 * 60 - 80) * 1000;

/** Whether a tab is still signed in: its screen is shown, and no popup covers it. */
const isSignedIn = async (page: Page) =>
  (await page.getByRole('heading', { name: m.student_hello({ name: 'Maya' }) }).count()) === 1 &&
  (await page.getByRole('alertdialog').count()) === 0;

async function openTabs(context: BrowserContext, url: string): Promise<Page[]> {
  await context.clock.install();
  const first = await context.newPage();
  await signIn(first, url, 'maya');
  const tabs = [first];
  await first.getByRole('heading', { name: m.student_to_do_title() }).waitFor();
  while (tabs.length < tabCount) {
    const tab = await context.newPage();
    await tab.goto(first.url());
    await tab.getByRole('heading', { name: m.student_to_do_title() }).waitFor();
    tabs.push(tab);
  }
  return tabs;
}

/** Tabs of one browser go through several expiries. Their clocks advance together, so all of them are due at the same moment. */
async function liveThroughExpiries(server: SpawnedServer): Promise<Measure[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext();
    const tabs = await openTabs(context, server.url);
    const refreshes: Response[] = [];
    context.on('response', (answer) => answer.url().endsWith('/Login/Extend') && refreshes.push(answer));
    let most = 0;
    let signedOut = 0;
    let refused = 0;
    let missed = 0;
    for (let expiry = 0; expiry < expiries; expiry++) {
      const before = refreshes.length;
      await context.clock.runFor(untilRefresh + 500);
      const deadline = performance.now() + 10_000;
      while (refreshes.length === before && performance.now() < deadline) await new Promise((done) => setTimeout(done, 20));
      // Tabs waiting for another tab's token do so for 2 s of their own clock.
      await new Promise((done) => setTimeout(done, 150));
      const made = refreshes.slice(before);
      most = Math.max(most, made.length);
      if (made.length === 0) missed += 1;
      refused += made.filter((answer) => answer.status() !== 200).length;
      for (const tab of tabs) if (!(await isSignedIn(tab))) signedOut += 1;
    }
    const of = `${tabCount} tabs × ${expiries} expiries`;
    return [
      { name: `${of}: tabs signed out`, unit: '', ours: signedOut, goal: { atMost: 0 } },
      { name: `${of}: expiries without a refresh`, unit: '', ours: missed, goal: { atMost: 0 } },
      { name: `${of}: most refreshes at one expiry`, unit: '', ours: most, goal: { atMost: 1 } },
      { name: `${of}: refreshes that the server refused`, unit: '', ours: refused, goal: { atMost: 0 } },
    ];
  } finally {
    await browser.close();
  }
}

/** Consecutive sign-ins, against only verifying the same password as often. */
async function signInOften(server: SpawnedServer): Promise<Measure> {
  const passwords = argon2Passwords();
  const hash = await passwords.hash(samplePassword);
  const ours: number[] = [];
  const floor: number[] = [];
  const signIn = async () => {
    const answer = await fetch(`${server.url}/api/ngss/ngss/login/index`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'maya', password: samplePassword }),
    });
    if (!answer.ok) throw new Error(`A sign-in was answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  for (let run = 0; run < warmUp; run++) await signIn();
  for (let run = 0; run < signIns; run++) {
    const began = performance.now();
    await signIn();
    const middle = performance.now();
    await passwords.verify(samplePassword, hash);
    ours.push(middle - began);
    floor.push(performance.now() - middle);
  }
  return {
    name: `${signIns} sign-ins in a row, median, beside the hash alone`,
    unit: 'ms',
    ours: median(ours),
    floor: median(floor),
    goal: { atMost: 1.5 },
  };
}

export async function measureSession(): Promise<Measure[]> {
  await build();
  const server = await spawnServer({}, builtServer);
  try {
    return [...(await liveThroughExpiries(server)), await signInOften(server)];
  } finally {
    await server.stop();
  }
}
