import { spawn } from 'node:child_process';
import { build, builtServer } from './build.ts';
import { environment, root } from './kit.ts';

try {
  await build();
  const server = spawn('node', builtServer, { cwd: root, stdio: 'inherit', env: environment });
  // The server drains and then ends, and so does this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
