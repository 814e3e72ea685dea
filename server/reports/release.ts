import type { AttemptState } from '../../contract/quizResult.ts';
import { releaseStep, statesBefore } from '../../src/machines/release/releaseSteps.ts';
import type { Db } from '../areas/access.ts';
import { compiled } from '../db/compiled.ts';
import type { Row } from '../db/schema.ts';
import type { Ports } from '../kit/ports.ts';

const handedIn = releaseStep('started', 'work.submitted') as AttemptState;
const scored = releaseStep(handedIn, 'work.graded') as AttemptState;

/** Where an attempt stands when it is handed in: graded at once, unless an answer waits for a person to give it points. */
export const stateAfterHandIn = (answers: readonly { points: number | null }[]): AttemptState =>
  answers.every(({ points }) => points !== null) ? scored : handedIn;

const whole = 0;
const due = statesBefore('release.cameDue');

const releaseOfGroup = compiled((db, named: { district_id: number; group_assignment_id: number; quiz_id: number }) =>
  db
    .selectFrom('report_release')
    .select('release_at')
    .where('district_id', '=', named.district_id)
    .where('group_assignment_id', '=', named.group_assignment_id)
    .where('quiz_id', '=', named.quiz_id)
    .where('user_puid', '=', whole),
);

/** An attempt that was just handed in, as it stands after the release of its group, if there is one: it follows at once. */
export async function followRelease(db: Db, attempt: Row<'attempt'>, now: number): Promise<Row<'attempt'>> {
  const { district_id, result_id, group_assignment_id, quiz_id } = attempt;
  const [release] = await releaseOfGroup(db, { district_id, group_assignment_id, quiz_id });
  if (!release) return attempt;
  const isDue = release.release_at <= now;
  const state = releaseStep(attempt.state, isDue ? 'release.cameDue' : 'report.scheduled');
  if (!state) return attempt;
  const moved = await db
    .updateTable('attempt')
    .set({ state, released_at: isDue ? now : release.release_at })
    .where('district_id', '=', district_id)
    .where('result_id', '=', result_id)
    .where('state', '=', attempt.state)
    .returningAll()
    .executeTakeFirst();
  return moved ?? attempt;
}

/** How long a release is looked at again after it was made, in ms: work that was handed in at the same moment follows too. */
const lookAgain = 60_000;

/** Releases whose day has come. Repeats nothing that is done, so that every process may do it. */
export async function releaseDue({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const at = now();
  for (const { district_id } of await db.selectFrom('district').select('district_id').execute()) {
    const releases = await db
      .selectFrom('report_release')
      .select(['group_assignment_id', 'quiz_id', 'user_puid', 'applied_at'])
      .where('district_id', '=', district_id)
      .where('release_at', '<=', at)
      .where((eb) => eb.or([eb('applied_at', 'is', null), eb('applied_at', '>', at - lookAgain)]))
      .execute();
    for (const { group_assignment_id, quiz_id, user_puid, applied_at } of releases) {
      let moving = db
        .updateTable('attempt')
        .set({ state: 'released', released_at: at })
        .where('district_id', '=', district_id)
        .where('group_assignment_id', '=', group_assignment_id)
        .where('quiz_id', '=', quiz_id)
        .where('state', 'in', due)
        // Somebody may have been given a day of their own.
        .where((eb) => eb.or([eb('state', '<>', 'scheduled'), eb('released_at', '<=', at)]));
      if (user_puid !== whole) moving = moving.where('user_puid', '=', user_puid);
      await moving.execute();
      if (applied_at !== null) continue;
      await db
        .updateTable('report_release')
        .set({ applied_at: at })
        .where('district_id', '=', district_id)
        .where('group_assignment_id', '=', group_assignment_id)
        .where('quiz_id', '=', quiz_id)
        .where('user_puid', '=', user_puid)
        .where('applied_at', 'is', null)
        .execute();
    }
  }
}
