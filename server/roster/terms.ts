import { listOf } from '../../common/roster/oneRoster.ts';
import type { RosterSession } from '../../contract/rosterSessions.ts';
import { partsOf } from '../db/parts.ts';
import type { Row } from '../db/schema.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { todayOf } from './planning.ts';

/** The academic sessions of a class, by their first day, and whether the last of them is over today in the district. */
export interface Terms {
  terms: RosterSession[];
  is_over: boolean;
}

export const sessionColumns = ['session_id', 'title', 'type', 'start_date', 'end_date', 'school_year'] as const;

/** The academic sessions of classes. Those that the source has deleted or never sent do not count. */
export async function termsOf(
  ports: TenantPorts,
  groups: readonly Pick<Row<'class_group'>, 'group_puid' | 'roster_terms'>[],
): Promise<Map<number, Terms>> {
  const named = new Map(groups.map(({ group_puid, roster_terms }) => [group_puid, listOf(roster_terms ?? '')]));
  const wanted = [...new Set([...named.values()].flat())];
  const none = new Map(groups.map(({ group_puid }) => [group_puid, { terms: [], is_over: false }]));
  if (wanted.length === 0) return none;
  const known = new Map<string, RosterSession>();
  for (const some of partsOf(wanted)) {
    const rows = await ports.db
      .selectFrom('roster_session')
      .select([...sessionColumns, 'sourced_id'])
      .where('sourced_id', 'in', some)
      .where('active', '=', 1)
      .execute();
    for (const { sourced_id, ...session } of rows) known.set(sourced_id, session);
  }
  const today = await todayOf(ports);
  return new Map(
    [...named].map(([group_puid, ids]) => {
      const terms = ids
        .flatMap((id) => known.get(id) ?? [])
        .sort((a, b) => a.start_date.localeCompare(b.start_date) || b.end_date.localeCompare(a.end_date) || a.session_id - b.session_id);
      return [group_puid, { terms, is_over: terms.length > 0 && terms.every(({ end_date }) => end_date < today) }];
    }),
  );
}
