import { listOf } from '../../common/roster/oneRoster.ts';
import { type rosterSessions as calls, type ListedSession, mostSessions } from '../../contract/rosterSessions.ts';
import { visibleGroups } from '../kit/access.ts';
import { assertSelf, type HandlersOf } from '../kit/handler.ts';
import { todayOf } from '../roster/planning.ts';
import { sessionColumns } from '../roster/terms.ts';

export const rosterSessions: HandlersOf<typeof calls> = {
  rosterSessions: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const { count } = await db
      .selectFrom('roster_session')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('roster_session as s')
      .leftJoin('roster_session as parent', 'parent.sourced_id', 's.parent_sourced_id')
      .select([...sessionColumns.map((column) => `s.${column}` as const), 's.sourced_id', 's.active', 'parent.title as parent_title'])
      .orderBy('s.start_date', 'desc')
      .orderBy('s.end_date', 'desc')
      .orderBy('s.session_id')
      .limit(mostSessions)
      .execute();
    // Many classes have the same terms, so few texts come for all of them.
    const places = await visibleGroups(db, user)
      .select(['class_group.roster_terms', (eb) => eb.fn.countAll().as('count')])
      .where('class_group.roster_terms', 'is not', null)
      .groupBy('class_group.roster_terms')
      .execute();
    const classes = new Map<string, number>();
    for (const { roster_terms, count: some } of places)
      for (const id of listOf(roster_terms ?? '')) classes.set(id, (classes.get(id) ?? 0) + Number(some));
    const today = await todayOf(ports);
    const standingOf = (row: (typeof rows)[number]): ListedSession['standing'] => {
      if (row.active !== 1) return 'gone';
      if (row.end_date < today) return 'over';
      return row.start_date > today ? 'ahead' : 'running';
    };
    return {
      total: Number(count),
      sessions: rows.map((row) => {
        const { sourced_id, active: _, ...session } = row;
        return { ...session, standing: standingOf(row), class_count: classes.get(sourced_id) ?? 0 };
      }),
    };
  },
};
