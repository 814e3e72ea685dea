import type { ScoringSettings } from '../../contract/scoring.ts';
import { applyRegrade, undoRegrade } from '../areas/autograde/regrade.ts';
import { loadQuestions } from '../areas/quiz/questions.ts';
import { scoringOfClasses } from '../areas/quiz/settings.ts';
import { idOf } from '../content/ids.ts';
import type { UserContext } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { hour } from './schoolYear.ts';

const item = 'middle-school-science/solar-system-and-beyond/sun-earth-moon/seasons-quiz';

/** What rivera changed in how her first class with this quiz scores it, oldest first. */
const changes: readonly { question: number; settings: ScoringSettings; hoursAgo: number; isUndone?: true }[] = [
  { question: 8, settings: { outcome: 'dropped' }, hoursAgo: 30, isUndone: true },
  { question: 8, settings: { also_right: ['equinoccio', 'equinoccios'] }, hoursAgo: 5 },
];

/** Changes of a class's scoring that are worth a look: a question that was dropped and taken back, and one that still holds. */
export async function makeRegrades(ports: TenantPorts, district_id: number): Promise<void> {
  const { db, now } = ports;
  const attempt = await db
    .selectFrom('attempt as a')
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
    .innerJoin('assignment as s', 's.assignment_id', 'a.assignment_id')
    .innerJoin('app_user as u', 'u.user_puid', 's.assigned_by_puid')
    .select(['a.quiz_id', 'ga.group_puid', 'u.user_puid', 'u.role_id'])
    .where('q.item_id', '=', idOf(item))
    .where('u.user_key', '=', 'rivera')
    .where('a.state', '<>', 'started')
    .orderBy('ga.group_puid')
    .executeTakeFirst();
  if (!attempt) return;
  const { quiz_id, group_puid, user_puid, role_id } = attempt;
  const user: TokenUser = { district_id, user_puid, role: role_id, session_id: 0, token_version: 1 };
  const questions = await loadQuestions(db, [quiz_id]);
  for (const [at, { question: place, settings, hoursAgo, isUndone }] of changes.entries()) {
    const question = questions[place];
    if (!question) continue;
    // Regrading neither reads the request nor sets a cookie.
    const context = { ports: { ...ports, now: () => now() - hoursAgo * hour }, user } as UserContext;
    const { version } = (await scoringOfClasses(db, quiz_id, [group_puid]))(group_puid, question.question_id);
    const wanted = { question, group_puids: [group_puid], settings, is_rule: false };
    const { regrade_id } = await transact(db, (trx) =>
      applyRegrade(trx, context, { ...wanted, regrade_key: `sample-${at}`, seen_versions: [{ group_puid, version }] }),
    );
    if (isUndone) await transact(db, (trx) => undoRegrade(trx, context, regrade_id, async () => question));
  }
}
