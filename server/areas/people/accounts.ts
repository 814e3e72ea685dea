import { rolesBelow } from '../../../common/may.ts';
import { Role } from '../../../contract/kit.ts';
import { people as calls } from '../../../contract/people.ts';
import type { Row } from '../../db/schema.ts';
import { placeOf } from '../../kit/administered.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { noteLoginCode } from '../../kit/loginCodes.ts';
import { decideRegistration } from '../../kit/registrations.ts';
import { endAllSessions, liveSessions } from '../../kit/sessions.ts';
import { activeUser } from '../../kit/signIn.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { isUniqueViolation, transact } from '../../kit/transact.ts';
import { sendActivated } from '../../mail/activated.ts';
import { mailOf, readerOf } from '../../mail/messages.ts';
import { sendResetLink } from '../../mail/resetLink.ts';
import { freeUserName } from '../../roster/people.ts';
import { newLoginCode } from '../rostering/studentLoginCodes.ts';
import { changeable, userDetail, versionOf } from './detail.ts';
import { managedBy } from './scope.ts';

type User = Row<'app_user'>;
type Edits = Partial<Pick<User, (typeof changeable)[number] | 'user_key'>>;

/** A role that the actor may give. The screen offers no other. */
function assertRole(actor: User, role_id: number): void {
  if (!rolesBelow(actor.role_id).some((one) => one === role_id))
    throw refuse('roleNotAllowed', {}, { fields: [fieldReason('role_id', 'notAccepted')] });
}

/** Everyone below the district belongs to a school: a school administrator's own, or one of the district. */
async function assertPlace(actor: User, db: Tenant, role_id: number, school_id: number | null): Promise<void> {
  if (school_id === null && role_id < Role.districtAdministrator)
    throw refuse('schoolMissing', {}, { fields: [fieldReason('school_id', 'missing')] });
  const isOthers = actor.role_id === Role.schoolAdministrator && school_id !== actor.school_id;
  const school = isOthers
    ? undefined
    : await db
        .selectFrom('school')
        .select('school_id')
        .where('school_id', '=', school_id ?? 0)
        .where('closed_at', 'is', null)
        .executeTakeFirst();
  if (school_id !== null && !school) throw notFound('school');
}

/** Runs a change of an account. Names the username if it is taken; otherwise another account has the student number or the roster's id. */
async function unlessTaken<T>(db: Tenant, user_name: string | null, user_puid: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const other = await db
      .selectFrom('app_user')
      .select('user_puid')
      .where('user_key', '=', (user_name ?? '').toLowerCase())
      .where('user_puid', '!=', user_puid)
      .executeTakeFirst();
    if (!other) throw refuse('accountTaken');
    throw refuse('valueTaken', { value: user_name ?? '' }, { fields: [fieldReason('user_name', 'taken')] });
  }
}

/** The fields that differ, before and after, as the audit shows them: the school by its name. */
async function differences(db: Tenant, before: User, edits: Edits) {
  const changed = changeable.filter((column) => edits[column] !== undefined && edits[column] !== before[column]);
  const nameOf = async (school_id: number | null | undefined) =>
    (
      await db
        .selectFrom('school')
        .select('name')
        .where('school_id', '=', school_id ?? 0)
        .executeTakeFirst()
    )?.name ?? null;
  const inWords = async (row: Edits) => ({
    ...Object.fromEntries(changed.filter((column) => column !== 'school_id').map((column) => [column, row[column]])),
    ...(changed.includes('school_id') ? { school: await nameOf(row.school_id) } : {}),
  });
  return { before: await inWords(before), after: await inWords(edits) };
}

/** Changes the account unless somebody else has changed it since `before` was read. */
async function change(trx: Tenant, before: User, edits: Edits): Promise<void> {
  let update = trx.updateTable('app_user').set(edits).where('user_puid', '=', before.user_puid);
  for (const column of changeable) update = update.where(column, before[column] === null ? 'is' : '=', before[column]);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw refuse('recordChanged');
}

/** Whether the erasure of a user waits for its day. */
const isErasing = async (db: Tenant, user_puid: number) =>
  (await db.selectFrom('erasure').select('due_at').where('user_puid', '=', user_puid).where('done_at', 'is', null).executeTakeFirst()) !==
  undefined;

/** Sets a new login code as the password, which ends the user's sessions, and returns it. */
async function giveCode(context: UserContext, trx: Tenant, user_puid: number, { code, hash }: { code: string; hash: string }) {
  const { ports, user } = context;
  await trx.updateTable('app_user').set({ password_hash: hash }).where('user_puid', '=', user_puid).execute();
  await noteLoginCode(ports, trx, { user_puid }, user.user_puid);
  await endAllSessions(trx, { district_id: user.district_id, user_puid });
  return code;
}

type AccountCalls = Pick<
  typeof calls,
  'managedUser' | 'addUser' | 'updateUser' | 'updateUserId' | 'updateUserRole' | 'userUses' | 'setUserActive' | 'resetUserPassword'
>;

export const accounts: HandlersOf<AccountCalls> = {
  managedUser: ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    return userDetail(context, query.district_id ?? context.user.district_id, query.managed_puid);
  },

  addUser: async ({ body }, context) => {
    const { ports, user, request } = context;
    const { district_id, db } = await placeOf(context, body);
    const { role_id, way, student_id, email } = body;
    const actor = await activeUser(ports, user);
    if (!actor) throw refuse('sessionExpired');
    assertRole(actor, role_id);
    const isOfSchool = actor.role_id === Role.schoolAdministrator;
    const school_id = isOfSchool ? (body.school_id ?? actor.school_id) : body.school_id;
    await assertPlace(actor, db, role_id, school_id);
    if (way === 'link' && email === null) throw refuse('noEmail', {}, { fields: [fieldReason('email', 'missing')] });
    const made = way === 'code' ? await newLoginCode(ports, request) : null;
    const user_puid = ports.newId();
    const added = await unlessTaken(db, body.user_name, user_puid, () =>
      transact(db, async (trx) => {
        const user_name = body.user_name ?? (await freeUserName(trx, body.first_name, body.last_name));
        const { first_name, last_name, grade } = body;
        const row = await trx
          .insertInto('app_user')
          .values({
            user_puid,
            user_name,
            user_key: user_name.toLowerCase(),
            password_hash: made?.hash ?? null,
            role_id,
            first_name,
            last_name,
            email,
            school_id,
            grade,
            student_number: student_id,
            sourced_id: null,
            active: 1,
            token_version: 1,
            created_at: ports.now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (made) await noteLoginCode(ports, trx, { user_puid }, user.user_puid);
        const after = { user_name, first_name, last_name, role: role_id };
        await writeAudit(ports, trx, {
          actor_puid: user.user_puid,
          actor_district_id: user.district_id,
          action: 'user.add',
          subject: `user ${user_puid}`,
          detail: { after },
        });
        return row;
      }),
    );
    if (email !== null && way === 'link') await sendResetLink({ ...ports, db }, request, { ...added, email });
    return { user: await userDetail(context, district_id, user_puid), password: made?.code ?? null };
  },

  updateUser: async ({ body }, context) => {
    const { ports, request } = context;
    const { actor, target, db, audited } = await managedBy(context, calls.updateUser, body);
    if (versionOf(target) !== body.version) throw refuse('recordChanged');
    const { first_name, last_name, user_name, email, grade, student_id, school_id } = body;
    if (school_id !== target.school_id) await assertPlace(actor, db, target.role_id, school_id);
    const edits = { first_name, last_name, user_name, email, grade, student_number: student_id, school_id };
    await unlessTaken(db, user_name, target.user_puid, () =>
      transact(db, async (trx) => {
        await change(trx, target, { ...edits, user_key: user_name.toLowerCase() });
        await writeAudit(ports, trx, { ...audited, action: 'user.update', detail: await differences(trx, target, edits) });
      }),
    );
    if (target.email !== null && target.email !== email) {
      const { user_puid: account, first_name: name } = target;
      await ports.mail
        .send({ recipient: target.email, kind: 'notice', district_id: target.district_id, account }, async () =>
          mailOf('changedAddress', { name, at: ports.now() }, await readerOf({ db }, target, request)),
        )
        .catch((error: unknown) => ports.report(error, 'telling the former address'));
    }
    return userDetail(context, target.district_id, target.user_puid);
  },

  updateUserId: async ({ body }, context) => {
    const { ports } = context;
    const { target, db, audited } = await managedBy(context, calls.updateUserId, body);
    if (versionOf(target) !== body.version) throw refuse('recordChanged');
    const edits = { user_name: body.new_user_name, sourced_id: body.new_sourced_id };
    await unlessTaken(db, edits.user_name, target.user_puid, () =>
      transact(db, async (trx) => {
        await change(trx, target, { ...edits, user_key: edits.user_name.toLowerCase() });
        await writeAudit(ports, trx, { ...audited, action: 'user.update_id', detail: await differences(trx, target, edits) });
      }),
    );
    return userDetail(context, target.district_id, target.user_puid);
  },

  updateUserRole: async ({ body }, context) => {
    const { ports } = context;
    const { actor, target, db, audited } = await managedBy(context, calls.updateUserRole, body);
    const { role_id } = body;
    assertRole(actor, role_id);
    if (target.school_id === null) await assertPlace(actor, db, role_id, null);
    await transact(db, async (trx) => {
      // A class would keep a teacher who is none, or a student who teaches.
      const isOtherKind = (role_id === Role.student) !== (target.role_id === Role.student);
      const place = await trx
        .selectFrom('enrollment as e')
        .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
        .select('e.group_puid')
        .where('e.user_puid', '=', target.user_puid)
        .where('e.active', '=', 1)
        .where('g.active', '=', 1)
        .limit(1)
        .executeTakeFirst();
      if (isOtherKind && place) throw refuse('stillInClasses');
      await change(trx, target, { role_id });
      await endAllSessions(trx, target);
      await writeAudit(ports, trx, {
        ...audited,
        action: 'user.role',
        detail: { before: { role: target.role_id }, after: { role: role_id } },
      });
    });
    return userDetail(context, target.district_id, target.user_puid);
  },

  userUses: async ({ query }, context) => {
    const { target, db } = await managedBy(context, calls.userUses, query);
    const places = await db
      .selectFrom('enrollment as e')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .select([
        'e.role',
        (eb) =>
          eb
            .selectFrom('enrollment as o')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .whereRef('o.group_puid', '=', 'e.group_puid')
            .where('o.role', '=', 'teacher')
            .where('o.active', '=', 1)
            .where('o.user_puid', '!=', target.user_puid)
            .as('others'),
      ])
      .where('e.user_puid', '=', target.user_puid)
      .where('e.active', '=', 1)
      .where('g.active', '=', 1)
      .execute();
    const taught = places.filter(({ role }) => role === 'teacher');
    const { live } = await liveSessions(db, target, context.ports.now())
      .select((eb) => eb.fn.countAll<number>().as('live'))
      .executeTakeFirstOrThrow();
    return {
      attended: places.length - taught.length,
      taught: taught.length,
      alone: taught.filter(({ others }) => Number(others) === 0).length,
      sessions: Number(live),
    };
  },

  setUserActive: async ({ body }, context) => {
    const { ports } = context;
    const { target, db, audited } = await managedBy(context, calls.setUserActive, body);
    const active = Number(body.active);
    let registered: Row<'registration_request'> | undefined;
    if (target.active !== active)
      await transact(db, async (trx) => {
        if (active && (await isErasing(trx, target.user_puid))) throw refuse('erasureWaits');
        await change(trx, target, { active });
        // Reopening the school leaves the account as it is from now on.
        await trx.deleteFrom('school_closing').where('kind', '=', 'user').where('member_id', '=', target.user_puid).execute();
        registered = await decideRegistration(trx, ports, target.user_puid);
        if (!active) await endAllSessions(trx, target);
        await writeAudit(ports, trx, { ...audited, action: active ? 'user.open' : 'user.close' });
      });
    if (registered && active) await sendActivated(ports, context.request, registered.email, target);
    return userDetail(context, target.district_id, target.user_puid);
  },

  resetUserPassword: async ({ body }, context) => {
    const { ports, request } = context;
    const { target, db, audited } = await managedBy(context, calls.resetUserPassword, body);
    const { email } = target;
    if (body.way === 'code') {
      const made = await newLoginCode(ports, request);
      const password = await transact(db, async (trx) => {
        await writeAudit(ports, trx, { ...audited, action: 'user.login_code' });
        return giveCode(context, trx, target.user_puid, made);
      });
      return { user: await userDetail(context, target.district_id, target.user_puid), password };
    }
    if (email === null) throw refuse('noEmail');
    await writeAudit(ports, db, { ...audited, action: 'user.reset_link' });
    await sendResetLink({ ...ports, db }, request, { ...target, email });
    return { user: await userDetail(context, target.district_id, target.user_puid), password: null };
  },
};
