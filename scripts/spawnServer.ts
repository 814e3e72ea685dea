import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, root } from './kit.ts';

/** The product's server in a separate process. */
export interface SpawnedServer {
  url: string;
  pid: number;
  /** Asks it to stop, as Ctrl-C does. Resolves with its exit code. */
  stop: () => Promise<number | null>;
}

/** A server that exited before it was ready: its exit code, and all its output. */
export class ServerEnded extends Error {
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`The server ended with ${code} before it was ready.\n${output}`);
    this.code = code;
    this.output = output;
  }
}

/**
 * Starts the server (a Node program with its ready message) on a free port and waits until it is ready. Without `ORRERY_DATA`
 * it gets a new folder, removed when it ends. `user`: the user to run it as; default: the current one.
 */
export function spawnServer(
  env: Record<string, string>,
  program: readonly string[],
  user: Pick<SpawnOptions, 'uid' | 'gid'> = {},
): Promise<SpawnedServer> {
  const temporary = env.ORRERY_DATA === undefined ? mkdtempSync(join(tmpdir(), 'orrery-data-')) : undefined;
  const { DATABASE_URL: _, ...outside } = environment as NodeJS.ProcessEnv;
  const child = spawn('node', program, {
    ...user,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...outside, PORT: '0', ORRERY_LOG: 'errors', ...(temporary && { ORRERY_DATA: temporary }), ...env },
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  if (temporary) void ended.then(() => rmSync(temporary, { recursive: true, force: true }));
  return new Promise((resolve, reject) => {
    let output = '';
    let isReady = false;
    child.on('error', reject);
    void ended.then((code) => reject(new ServerEnded(code, output)));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isReady && stream === child.stderr) process.stderr.write(text);
        const url = /ready at (\S+)/.exec(output)?.[1];
        if (!url || isReady) return;
        isReady = true;
        resolve({
          url,
          pid: child.pid as number,
          stop: () => {
            child.kill('SIGTERM');
            return ended;
          },
        });
      });
  });
}
