import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { login } from '../../contract/login.ts';
import { createClient } from '../../src/services/kit/client.ts';
import { untilInstant } from '../../src/services/kit/untilInstant.ts';
import { quietEnvironment } from '../services/quietEnvironment.ts';

const second = 1_000;

/** Timers on a clock controlled by the test. */
function testClock() {
  let waiting: { at: number; work: () => void }[] = [];
  let elapsed = 0;
  return {
    elapsed: () => elapsed,
    clock: {
      setTimeout: (work: (...args: unknown[]) => void, ms: number) => {
        const timer = { at: elapsed + ms, work };
        waiting.push(timer);
        return timer;
      },
      clearTimeout: (timer: unknown) => {
        waiting = waiting.filter((one) => one !== timer);
      },
    },
    pass: async (ms: number) => {
      const end = elapsed + ms;
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting = waiting.filter((one) => one !== next);
        elapsed = next.at;
        next.work();
      }
      elapsed = end;
      await Promise.resolve();
    },
  };
}

it.each([-1_800, -600, -61, -1, 0, 1, 61, 600, 1_800])(
  'a device whose clock is %i s wrong ends a quiz of 10 minutes by the server’s clock',
  async (skew) => {
    const start = Date.UTC(2030, 0, 15, 15);
    const { clock, elapsed, pass } = testClock();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', date: new Date(start + elapsed()).toUTCString() });
      response.end(JSON.stringify({ status: 'success', message: '', data: [] }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const device = () => start + elapsed() + skew * second;
    const client = createClient({
      ...quietEnvironment,
      configuration: () => ({ backends: { lms: base, ngss: base, search: base, game: base } }) as never,
      access: () => ({ state: 'open', token: 'token', owner: '1.1' }),
      userPuid: () => 7,
      now: device,
      elapsed,
    });
    await client.send(login.navTabStatus, { district_id: 1 });
    const now = () => device() + (client.clockOffset() ?? 0);
    let isOver = false;
    void untilInstant(new Date(start + 600 * second).toISOString(), now, new AbortController().signal, clock).then(() => {
      isOver = true;
    });
    await pass(599 * second);
    expect(isOver).toBe(false);
    await pass(second);
    expect(isOver).toBe(true);
  },
);
