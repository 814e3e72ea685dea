import type { closing as closingCalls, RunningAssessment } from '../../contract/closing.ts';
import { Role } from '../../contract/kit.ts';
import { compiled } from '../db/compiled.ts';
import { iso } from '../kit/access.ts';
import { type HandlersOf, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';

const runningOf = compiled((db, named: { district_id: number; user_puid: number; now: number }) =>
  db
    .selectFrom('attempt as a')
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
    .innerJoin('resource_tracking as rt', 'rt.resource_tracking_id', 'a.resource_tracking_id')
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .select([
      'a.result_id',
      'a.quiz_id',
      'q.title',
      'q.item_id',
      'a.lesson_id',
      'a.assignment_id',
      'a.group_assignment_id',
      'rt.lesson_resource_id',
      'a.ends_at',
    ])
    .where('a.user_puid', '=', named.user_puid)
    .where('a.state', '=', 'started')
    .where('a.ends_at', '>', named.now)
    .where('ga.readings_open', '=', 0)
    // A student whose assignment was removed can no longer hand in and need not wait for the end.
    .where('ga.unassigned_at', 'is', null)
    .orderBy('a.ends_at')
    .orderBy('a.result_id'),
);

type Student = Pick<TokenUser, 'district_id' | 'user_puid' | 'role'>;

const running = async ({ db, now }: Pick<TenantPorts, 'db' | 'now'>, { district_id, user_puid, role }: Student) =>
  role === Role.student ? runningOf(db, { district_id, user_puid, now: now() }) : [];

/**
 * The timed assessment that closes content to the student. With several in progress, the one with this id. Null if nothing is closed, which
 * is always the case for staff.
 */
export async function runningAssessment(
  ports: Pick<TenantPorts, 'db' | 'now'>,
  user: Student,
  result_id?: number,
): Promise<RunningAssessment | null> {
  const found = (await running(ports, user)).find((one) => (result_id ?? one.result_id) === one.result_id);
  if (!found) return null;
  const { item_id: _, ends_at, ...assessment } = found;
  return { ...assessment, end_time: iso(ends_at as number) };
}

/**
 * Refuses content to students during a timed assessment, unless their teacher keeps readings open. The assessment's own content (`item_id`)
 * is allowed.
 *
 * @throws Refusal 423, with the assessment's end as data
 */
export async function assertContentOpen(ports: Pick<TenantPorts, 'db' | 'now'>, user: Student, item_id?: number): Promise<void> {
  const all = await running(ports, user);
  const [first] = all;
  if (!first || all.some((one) => one.item_id === item_id)) return;
  throw refuse('closedInAssessment', { title: first.title }, { end_time: iso(first.ends_at as number) });
}

export const closing: HandlersOf<typeof closingCalls> = {
  runningAssessment: (_, { ports, user }) => runningAssessment(ports, user),
};
