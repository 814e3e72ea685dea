import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { makeSchoolFile } from '../../server/storage.ts';

/** Runs `work` on a new sample school of 30 students and deletes it. `bare` reads the same file without the product. */
export async function inSampleSchool<Result>(work: (db: Kysely<Database>, bare: DatabaseSync) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const file = join(folder, 'orrery.sqlite');
  try {
    await makeSchoolFile(file, 30);
    const db = await openDatabase(file);
    const bare = new DatabaseSync(file, { readOnly: true });
    try {
      return await work(db, bare);
    } finally {
      bare.close();
      await db.destroy();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
