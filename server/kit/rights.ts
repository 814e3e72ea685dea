import { Role } from '../../contract/kit.ts';
import type { Module } from '../../contract/modules.ts';
import { type Right, rights } from '../../contract/rights.ts';
import type { Tenant } from './tenant.ts';
import type { TokenUser } from './tokens.ts';

/** Assignments of active permissions that count at an instant. */
export const assignmentsAt = (db: Pick<Tenant, 'selectFrom'>, now: number) =>
  db
    .selectFrom('permission_assignment as a')
    .innerJoin('permission as p', (join) =>
      join.onRef('p.district_id', '=', 'a.district_id').onRef('p.permission_id', '=', 'a.permission_id'),
    )
    .where('a.removed_at', 'is', null)
    .where('p.removed_at', 'is', null)
    .where('p.active', '=', 1)
    .where('a.from_at', '<=', now)
    .where('a.until_at', '>', now);

type Flags = Readonly<Record<`may_${Right}`, number | boolean>>;
/** The rights of a permission. */
export const rightsIn = (permission: Flags): Right[] => rights.filter((right) => Boolean(permission[`may_${right}`]));

/** Whether a role can get rights beside its own: staff below the highest. */
export const canHold = (role: number): boolean => role >= Role.teacher && role < Role.superAdministrator;

/** The rights that a user has at this instant beside those of the role. Read for each call, so that what is taken back ends at once. */
export async function rightsOf(db: Tenant, { user_puid, role, lesson }: TokenUser, now: number): Promise<Right[]> {
  if (!canHold(role) || lesson) return [];
  const rows = await assignmentsAt(db, now)
    .select(rights.map((right) => `p.may_${right}` as const))
    .where((eb) => eb.or([eb('a.to_user_puid', '=', user_puid), eb('a.to_role_id', '=', role)]))
    .execute();
  return rights.filter((right) => rows.some((row) => row[`may_${right}`] === 1));
}

interface Tab {
  key: string;
  show: boolean;
}
const none: ReadonlySet<string> = new Set();
/** Thousands of calls a minute read the same few texts. */
const read = new Map<string, ReadonlySet<string>>();
const mostRead = 1000;

function hiddenIn(text: string | null): ReadonlySet<string> {
  if (text === null) return none;
  const known = read.get(text);
  if (known) return known;
  const hidden = new Set((JSON.parse(text) as Tab[]).filter(({ show }) => !show).map(({ key }) => key));
  if (read.size >= mostRead) read.clear();
  read.set(text, hidden);
  return hidden;
}

/** Whether the district or the school has switched a module off. Both texts are stored `nav_tabs`. */
export const isOff = (module: Module, district: string | null, school: string | null): boolean =>
  hiddenIn(district).has(module) || hiddenIn(school).has(module);

/** Whether a module is off for a user, by the user's district or school. For content that has parts of a module beside others. */
export async function isOffFor(
  db: Pick<Tenant, 'selectFrom'>,
  { user_puid }: Pick<TokenUser, 'user_puid'>,
  module: Module,
): Promise<boolean> {
  const tabs = await db
    .selectFrom('app_user as u')
    .innerJoin('district as d', 'd.district_id', 'u.district_id')
    .leftJoin('school as s', 's.school_id', 'u.school_id')
    .select(['d.nav_tabs', 's.nav_tabs as school_tabs'])
    .where('u.user_puid', '=', user_puid)
    .executeTakeFirst();
  return tabs !== undefined && isOff(module, tabs.nav_tabs, tabs.school_tabs);
}

/** Stored tabs with these changes. Tabs that are not named stay. */
export function withTabs(stored: string | null, changes: readonly Tab[]): string {
  const tabs = new Map((JSON.parse(stored ?? '[]') as Tab[]).map(({ key, show }) => [key, show]));
  for (const { key, show } of changes) tabs.set(key, show);
  return JSON.stringify([...tabs].map(([key, show]) => ({ key, show })));
}

/** The tabs that a user sees: the district's, without those that the school has switched off. */
export function tabsOf(district: string, school: string | null): Tab[] {
  const hidden = hiddenIn(school);
  const tabs = (JSON.parse(district) as Tab[]).map(({ key, show }) => ({ key, show: show && !hidden.has(key) }));
  const missing = [...hidden].filter((key) => !tabs.some((tab) => tab.key === key));
  return [...tabs, ...missing.map((key) => ({ key, show: false }))];
}
