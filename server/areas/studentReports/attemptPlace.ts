import type { studentReports } from '../../../contract/studentReports.ts';
import { type Db, isOfVisibleGroup, isoOrNull } from '../../kit/access.ts';
import { otherDistrict } from '../../kit/administered.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';

/** An attempt, be it the one that counts or one that a reassignment replaced. */
export const attemptWith = (db: Db, result_id: number) => {
  const from = (table: 'attempt' | 'earlier_attempt') =>
    db
      .selectFrom(table)
      .select(['district_id', 'result_id', 'quiz_id', 'group_assignment_id', 'user_puid', 'state', 'score'])
      .where('result_id', '=', result_id);
  return from('attempt').unionAll(from('earlier_attempt')).as('a');
};

/** The quiz, assignment and student of an attempt. */
export const attemptPlace: HandlersOf<typeof studentReports>['attemptPlace'] = async ({ query: { result_id } }, { ports, user }) => {
  const { db } = ports;
  const place = await db
    .selectFrom(attemptWith(db, result_id))
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
    .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['a.result_id', 'a.quiz_id', 'a.group_assignment_id', 'a.user_puid as student_puid', 'a.state', 'a.score'])
    .select(['ga.group_puid', 'g.name as group_name', 'i.title', 'i.is_learnosity_enabled'])
    .leftJoin('provider_session as s', (join) =>
      join.onRef('s.district_id', '=', 'ga.district_id').onRef('s.result_id', '=', 'a.result_id'),
    )
    .select(['s.provider', 's.fetched_at'])
    .where('ga.unassigned_at', 'is', null)
    .where(isOfVisibleGroup(db, user))
    .executeTakeFirst();
  if (!place) throw notFound('attempt');
  const { state, score, provider, fetched_at, ...named } = place;
  const is_learnosity_enabled = place.is_learnosity_enabled === 1;
  // An attempt from before sessions were stored: what Learnosity delivered has no score here, however the server is configured by now.
  const isElsewhere = is_learnosity_enabled && score === null && (state !== 'started' || ports.learnosity !== undefined);
  return {
    ...named,
    ...(await otherDistrict(db, user)),
    is_learnosity_enabled,
    provider: provider ?? (isElsewhere ? 'learnosity' : 'builtIn'),
    fetched_at: isoOrNull(fetched_at),
  };
};
