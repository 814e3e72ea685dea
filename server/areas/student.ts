import type { ClassmatesTracking, student as studentCalls } from '../../contract/student.ts';
import { assigned } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import { type Standing, standings, withContents } from './student/assignments.ts';

/** Assignments of each kind on the home page, which shows the first few and links to the full list. */
const homeShows = 12;
/** Below this many classmates no counts are shown: they would reveal individuals. */
const fewestClassmates = 5;
const latest = Number.MAX_SAFE_INTEGER;

/** Assignments the home page can show: of each kind those due or opening next, or completed last. */
function forHome(all: readonly Standing[]): Standing[] {
  const rank = ({ state, from_date, to_date, completed_at }: Standing) =>
    state === 'completed' ? -(completed_at ?? 0) : state === 'upcoming' ? from_date : (to_date ?? latest);
  const kinds = Map.groupBy(all, ({ state, is_overdue }) => `${state} ${is_overdue}`);
  const first = new Set([...kinds.values()].flatMap((kind) => kind.toSorted((a, b) => rank(a) - rank(b)).slice(0, homeShows)));
  return all.filter((one) => first.has(one));
}

export const student: HandlersOf<typeof studentCalls> = {
  studentDashboard: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const all = (await standings(ports, user)).filter(({ is_past_year }) => !is_past_year);
    const count = (test: (one: Standing) => boolean) => all.filter(test).length;
    return {
      assignments: await withContents(ports.db, user, forHome(all)),
      counts: {
        notStarted: count(({ state }) => state === 'notStarted'),
        inProgress: count(({ state }) => state === 'inProgress'),
        completed: count(({ state }) => state === 'completed'),
        overdue: count(({ is_overdue }) => is_overdue),
      },
    };
  },

  otherStudentsTracking: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const own = (await standings(ports, user)).filter(({ lesson_id }) => lesson_id === query.lessonId);
    if (own.length === 0) throw notFound('lesson');
    const rows = await assigned(ports.db)
      .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
      .leftJoin('lesson_tracking as t', (join) =>
        join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
      )
      .where(
        'ga.group_assignment_id',
        'in',
        own.map(({ group_assignment_id }) => group_assignment_id),
      )
      .where('e.user_puid', '<>', user.user_puid)
      .select(['e.user_puid', 't.tracking_id', 't.completed_at'])
      .execute();
    // A student who has the lesson through two groups counts once, with the furthest progress.
    const furthest = new Map<number, keyof Omit<ClassmatesTracking, 'students'>>();
    for (const { user_puid, tracking_id, completed_at } of rows) {
      const known = furthest.get(user_puid);
      if (completed_at !== null) furthest.set(user_puid, 'completed');
      else if (known !== 'completed' && tracking_id !== null) furthest.set(user_puid, 'in_progress');
      else if (known === undefined) furthest.set(user_puid, 'not_started');
    }
    if (furthest.size < fewestClassmates) return null;
    const count = (state: string) => [...furthest.values()].filter((one) => one === state).length;
    return {
      students: furthest.size,
      not_started: count('not_started'),
      in_progress: count('in_progress'),
      completed: count('completed'),
    };
  },
};
