import type { AttemptState } from '../../contract/quizResult.ts';
import { releaseStep, statesBefore } from '../../src/machines/reports/releaseSteps.ts';
import { compiled } from '../db/compiled.ts';
import type { Row } from '../db/schema.ts';
import { type Db, isoOrNull } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';

/** State after submission while answers still need points. */
export const handedIn = releaseStep('started', 'work.submitted') as AttemptState;
const scored = releaseStep(handedIn, 'work.graded') as AttemptState;

/** State after submission: graded at once, unless an answer needs manual scoring. */
export const stateAfterHandIn = (answers: readonly { points: number | null }[]): AttemptState =>
  answers.every(({ points }) => points !== null) ? scored : handedIn;

const whole = 0;
const due = statesBefore('release.cameDue');

const releaseOfGroup = compiled((db, named: { group_assignment_id: number; quiz_id: number; user_puid: number }) =>
  db
    .selectFrom('report_release')
    .select('release_at')
    .where('group_assignment_id', '=', named.group_assignment_id)
    .where('quiz_id', '=', named.quiz_id)
    .where('user_puid', '=', whole)
    // A quiz reassigned since then is not included. Its new result needs its own release.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('earlier_attempt as ea')
            .select('ea.result_id')
            .where('ea.user_puid', '=', named.user_puid)
            .where('ea.group_assignment_id', '=', named.group_assignment_id)
            .where('ea.quiz_id', '=', named.quiz_id)
            .whereRef('ea.reassigned_at', '>=', 'report_release.release_at'),
        ),
      ),
    ),
);

/** When results of whole groups are or were released, keyed by assignment and quiz. */
export async function groupReleases(
  db: Db,
  ids: readonly number[],
): Promise<(group_assignment_id: number, quiz_id: number) => string | null> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('report_release')
          .select(['group_assignment_id', 'quiz_id', 'release_at'])
          .where('group_assignment_id', 'in', ids)
          .where('user_puid', '=', whole)
          .execute();
  const releases = new Map(rows.map((row) => [`${row.group_assignment_id} ${row.quiz_id}`, row.release_at]));
  return (group_assignment_id, quiz_id) => isoOrNull(releases.get(`${group_assignment_id} ${quiz_id}`) ?? null);
}

/** Moves an attempt to another state, unless somebody else has moved it first. */
const move = compiled((db, named: { result_id: number; from: AttemptState; state: AttemptState; released_at: number }) =>
  db
    .updateTable('attempt')
    .set({ state: named.state, released_at: named.released_at })
    .where('result_id', '=', named.result_id)
    .where('state', '=', named.from)
    .returningAll(),
);

/** Releases a finished check. Its student has already seen every mark, so the teacher need not release it. */
export async function releaseCheck(db: Db, attempt: Row<'attempt'>, now: number): Promise<Row<'attempt'>> {
  const { result_id, state: from } = attempt;
  const state = releaseStep(from, 'report.released') as AttemptState;
  const [moved] = await move(db, { result_id, from, state, released_at: now });
  return moved ?? attempt;
}

/** Applies the group's standing release, if any, to an attempt that was just submitted. */
export async function followRelease(db: Db, attempt: Row<'attempt'>, now: number): Promise<Row<'attempt'>> {
  const { result_id, user_puid, group_assignment_id, quiz_id } = attempt;
  const [release] = await releaseOfGroup(db, { group_assignment_id, quiz_id, user_puid });
  if (!release) return attempt;
  const isDue = release.release_at <= now;
  const state = releaseStep(attempt.state, isDue ? 'release.cameDue' : 'report.scheduled');
  if (!state) return attempt;
  const [moved] = await move(db, {
    result_id,
    from: attempt.state,
    state,
    released_at: isDue ? now : release.release_at,
  });
  return moved ?? attempt;
}

/** How long a release is reapplied after it was made, in ms, to catch work submitted at the same moment. */
const lookAgain = 60_000;

/** Applies releases that are due. Idempotent, so every process may run it. */
export async function releaseDue({ db: districts, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const at = now();
  for (const { district_id } of await allDistricts(districts)
    .selectFrom('district')
    .select('district_id')
    .where('removed_at', 'is', null)
    .execute()) {
    const db = tenant(districts, district_id);
    const releases = await db
      .selectFrom('report_release')
      .select(['group_assignment_id', 'quiz_id', 'user_puid', 'release_at', 'applied_at'])
      .where('release_at', '<=', at)
      .where((eb) => eb.or([eb('applied_at', 'is', null), eb('applied_at', '>', at - lookAgain)]))
      .execute();
    for (const { group_assignment_id, quiz_id, user_puid, release_at, applied_at } of releases) {
      let moving = db
        .updateTable('attempt')
        .set({ state: 'released', released_at: at })
        .where('group_assignment_id', '=', group_assignment_id)
        .where('quiz_id', '=', quiz_id)
        .where('state', 'in', due)
        // A student may have an individual release date.
        .where((eb) => eb.or([eb('state', '<>', 'scheduled'), eb('released_at', '<=', at)]))
        // Excludes quizzes reassigned after the release date.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('earlier_attempt as ea')
                .select('ea.result_id')
                .whereRef('ea.user_puid', '=', 'attempt.user_puid')
                .whereRef('ea.group_assignment_id', '=', 'attempt.group_assignment_id')
                .whereRef('ea.quiz_id', '=', 'attempt.quiz_id')
                .where('ea.reassigned_at', '>=', release_at),
            ),
          ),
        );
      if (user_puid !== whole) moving = moving.where('user_puid', '=', user_puid);
      await moving.execute();
      if (applied_at !== null) continue;
      await db
        .updateTable('report_release')
        .set({ applied_at: at })
        .where('group_assignment_id', '=', group_assignment_id)
        .where('quiz_id', '=', quiz_id)
        .where('user_puid', '=', user_puid)
        .where('applied_at', 'is', null)
        .execute();
    }
  }
}
