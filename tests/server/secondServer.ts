import type { Hono } from 'hono';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely } from 'kysely';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/db/schema.ts';
import type { TestServer } from './testServer.ts';

/** Another handle on the connections of a database: what a server keeps in memory for one is unknown to the other. */
function twinOf(db: Kysely<Database>): Kysely<Database> {
  const executor = db.getExecutor();
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const say = (words: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(words));
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: () =>
      new Promise((resolve, reject) => {
        const hold = (connection: DatabaseConnection) =>
          new Promise<void>((release) => {
            releases.set(connection, release);
            resolve(connection);
          });
        executor.provideConnection(hold).catch(reject);
      }),
    releaseConnection: async (connection) => releases.get(connection)?.(),
    beginTransaction: say('begin'),
    commitTransaction: say('commit'),
    rollbackTransaction: say('rollback'),
    destroy: async () => {},
  };
  return new Kysely({
    dialect: {
      createAdapter: () => Object.create(executor.adapter),
      createDriver: () => driver,
      createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
      createIntrospector: () => db.introspection,
    },
  });
}

/** Another server on a database. */
export interface SecondServer {
  app: Hono;
  /** Forgets all that it keeps in memory, as one that is killed and starts again. What it is doing ends without it. */
  kill: () => void;
}

/** Another server on the same database, with the same clock. */
export function secondServer({ ports }: TestServer): SecondServer {
  const own = { ...ports, db: twinOf(ports.db) };
  return {
    app: createApp(own),
    kill: () => {
      own.db = twinOf(ports.db);
    },
  };
}
