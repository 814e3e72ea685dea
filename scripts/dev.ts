import { type ChildProcess, spawn } from 'node:child_process';
import { environment, root } from './kit.ts';

const apiPort = process.env.API_PORT ?? '4100';
const running: ChildProcess[] = [];

/** When one process ends, or on Ctrl-C, stops the other. */
function stop(signal: NodeJS.Signals = 'SIGTERM'): void {
  for (const child of running) child.kill(signal);
}

function start(command: string, args: string[], env: Record<string, string>): void {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...environment, ...env } });
  running.push(child);
  child.on('exit', (code) => {
    if (code) process.exitCode = code;
    stop();
  });
}

process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop());
console.log('Open the address that Vite prints below.\n');
start('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: apiPort });
start('vite', process.argv.slice(2), { API_PORT: apiPort });
