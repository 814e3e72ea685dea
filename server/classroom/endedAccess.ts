import { createHash } from 'node:crypto';
import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { oneRun } from '../kit/oneRun.ts';
import type { Ports } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { pauseAfter } from '../mail/delivery.ts';
import { revokeAccess, SignOnProblem } from '../sso/openId.ts';
import { signOnRegistration } from '../sso/signOnProviders.ts';
import { type ClassroomAccount, openedToken } from './tokens.ts';

type Ended = Pick<ClassroomAccount, 'provider' | 'subject' | 'sealed_token'>;

/** Time after which another server may try the same, and until it is given up, ms. */
const lease = 120_000;
const life = 7 * 24 * 3_600_000;
const mostAtOnce = 50;

const hashOf = (subject: string) => createHash('sha256').update(subject).digest('base64url');

/** Notes access that is to end at the service, unless another account here uses the same one: there, it is one access. */
export async function noteEnded(
  ports: Pick<Ports, 'now' | 'newId'>,
  trx: Tenant,
  { provider, subject, sealed_token }: Ended,
): Promise<number | null> {
  if (sealed_token === '') return null;
  const other = await trx
    .selectFrom('classroom_link')
    .select('user_puid')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (other) return null;
  const [ending_id, now] = [ports.newId(), ports.now()];
  const row = { ending_id, provider, subject_hash: hashOf(subject), sealed_token, attempts: 0, next_at: now, give_up_at: now + life };
  await trx.insertInto('ended_access').values(row).execute();
  return ending_id;
}

/** Drops what was to end of an account that has just been linked again, because the service knows one access to an account. */
export const dropEnded = (trx: Tenant, { provider, subject }: Pick<Ended, 'provider' | 'subject'>): Promise<unknown> =>
  trx.deleteFrom('ended_access').where('provider', '=', provider).where('subject_hash', '=', hashOf(subject)).execute();

/** Tries to end one access at the service. Returns whether the service answers. */
async function endOne(ports: Ports, db: Tenant, row: Row<'ended_access'>): Promise<boolean> {
  const { ending_id, provider: registration, sealed_token, attempts, give_up_at } = row;
  const own = () => db.deleteFrom('ended_access').where('ending_id', '=', ending_id).execute();
  const provider = await db.selectFrom('sign_on_provider').selectAll().where('kind', '=', 'classroom').executeTakeFirst();
  const token = openedToken(ports, sealed_token);
  // Without its registration or the server's key, nobody can end it here.
  if (!provider || signOnRegistration(provider).provider !== registration || token === null) {
    await own();
    return true;
  }
  try {
    await revokeAccess(ports, provider, token);
    await own();
    return true;
  } catch (error) {
    if (!(error instanceof SignOnProblem)) ports.report(error, 'ending access to the classroom service');
    const [byte = 0] = ports.randomBytes(1);
    const next_at = Math.round(ports.now() + pauseAfter(attempts + 1, byte / 255));
    if (next_at > give_up_at) await own();
    else
      await db
        .updateTable('ended_access')
        .set({ attempts: attempts + 1, next_at })
        .where('ending_id', '=', ending_id)
        .execute();
    return false;
  }
}

/** Claims a row, so that no other server tries it as well. */
async function claim(ports: Ports, db: Tenant, { ending_id, next_at }: Pick<Row<'ended_access'>, 'ending_id' | 'next_at'>) {
  return db
    .updateTable('ended_access')
    .set({ next_at: ports.now() + lease })
    .where('ending_id', '=', ending_id)
    .where('next_at', '=', next_at)
    .returningAll()
    .executeTakeFirst();
}

/** Ends an access at once; if the service is down, it is tried again later. */
export async function endNow(ports: Ports, db: Tenant, ending_id: number | null): Promise<void> {
  if (ending_id === null) return;
  const row = await db.selectFrom('ended_access').selectAll().where('ending_id', '=', ending_id).executeTakeFirst();
  const claimed = row && (await claim(ports, db, row));
  if (claimed) await endOne(ports, db, claimed);
}

/** Forgets the access of accounts that are closed or no longer a teacher's, or whose district is to be erased now, and notes it as ended. */
export async function endOfClosed(ports: Pick<Ports, 'db' | 'now' | 'newId'>): Promise<void> {
  const links = await allDistricts(ports.db)
    .selectFrom('classroom_link as l')
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'l.district_id').onRef('u.user_puid', '=', 'l.user_puid'))
    .select(['l.district_id', 'l.user_puid'])
    .where((eb) =>
      eb.or([
        eb('u.active', '=', 0),
        eb('u.role_id', '<>', Role.teacher),
        eb.exists(
          eb
            .selectFrom('district_erasure as e')
            .select('e.due_at')
            .whereRef('e.erased_district', '=', 'l.district_id')
            .where('e.erased_at', 'is', null)
            .where('e.due_at', '<=', ports.now()),
        ),
      ]),
    )
    .execute();
  for (const { district_id, user_puid } of links)
    await transact(tenant(ports.db, district_id), async (trx) => {
      const gone = await trx.deleteFrom('classroom_link').where('user_puid', '=', user_puid).returningAll().executeTakeFirst();
      if (gone) await noteEnded(ports, trx, gone);
    });
}

/** Ends at the service what is due. Concurrent calls share the work. */
export function accessEnding(ports: Ports): { endDue: () => Promise<void> } {
  return {
    endDue: oneRun(async () => {
      await endOfClosed(ports);
      const due = await allDistricts(ports.db)
        .selectFrom('ended_access')
        .select(['district_id', 'ending_id', 'next_at'])
        .where('next_at', '<=', ports.now())
        .orderBy('next_at')
        .orderBy('ending_id')
        .limit(mostAtOnce)
        .execute();
      const silent = new Set<number>();
      for (const { district_id, ...one } of due) {
        const db = tenant(ports.db, district_id);
        const row = silent.has(district_id) ? undefined : await claim(ports, db, one);
        if (row && !(await endOne(ports, db, row))) silent.add(district_id);
      }
    }),
  };
}
