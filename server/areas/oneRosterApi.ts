import type { BodyOf } from '../../contract/kit.ts';
import { type oneRosterApi as calls, mostConnections, type RosterConnection } from '../../contract/oneRosterApi.ts';
import type { Row } from '../db/schema.ts';
import { isoOrNull } from '../kit/access.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { assertOverHttps } from '../kit/overHttps.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { noteConnection } from '../roster/api/connectionAudit.ts';
import { lastImportOf, testOf } from '../roster/api/connections.ts';
import { secrets } from '../roster/api/readSet.ts';
import { nextOf, startImport } from '../roster/api/sync.ts';

type Connection = Row<'roster_connection'>;

/** The connections to OneRoster services. The secure sync has calls of its own (`rosterSync.ts`). */
const all = (db: Tenant) => db.selectFrom('roster_connection').selectAll().where('service', '=', 'oneRoster');

async function connectionIn(db: Tenant, connection_id: number): Promise<Connection> {
  const row = await all(db).where('connection_id', '=', connection_id).executeTakeFirst();
  if (!row) throw notFound('connection');
  return row;
}

async function connectionsAs(db: Tenant, rows: readonly Connection[]): Promise<RosterConnection[]> {
  const answers: RosterConnection[] = [];
  for (const row of rows) {
    answers.push({
      connection_id: row.connection_id,
      version: row.version,
      name: row.name,
      base_url: row.base_url,
      token_url: row.token_url,
      roster_version: row.roster_version,
      client_id: row.client_id,
      scope: row.scope,
      school_ids: JSON.parse(row.school_ids) as string[],
      nightly_hour: row.nightly_hour,
      next_at: isoOrNull(row.next_at),
      synced_at: isoOrNull(row.synced_at),
      last: await lastImportOf(db, row),
    });
  }
  return answers;
}
const oneAs = async (db: Tenant, connection_id: number) =>
  (await connectionsAs(db, [await connectionIn(db, connection_id)]))[0] as RosterConnection;

type Fields = Omit<BodyOf<typeof calls.addRosterConnection>, 'user_puid' | 'client_secret'>;
/** What the audit says of a connection: everything but the secret. */
const told = ({ school_ids, token_url, ...fields }: Fields) => ({
  name: fields.name,
  base_url: fields.base_url,
  oauth_url: token_url,
  roster_version: fields.roster_version,
  client_id: fields.client_id,
  scope: fields.scope,
  nightly_hour: fields.nightly_hour,
  school_ids: school_ids.join(', '),
});

const toRow = ({ school_ids, ...fields }: Fields) => ({ ...fields, school_ids: JSON.stringify([...new Set(school_ids)]) });

const fieldsOf = (row: Connection): Fields => ({ ...row, school_ids: JSON.parse(row.school_ids) as string[] });

export const oneRosterApi: HandlersOf<typeof calls> = {
  rosterConnections: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const rows = await all(ports.db).orderBy('name').orderBy('connection_id').execute();
    return connectionsAs(ports.db, rows);
  },

  addRosterConnection: async ({ body: { user_puid, client_secret, ...fields } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    assertOverHttps({ base_url: fields.base_url, token_url: fields.token_url });
    const connection_id = ports.newId();
    await transact(ports.db, async (trx) => {
      const { count } = await trx
        .selectFrom('roster_connection')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('service', '=', 'oneRoster')
        .executeTakeFirstOrThrow();
      if (Number(count) >= mostConnections) throw refuse('tooManyConnections', { most: mostConnections });
      await trx
        .insertInto('roster_connection')
        .values({
          ...toRow(fields),
          district_id: user.district_id,
          connection_id,
          version: 1,
          sealed_secret: secrets.seal(ports, client_secret),
          arranged_by: user.user_puid,
          next_at: await nextOf({ ...ports, db: trx }, fields),
          synced_at: null,
          full_at: null,
        })
        .execute();
      await noteConnection(context, trx, 'add', connection_id, { after: told(fields) });
    });
    return oneAs(ports.db, connection_id);
  },

  updateRosterConnection: async ({ body: { user_puid, connection_id, version, client_secret, ...fields } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    assertOverHttps({ base_url: fields.base_url, token_url: fields.token_url });
    await transact(ports.db, async (trx) => {
      const before = await connectionIn(trx, connection_id);
      const isElsewhere = fields.base_url !== before.base_url || fields.token_url !== before.token_url;
      // Otherwise whoever may change the address could have the secret sent to a server of their own.
      if (isElsewhere && client_secret === null) throw refuse('secretMissing', {}, { fields: [fieldReason('client_secret', 'missing')] });
      const row = toRow(fields);
      const { numUpdatedRows } = await trx
        .updateTable('roster_connection')
        .set({
          ...row,
          ...(client_secret === null ? {} : { sealed_secret: secrets.seal(ports, client_secret) }),
          // Another service, or other schools of it: what was read before says nothing about it.
          ...(isElsewhere || row.school_ids !== before.school_ids ? { synced_at: null, full_at: null } : {}),
          version: version + 1,
          arranged_by: user.user_puid,
          next_at: await nextOf({ ...ports, db: trx }, fields),
        })
        .where('connection_id', '=', connection_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await noteConnection(context, trx, 'update', connection_id, { before: told(fieldsOf(before)), after: told(fields) });
    });
    return oneAs(ports.db, connection_id);
  },

  removeRosterConnection: async ({ body: { user_puid, connection_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    await transact(ports.db, async (trx) => {
      const before = await connectionIn(trx, connection_id);
      await trx.deleteFrom('roster_connection').where('connection_id', '=', connection_id).execute();
      await noteConnection(context, trx, 'remove', connection_id, { before: told(fieldsOf(before)) });
    });
    return null;
  },

  testRosterConnection: async ({ body: { user_puid, connection_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const connection = await connectionIn(ports.db, connection_id);
    const found = await testOf(ports, connection);
    await noteConnection(context, ports.db, 'test', connection_id, { after: { problem: found.problem ?? '' } });
    return found;
  },

  importFromApi: async ({ body: { user_puid, connection_id, is_full } }, { ports, user }) => {
    assertSelf(user, user_puid);
    const connection = await connectionIn(ports.db, connection_id);
    return { job_id: await startImport(ports, connection, { user_puid, isFull: is_full, isAlone: false }) };
  },
};
