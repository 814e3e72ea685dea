import { existsSync, renameSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DatabaseUnusable } from '../server/db/open.ts';
import { configurationOf } from '../server/main.ts';
import { CannotStart, claimDatabase, filesOfDatabase, makeSchoolFile } from '../server/storage.ts';

/** Makes a fresh sample school. The existing database is moved aside, not deleted. */
async function reset(): Promise<void> {
  const { values } = parseArgs({ options: { students: { type: 'string' } } });
  const configuration = configurationOf({ ...process.env, ...(values.students && { ORRERY_SAMPLE_STUDENTS: values.students }) });
  const { database, sampleStudents } = configuration;
  if (database.startsWith('postgres'))
    throw new CannotStart('DATABASE_URL is set: drop and create that database yourself (dropdb, createdb), then run "npm start".');
  const release = claimDatabase(database);
  try {
    const fresh = `${database}.fresh`;
    await makeSchoolFile(fresh, sampleStudents);
    const backup = `${database.replace(/\.sqlite$/, '')}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.bak.sqlite`;
    for (const file of filesOfDatabase(database)) if (existsSync(file)) renameSync(file, file.replace(database, backup));
    renameSync(fresh, database);
    if (existsSync(backup)) console.log(`The old database is now ${backup}.`);
    console.log(
      `${database} is fresh: ${sampleStudents === 0 ? 'it has no school' : `a sample school with ${sampleStudents} students`}. Start it with: npm start`,
    );
  } finally {
    release();
  }
}

try {
  await reset();
} catch (error) {
  const isForPeople =
    error instanceof CannotStart ||
    error instanceof DatabaseUnusable ||
    (error as { code?: unknown }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = 1;
}
