import { sql } from 'kysely';
import * as v from 'valibot';
import { Role } from '../../contract/kit.ts';
import { plainLine } from '../../contract/plainLine.ts';
import { partsOf } from '../db/parts.ts';
import { noteUse } from '../kit/integrationUse.ts';
import type { Ports } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { linkKnown, longestName, type Person } from '../sso/signOn.ts';
import { rosterScope } from './launch.ts';
import type { LinkLaunch } from './messages.ts';
import { PlatformFailed } from './outbound.ts';
import { noteRefusal, type Platform, registrationOf } from './platforms.ts';
import { askService } from './services.ts';

const Members = v.object({
  members: v.array(
    v.looseObject({
      user_id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
      status: v.optional(v.string(), 'Active'),
      roles: v.array(v.string()),
      name: v.optional(v.nullable(v.string())),
      given_name: v.optional(v.nullable(v.string())),
      family_name: v.optional(v.nullable(v.string())),
      lis_person_sourcedid: v.optional(v.nullable(v.string())),
    }),
  ),
});
const mostPages = 100;
const mostMembers = 5000;
const learner = /(^|#)Learner$/;

/** Address of the next page (RFC 8288); undefined: this was the last. Pages elsewhere are not read: the token is for this platform. */
function nextPage(headers: Headers, here: string): string | undefined {
  const link = (headers.get('link') ?? '').split(/,(?=\s*<)/).find((one) => /;\s*rel="?next"?/i.test(one));
  const address = /^<([^>]*)>/.exec(link?.trim() ?? '')?.[1];
  if (address === undefined || !URL.canParse(address, here)) return undefined;
  const url = new URL(address, here);
  return url.origin === new URL(here).origin ? url.href : undefined;
}

type Member = v.InferOutput<typeof Members>['members'][number];
interface Learner extends Person {
  name: string;
}

/** What a platform calls somebody; empty: it gives no names. */
const nameOf = ({ name, given_name, family_name }: Member): string =>
  plainLine(name?.trim() || [given_name, family_name].filter(Boolean).join(' ')).slice(0, longestName);

/** The learners of a course as its Names and Roles service lists them, page by page, by their ids at the platform. */
async function learnersOf(ports: Ports, platform: Platform, memberships_url: string): Promise<Map<string, Learner>> {
  const learners = new Map<string, Learner>();
  let address: string | undefined = memberships_url;
  for (let page = 0; address !== undefined; page++) {
    if (page === mostPages) throw new PlatformFailed(200);
    const { json, headers } = await askService(ports, platform, rosterScope, address, {
      headers: { accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json' },
    });
    const read = v.safeParse(Members, json);
    if (!read.success) throw new PlatformFailed(200);
    for (const member of read.output.members)
      if (member.status === 'Active' && member.roles.some((role) => learner.test(role))) {
        const sourced_id = platform.lis_is_sourced_id === 1 ? member.lis_person_sourcedid || undefined : undefined;
        learners.set(member.user_id, { subject: member.user_id, sourced_id, name: nameOf(member) });
      }
    if (learners.size > mostMembers) throw new PlatformFailed(200);
    address = nextPage(headers, address);
  }
  return learners;
}

/**
 * Enrolls students whom a platform lists in the class of their course. The platform may end only what it made: whoever is in the class
 * already has been enrolled by somebody else, too.
 */
export async function enrollFromPlatform(db: Tenant, group_puid: number, people: readonly number[]): Promise<void> {
  const place = { group_puid, role: 'student' as const, sourced_id: null, active: 1, borrowed: 1, listed_in: 'platform' as const };
  for (const some of partsOf(people))
    await db
      .insertInto('enrollment')
      .values(some.map((user_puid) => ({ ...place, user_puid })))
      .onConflict((conflict) =>
        conflict.columns(['district_id', 'group_puid', 'user_puid']).doUpdateSet({
          active: 1,
          left_at: null,
          listed_in: sql<'platform' | null>`case when enrollment.active = 0 or enrollment.listed_in = 'platform' then 'platform' end`,
        }),
      )
      .execute();
}

type Course = Pick<LinkLaunch, 'deployment_id' | 'context_id' | 'context_title' | 'memberships_url'>;

/** Keeps the learners of a course who have no account here, so that an administrator sees whom a class lacks. */
async function rememberStrangers(
  ports: Pick<Ports, 'now'>,
  db: Tenant,
  { platform_id, deployment_id, context_id, context_title }: Course & { platform_id: number },
  strangers: readonly Learner[],
): Promise<void> {
  const listed_at = ports.now();
  await transact(db, async (trx) => {
    await trx
      .deleteFrom('lti_member')
      .where('platform_id', '=', platform_id)
      .where('deployment_id', '=', deployment_id)
      .where('context_id', '=', context_id)
      .execute();
    for (const some of partsOf(strangers))
      await trx
        .insertInto('lti_member')
        .values(some.map(({ subject, name }) => ({ platform_id, deployment_id, context_id, subject, name, context_title, listed_at })))
        // Another server may have read the roster at the same time.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/**
 * Brings the classes that stand for a course up to date with the platform's roster: learners with an account here join, and those whom
 * the platform alone has enrolled leave once they are no longer in the course. Nobody gets an account by it:
 * whoever has none is listed for the administrators. Only a roster that was read whole counts.
 */
export async function syncRoster(ports: Ports, platform: Platform, launch: Course): Promise<void> {
  if (!launch.memberships_url || platform.token_endpoint === '') return;
  let learners: Map<string, Learner>;
  try {
    learners = await learnersOf(ports, platform, launch.memberships_url);
  } catch (error) {
    if (!(error instanceof PlatformFailed)) throw error;
    await noteRefusal(ports, platform, 'rosterUnavailable', String(error.status ?? ''));
    return;
  }
  const { district_id, platform_id, issuer } = platform;
  const registration = registrationOf(platform);
  const accounts = await linkKnown(ports, { provider: registration.provider, issuer }, [...learners.values()], registration);
  const people = new Set([...accounts.values()].filter(({ role_id }) => role_id === Role.student).map(({ user_puid }) => user_puid));
  const db = tenant(ports.db, district_id);
  await noteUse(ports, db, { kind: 'ltiRoster', ref: platform_id }, null);
  const strangers = [...learners.values()].filter(({ subject }) => !accounts.has(subject));
  await rememberStrangers(ports, db, { platform_id, ...launch }, strangers);
  const courses = await db
    .selectFrom('lti_course')
    .select('group_puid')
    .where('platform_id', '=', platform_id)
    .where('deployment_id', '=', launch.deployment_id)
    .where('context_id', '=', launch.context_id)
    .orderBy('group_puid')
    .execute();
  for (const { group_puid } of courses) {
    await enrollFromPlatform(db, group_puid, [...people]);
    const enrolled = await db
      .selectFrom('enrollment')
      .select('user_puid')
      .where('group_puid', '=', group_puid)
      .where('role', '=', 'student')
      .where('active', '=', 1)
      .where('listed_in', '=', 'platform')
      .where((eb) => eb.or([eb('roster_active', 'is', null), eb('roster_active', '<>', 1)]))
      .execute();
    const gone = enrolled.map(({ user_puid }) => user_puid).filter((user_puid) => !people.has(user_puid));
    for (const some of partsOf(gone))
      await db
        .updateTable('enrollment')
        .set({ active: 0, left_at: ports.now() })
        .where('group_puid', '=', group_puid)
        .where('user_puid', 'in', some)
        .execute();
  }
}
