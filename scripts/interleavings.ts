import { compileMessages, run } from './kit.ts';

// Usage: npm run test:games [-- 10000]: runs the property test of quiz games that many times.
const [runs = '10000'] = process.argv.slice(2);

await compileMessages();
const test = ['tests/server/quizGame.test.ts', '-t', 'interleaving'];
process.exitCode = await run('vitest', ['run', '--project', 'code', ...test], { env: { GAME_RUNS: runs } });
