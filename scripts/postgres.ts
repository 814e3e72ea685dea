import pg from 'pg';
import { closingLine, compileMessages, runVitest } from './kit.ts';
import { openCluster } from './postgresCluster.ts';

/**
 * Nothing here outlives the run, so there is no need to wait for the disk. Autovacuum would change plans, and with them the order of rows,
 * whenever it wakes.
 */
const forgetful = '-c fsync=off -c autovacuum=off';

/** Drops the databases that tests left on somebody else's server. PostgreSQL refuses to drop those of a run still in progress. */
async function dropTestDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname like 'orrery\_test\_%'`,
  );
  for (const { datname } of rows) await client.query(`drop database ${datname}`).catch(() => {});
  await client.end();
}

// Usage: npm run test:postgres [-- files and arguments of vitest]
async function main(): Promise<void> {
  const cluster = await openCluster(forgetful);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  try {
    await compileMessages();
    const files = process.argv.length > 2 ? process.argv.slice(2) : ['tests/server', 'tests/contract', 'tests/proof'];
    const counts = await runVitest('postgres', ['--project', 'code', ...files], {
      DATABASE_URL: cluster.url,
    });
    console.log(`\n${closingLine(counts)}`);
    if (counts.failed > 0) process.exitCode = 1;
  } finally {
    if (!cluster.isOwn) await dropTestDatabases(cluster.url);
    cluster.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exitCode = 1;
}
