import type { BodyOf } from '../../contract/kit.ts';
import { type rosterSync as calls, mostRuns, type RosterSync, type RosterSyncKind, type RosterSyncRun } from '../../contract/rosterSync.ts';
import type { Row } from '../db/schema.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { assertOverHttps } from '../kit/overHttps.ts';
import type { Tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { noteConnection } from '../roster/api/connectionAudit.ts';
import { lastImportOf, testOf } from '../roster/api/connections.ts';
import { secrets } from '../roster/api/readSet.ts';
import { sourceOf } from '../roster/api/source.ts';
import { nextOf, startImport } from '../roster/api/sync.ts';
import type { JobResult } from '../roster/jobs.ts';

type Connection = Row<'roster_connection'>;

const storedIn = (db: Tenant): Promise<Connection | undefined> =>
  db.selectFrom('roster_connection').selectAll().where('service', '=', 'clever').executeTakeFirst();

async function syncIn(db: Tenant): Promise<Connection> {
  const row = await storedIn(db);
  if (!row) throw notFound('connection');
  return row;
}

const fieldsOf = ({ base_url, school_ids, kinds, nightly_hour }: Connection) => ({
  base_url,
  school_ids: JSON.parse(school_ids) as string[],
  kinds: JSON.parse(kinds) as RosterSyncKind[],
  nightly_hour,
});

const notSetUp: RosterSync = {
  ...{ version: 0, base_url: '', school_ids: [], kinds: [], nightly_hour: null },
  ...{ next_at: null, synced_at: null, last: null },
};

async function syncAs(db: Tenant): Promise<RosterSync> {
  const row = await storedIn(db);
  if (!row) return notSetUp;
  return {
    ...{ version: row.version, ...fieldsOf(row) },
    ...{ next_at: isoOrNull(row.next_at), synced_at: isoOrNull(row.synced_at), last: await lastImportOf(db, row) },
  };
}

/** What the audit says of the sync: everything but the token. */
const told = ({ base_url, school_ids, kinds, nightly_hour }: ReturnType<typeof fieldsOf>) => ({
  ...{ name: new URL(base_url).host, base_url, nightly_hour },
  ...{ kinds: kinds.join(', '), school_ids: school_ids.join(', ') },
});

async function save({ user_puid, version, access_token, ...given }: BodyOf<typeof calls.saveRosterSync>, context: UserContext) {
  const { ports, user } = context;
  assertSelf(user, user_puid);
  assertOverHttps({ base_url: given.base_url });
  if (given.kinds.length === 0) throw refuse('syncNothing');
  const fields = { ...given, school_ids: [...new Set(given.school_ids)], kinds: [...new Set(given.kinds)] };
  await transact(ports.db, async (trx) => {
    const before = version === 0 ? await storedIn(trx) : await syncIn(trx);
    if ((before?.version ?? 0) !== version) throw refuse('recordChanged');
    // Whoever may change the address could otherwise have the token sent to a server of their own.
    if (access_token === null && before?.base_url !== fields.base_url)
      throw refuse('syncToken', {}, { fields: [fieldReason('access_token', 'missing')] });
    const [school_ids, kinds] = [JSON.stringify(fields.school_ids), JSON.stringify(fields.kinds)];
    const isOther = before && (before.base_url !== fields.base_url || before.school_ids !== school_ids || before.kinds !== kinds);
    const columns = {
      ...{ base_url: fields.base_url, name: new URL(fields.base_url).host, school_ids, kinds, nightly_hour: fields.nightly_hour },
      ...(access_token === null ? {} : { sealed_secret: secrets.seal(ports, access_token) }),
      // What was read from another service, or of other schools and kinds, says nothing about it.
      ...(isOther ? { synced_at: null, full_at: null } : {}),
      ...{ version: version + 1, arranged_by: user.user_puid, next_at: await nextOf({ ...ports, db: trx }, fields) },
    };
    if (before) {
      const { numUpdatedRows } = await trx
        .updateTable('roster_connection')
        .set(columns)
        .where('connection_id', '=', before.connection_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await noteConnection(context, trx, 'update', before.connection_id, { before: told(fieldsOf(before)), after: told(fields) });
    } else {
      const connection_id = ports.newId();
      await trx
        .insertInto('roster_connection')
        .values({
          ...{ district_id: user.district_id, connection_id, service: 'clever', roster_version: '1.2' },
          ...{ token_url: '', client_id: '', scope: '', sealed_secret: '', synced_at: null, full_at: null },
          ...columns,
        })
        .execute();
      await noteConnection(context, trx, 'add', connection_id, { after: told(fields) });
    }
  }).catch((error: unknown) => {
    // Another administrator has set it up for the first time, too.
    throw isUniqueViolation(error) ? refuse('recordChanged') : error;
  });
  return syncAs(ports.db);
}

export const rosterSync: HandlersOf<typeof calls> = {
  rosterSync: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return syncAs(ports.db);
  },

  saveRosterSync: ({ body }, context) => save(body, context),

  removeRosterSync: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    await transact(ports.db, async (trx) => {
      const before = await syncIn(trx);
      await trx.deleteFrom('roster_connection').where('connection_id', '=', before.connection_id).execute();
      await noteConnection(context, trx, 'remove', before.connection_id, { before: told(fieldsOf(before)) });
    });
    return null;
  },

  testRosterSync: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const connection = await syncIn(ports.db);
    const found = await testOf(ports, connection);
    await noteConnection(context, ports.db, 'test', connection.connection_id, { after: { problem: found.problem ?? '' } });
    return found;
  },

  startRosterSync: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const connection = await syncIn(ports.db);
    return { job_id: await startImport(ports, connection, { user_puid: user.user_puid, isFull: true, isAlone: false }) };
  },

  rosterSyncStatus: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const rows = await ports.db
      .selectFrom('roster_job as j')
      .innerJoin('roster_connection as c', (join) =>
        join.onRef('c.district_id', '=', 'j.district_id').onRef('c.connection_id', '=', 'j.connection_id').on('c.service', '=', 'clever'),
      )
      .select(['j.job_id', 'j.state', 'j.problem', 'j.created_at', 'j.finished_at', 'j.updated_at', 'j.source', 'j.rows_done', 'j.result'])
      .orderBy('j.created_at', 'desc')
      .orderBy('j.job_id', 'desc')
      .limit(mostRuns)
      .execute();
    return rows.map((job): RosterSyncRun => {
      const { check, counts } = JSON.parse(job.result) as JobResult;
      const isOver = job.state === 'failed' || job.state === 'refused' || job.state === 'cancelled';
      return {
        ...{ job_id: job.job_id, state: job.state, problem: job.problem, started_at: iso(job.created_at) },
        ended_at: isOver ? iso(job.updated_at) : isoOrNull(job.finished_at),
        at_night: sourceOf(job)?.is_alone ?? false,
        rows: check ? check.files.reduce((sum, file) => sum + file.rows, 0) : job.rows_done,
        ...{ counts, errors: check?.errors ?? 0, warnings: check?.warnings ?? 0 },
      };
    });
  },
};
