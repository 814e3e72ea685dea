import type { Roster } from '../../common/roster/reading.ts';
import { account } from '../../contract/account.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { people } from '../../contract/people.ts';
import type { SelectionMode } from '../../contract/rostering/job.ts';
import { partsOf } from '../db/parts.ts';
import type { Row } from '../db/schema.ts';
import { mayFor } from '../kit/acting.ts';
import { forgetLoginCode } from '../kit/loginCodes.ts';
import { endAllSessions } from '../kit/sessions.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { Plan, Step } from './planning.ts';
import type { AnyRow, Entry } from './tables.ts';

export type Selection = Omit<Extract<Roster, { form: 'selection' }>, 'form'>;
type User = Row<'app_user'>;

/** The call that does the same for one person. Who may make it may do it for many. */
const callOf: Readonly<Record<SelectionMode, Call>> = {
  close: people.setUserActive,
  open: people.setUserActive,
  move: people.updateUser,
  endSessions: account.endUserSessions,
  resetCodes: people.resetUserPassword,
};

async function endSessions(trx: Tenant, users: readonly User[]): Promise<void> {
  for (const user of users) await endAllSessions(trx, user);
}

/** Takes back passwords and login codes. The next label gives a new code. */
async function takeCodes(trx: Tenant, users: readonly User[]): Promise<void> {
  for (const { user_puid } of users) {
    await trx.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', user_puid).execute();
    await forgetLoginCode(trx, { user_puid });
  }
  await endSessions(trx, users);
}

/** From now on, reopening a school leaves these accounts as they are. */
async function leaveClosing(trx: Tenant, users: readonly User[]): Promise<void> {
  if (users.length === 0) return;
  await trx
    .deleteFrom('school_closing')
    .where('kind', '=', 'user')
    .where(
      'member_id',
      'in',
      users.map(({ user_puid }) => user_puid),
    )
    .execute();
}

/**
 * Does something for the people of a selection. Those for whom the caller may not do it are skipped and counted. What is done already stays
 * as it is, so that a stopped job goes on by planning again.
 */
export async function* planSelection(plan: Plan, { user_puids, school_id }: Selection): AsyncGenerator<Step> {
  const { ports, importer } = plan;
  const { db } = ports;
  const mode = importer.mode as SelectionMode;
  const actor = { district_id: importer.district_id, role_id: importer.role, school_id: importer.school_id, active: 1 };
  for (const school of await db.selectFrom('school').selectAll().execute()) {
    plan.schoolNames.set(school.school_id, school.name);
    if (school.school_id === school_id && school.closed_at !== null) return plan.findings.error('schoolClosed', '');
  }
  if (mode === 'close') {
    let those = db.selectFrom('app_user').where('active', '=', 1).where('role_id', '>=', Role.student).where('role_id', '<', importer.role);
    if (importer.school_id !== null) those = those.where('school_id', '=', importer.school_id);
    for (const row of await those.select(['role_id', 'school_id', 'active']).execute()) plan.hadUser(row);
  }

  for (const part of partsOf(user_puids)) {
    const users = await db.selectFrom('app_user').selectAll().where('user_puid', 'in', part).where('erased_at', 'is', null).execute();
    const kept = mode === 'open' ? await erasing(db, part) : new Set<number>();
    const may = users.filter(
      (user) =>
        mayFor(actor, callOf[mode], user) &&
        !kept.has(user.user_puid) &&
        (mode !== 'move' || user.role_id < Role.districtAdministrator) &&
        (mode !== 'resetCodes' || user.role_id === Role.student),
    );
    plan.skipped += part.length - may.length;
    const live = mode === 'endSessions' ? await signedIn(ports, part) : new Set<number>();
    const entries: Entry[] = [];
    const changed: User[] = [];
    for (const user of may) {
      const row = user as unknown as AnyRow;
      const entry =
        mode === 'close'
          ? plan.setActive(row, 0)
          : mode === 'open'
            ? plan.setActive(row, 1)
            : mode === 'move'
              ? plan.setColumns(row, { school_id })
              : undefined;
      if (entry) entries.push(entry);
      const isTouched = mode === 'endSessions' ? live.has(user.user_puid) : mode === 'resetCodes' && user.password_hash !== null;
      if (isTouched) plan.touch(row);
      else if (mode === 'endSessions' || mode === 'resetCodes') plan.counts.users.unchanged += 1;
      if (entry || isTouched) changed.push(user);
    }
    yield {
      kind: 'users',
      entries,
      rows: part.length,
      also: async (trx) => {
        if (mode === 'resetCodes') await takeCodes(trx, changed);
        else if (mode === 'endSessions' || mode === 'close') await endSessions(trx, changed);
        if (mode === 'close' || mode === 'open') await leaveClosing(trx, changed);
      },
    };
  }
}

/** Those of the people whose erasure waits for its day. */
async function erasing(db: Tenant, part: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('erasure').select('user_puid').where('user_puid', 'in', part).where('done_at', 'is', null).execute();
  return new Set(rows.map(({ user_puid }) => user_puid));
}

/** Those of the people who are signed in. */
async function signedIn({ db, now }: Plan['ports'], part: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('refresh_session')
    .select('user_puid')
    .distinct()
    .where('user_puid', 'in', part)
    .where('expires_at', '>', now())
    .execute();
  return new Set(rows.map(({ user_puid }) => user_puid));
}
