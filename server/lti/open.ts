import * as v from 'valibot';
import { Role } from '../../contract/kit.ts';
import type { Opens } from '../../contract/sso.ts';
import { assignmentOf } from '../areas/assigning/assignLesson.ts';
import { openGroup } from '../areas/assigning/joiners.ts';
import type { Row } from '../db/schema.ts';
import { assigned, usableLessons } from '../kit/access.ts';
import { recordUse } from '../kit/dailyUse.ts';
import type { Ports } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { type ChooseLaunch, Launch, type LinkLaunch } from './messages.ts';
import { noteRefusal, platformById } from './platforms.ts';
import { enrollFromPlatform, syncRoster } from './roster.ts';

/** How long a teacher may take to choose, in ms. */
const choiceLife = 3_600_000;

/** The launch that waits with a ticket. */
export function launchIn(stored: string | null): Launch | null {
  if (stored === null) return null;
  return v.parse(Launch, JSON.parse(stored));
}

type Account = Row<'app_user'>;

/** The class that stands for a course of the platform, made at its first launch. It belongs to the teacher who placed the link. */
export async function courseOf(
  trx: Tenant,
  ports: Pick<Ports, 'newId'>,
  launch: Pick<LinkLaunch, 'district_id' | 'platform_id' | 'deployment_id' | 'context_id' | 'context_title' | 'memberships_url'>,
  { owner_puid, name }: { owner_puid: number; name: string },
): Promise<number> {
  const { district_id, platform_id, deployment_id, context_id, context_title, memberships_url } = launch;
  const fresh = ports.newId();
  const { group_puid } = await trx
    .insertInto('lti_course')
    .values({ district_id, platform_id, deployment_id, context_id, owner_puid, group_puid: fresh, memberships_url })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'platform_id', 'deployment_id', 'context_id', 'owner_puid']).doUpdateSet((eb) => ({
        memberships_url: eb.fn.coalesce(eb.ref('excluded.memberships_url'), eb.ref('lti_course.memberships_url')),
      })),
    )
    .returning('group_puid')
    .executeTakeFirstOrThrow();
  if (group_puid === fresh) await openGroup(trx, { district_id, user_puid: owner_puid, group_puid, name: context_title || name });
  return group_puid;
}

/** Assigns the lesson of a link to the class of its course, once. */
async function assignOnce(
  trx: Tenant,
  ports: Pick<Ports, 'now' | 'newId'>,
  { district_id, created_by: user_puid, lesson_id }: Pick<Row<'lti_link'>, 'district_id' | 'created_by' | 'lesson_id'>,
  group_puid: number,
): Promise<{ assignment_id: number; group_assignment_id: number }> {
  const now = ports.now();
  const assignment_id = await assignmentOf(trx, ports, { district_id, user_puid }, { lesson_id, assignment_no: 1 });
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('group_assignment')
    .values({
      ...{ district_id, group_assignment_id: ports.newId(), assignment_id, lesson_id, group_puid, from_date: now, to_date: null },
      ...{ category: 1, is_individual: 0, unassigned_at: null, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['district_id', 'assignment_id', 'group_puid']).doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 1) await recordUse(trx, ports, user_puid, { assignments: 1 });
  const { group_assignment_id } = await trx
    .selectFrom('group_assignment')
    .select('group_assignment_id')
    .where('assignment_id', '=', assignment_id)
    .where('group_puid', '=', group_puid)
    .executeTakeFirstOrThrow();
  return { assignment_id, group_assignment_id };
}

/** Remembers where a link stands in the platform, and where its scores go. */
async function placeLink(trx: Tenant, ports: Pick<Ports, 'newId'>, launch: LinkLaunch, link_id: string, group_assignment_id: number) {
  const { district_id, platform_id, deployment_id, resource_link_id, line_item } = launch;
  const { placement_id } = await trx
    .insertInto('lti_placement')
    .values({
      district_id,
      placement_id: ports.newId(),
      platform_id,
      deployment_id,
      resource_link_id,
      link_id,
      group_assignment_id,
      line_item,
    })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'platform_id', 'deployment_id', 'resource_link_id', 'link_id']).doUpdateSet((eb) => ({
        group_assignment_id,
        line_item: eb.fn.coalesce(eb.ref('excluded.line_item'), eb.ref('lti_placement.line_item')),
      })),
    )
    .returning('placement_id')
    .executeTakeFirstOrThrow();
  return placement_id;
}

async function openLink(ports: Ports, account: Account, launch: LinkLaunch): Promise<Opens | null> {
  if (launch.link_id === null) return null;
  const { district_id, platform_id, link_id, subject } = launch;
  const { user_puid } = account;
  return transact(tenant(ports.db, district_id), async (trx) => {
    const link = await trx
      .selectFrom('lti_link as k')
      .innerJoin('lesson as l', (join) => join.onRef('l.lesson_id', '=', 'k.lesson_id').on('l.deleted_at', 'is', null))
      .selectAll('k')
      .select('l.lesson_name')
      .where('k.link_id', '=', link_id)
      .where('k.platform_id', '=', platform_id)
      .executeTakeFirst();
    if (!link) {
      await noteRefusal({ ...ports, db: trx }, launch, 'link');
      return null;
    }
    const { lesson_id } = link;
    const group_puid = await courseOf(trx, ports, launch, { owner_puid: link.created_by, name: link.lesson_name });
    const { assignment_id, group_assignment_id } = await assignOnce(trx, ports, link, group_puid);
    const placement_id = await placeLink(trx, ports, launch, link.link_id, group_assignment_id);
    if (account.role_id !== Role.student) {
      const own = await usableLessons(trx, account).select('lesson.lesson_id').where('lesson.lesson_id', '=', lesson_id).executeTakeFirst();
      return own ? { kind: 'preview', lesson_id } : null;
    }
    await enrollFromPlatform(trx, group_puid, [user_puid]);
    await trx
      .insertInto('lti_result')
      .values({
        ...{ district_id, placement_id, user_puid, subject, wanted: null, wanted_at: 0, sent: null, sent_at: null },
        ...{ attempts: 0, next_at: null },
      })
      .onConflict((conflict) => conflict.columns(['district_id', 'placement_id', 'user_puid']).doUpdateSet({ subject }))
      .execute();
    // The teacher may have taken the lesson away or archived the class.
    const has = await assigned(trx)
      .select('ga.assignment_id')
      .where('e.user_puid', '=', user_puid)
      .where('ga.group_assignment_id', '=', group_assignment_id)
      .executeTakeFirst();
    return has ? { kind: 'lesson', lesson_id, assignment_id } : null;
  });
}

async function openChoice(ports: Ports, account: Account, launch: ChooseLaunch): Promise<Opens | null> {
  const { district_id, platform_id, deployment_id, return_url, data } = launch;
  if (account.role_id < Role.teacher) {
    await noteRefusal(ports, launch, 'roles', 'deep_linking');
    return null;
  }
  const choice_id = ports.newId();
  const db = tenant(ports.db, district_id);
  await db.deleteFrom('lti_choice').where('expires_at', '<=', ports.now()).execute();
  await db
    .insertInto('lti_choice')
    .values({
      ...{ district_id, choice_id, platform_id, user_puid: account.user_puid, deployment_id, return_url, data },
      ...{ expires_at: ports.now() + choiceLife, link_id: null, return_hash: null },
    })
    .execute();
  return { kind: 'choose', choice_id };
}

/**
 * What a launch opens for the account that has just signed in. It enrolls a student in the class of the course and gives the class the
 * lesson. Null: the home page, because the launch names none of our links, or the account may not open it.
 */
export async function openLaunch(ports: Ports, account: Account, launch: Launch): Promise<Opens | null> {
  if (account.district_id !== launch.district_id) return null;
  const platform = await platformById(ports, launch);
  if (platform?.active !== 1) return null;
  await tenant(ports.db, launch.district_id)
    .updateTable('lti_platform')
    .set((eb) => ({ launches: eb('launches', '+', 1), launched_at: ports.now() }))
    .where('platform_id', '=', launch.platform_id)
    .execute();
  if (launch.kind === 'choose') return openChoice(ports, account, launch);
  const opens = await openLink(ports, account, launch);
  if (account.role_id !== Role.student && launch.memberships_url && launch.link_id)
    ports.background(() => syncRoster(ports, platform, launch), 'rosters of learning platforms');
  return opens;
}
