import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Districts } from './tenant.ts';

/** SQLSTATEs of serialization failure and deadlock, after which the command may be retried. */
const retryable = new Set(['40001', '40P01']);

/**
 * Runs a command in one transaction, on the same district, and retries (4 times at most) when the engine asks for it. Inside a transaction
 * the command joins it.
 */
export async function transact<Db extends Districts, T>(db: Db, command: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return command(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await (db as unknown as Kysely<Database>).transaction().execute((trx) => command(trx as unknown as Db));
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (attempt === 5 || typeof code !== 'string' || !retryable.has(code)) throw error;
    }
  }
}

/** Whether a statement failed on a unique or primary key, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const uniqueViolation = '23505';
  const sqliteConstraints = [1555, 2067];
  return code === uniqueViolation || (typeof errcode === 'number' && sqliteConstraints.includes(errcode));
}
