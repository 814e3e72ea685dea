import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, builtServer } from '../../scripts/build.ts';
import { root } from '../../scripts/kit.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';

const { starts } = counts.start;

/** Seconds from `npm start` to the first response of page and backend. */
async function startOnce(data: string, port: number): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ORRERY_DATA: data, PORT: String(port), ORRERY_LOG: 'errors' },
  });
  const ended = new Promise((done) => child.on('exit', done));
  try {
    const answers = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      return answer?.ok === true;
    };
    const limit = began + 30_000;
    while (!((await answers('/api/health')) && (await answers('/')))) {
      if (performance.now() > limit) throw new Error('npm start did not answer within 30 s.');
      await new Promise((next) => setTimeout(next, 5));
    }
    return (performance.now() - began) / 1000;
  } finally {
    process.kill(-(child.pid as number), 'SIGTERM');
    await ended;
  }
}

export async function measureStart(): Promise<Measure[]> {
  await build();
  const data = mkdtempSync(join(tmpdir(), 'orrery-start-'));
  try {
    const first = await spawnServer({ ORRERY_DATA: data }, builtServer);
    const port = Number(new URL(first.url).port);
    await first.stop();
    const times: number[] = [];
    for (let run = 0; run < starts; run++) times.push(await startOnce(data, port));
    return [{ name: `npm start to the first answer, median of ${starts}`, unit: 's', ours: median(times), goal: { atMost: 2 } }];
  } finally {
    rmSync(data, { recursive: true });
  }
}
