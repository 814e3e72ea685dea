import type { FetchOutcome } from '../../contract/provider.ts';
import { releaseStep } from '../../src/machines/reports/releaseSteps.ts';
import { loadQuestions, type StoredQuestion } from '../areas/quiz/questions.ts';
import { responsesOf } from '../areas/quiz/results.ts';
import { totalOf } from '../areas/quiz/score.ts';
import { type ClassMark, type ClassScoring, scorerIn, scoringOfAttempt } from '../areas/quiz/settings.ts';
import { storeScored, takeAttempt } from '../areas/quiz/submit.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { noteUse } from '../kit/integrationUse.ts';
import { oneRun } from '../kit/oneRun.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { pauseAfter } from '../mail/delivery.ts';
import { followRelease } from '../reports/release.ts';
import { fromProvider } from './answerForms.ts';
import { attemptQuestions, codeOf, providedAttempt } from './attempts.ts';
import { builtInSession } from './builtInData.ts';
import { learnositySessions, mostSessions, ProviderFailed, type ProviderResponse, referenceOf, type Session } from './dataApi.ts';
import type { ProviderSession } from './sessions.ts';

/** What became of an attempt. `gone`: it was erased meanwhile. */
type Came = Exclude<FetchOutcome, 'notSetUp'> | 'gone';
type DeliveryPorts = Pick<Ports, 'db' | 'now' | 'outside' | 'learnosity' | 'randomBytes' | 'report'>;

/** Time after which another server may ask for the same results, ms. */
const lease = 120_000;
/** How long the provider may take until its technician is told, and until it is asked no more, ms. */
const patience = 24 * 3_600_000;
const resultLife = 7 * patience;

/** Points and answer of a question from its responses: an item may have several. Undefined: the provider does not have the question. */
function markOf(question: StoredQuestion, scoring: ClassScoring, responses: readonly ProviderResponse[]) {
  if (responses.length === 0) return undefined;
  const given = responses.filter(({ attempted }) => attempted).map(({ response }) => fromProvider(question, response));
  const read = given.find(({ isRead }) => isRead) ?? given[0];
  const ours = scorerIn(question, scoring);
  const most = responses.reduce((sum, { max_score }) => sum + (max_score ?? 0), 0);
  const isWaiting = responses.some(({ attempted, score }) => attempted && score === null);
  const share = most === 0 ? 0 : Math.min(1, responses.reduce((sum, { score }) => sum + (score ?? 0), 0) / most);
  const { is_dropped } = ours(null);
  const theirs: ClassMark = isWaiting
    ? { points: null, is_correct: null, scored_by: null, is_dropped }
    : {
        points: Math.round(share * question.points * 100) / 100,
        is_correct: share === 1,
        scored_by: given.length === 0 ? null : 'key',
        is_dropped,
      };
  // What the class's teacher decided about the question goes before the provider's points, if it can be told from the answer.
  const isChanged = scoring.is_rule || Object.keys(scoring.settings).length > 0;
  const canTell = scoring.settings.outcome === 'full' || given.length === 0 || read?.isRead === true;
  return { answer: read?.answer ?? null, mark: isChanged && canTell ? ours(read?.answer ?? null) : theirs };
}

type Responses = Row<'response'>[];

/** What the provider has of an attempt, as rows; null if it does not match the attempt's questions whole. A person's points stay. */
async function scoredRows(
  trx: Tenant,
  now: number,
  attempt: Pick<Row<'attempt'>, 'district_id' | 'result_id' | 'quiz_id' | 'group_assignment_id' | 'layout'> & { code: string },
  known: Responses,
  session: Session,
): Promise<Responses | null> {
  const { district_id, result_id } = attempt;
  const questions = attemptQuestions(await loadQuestions(trx, [attempt.quiz_id]), attempt);
  const before = new Map(known.map((response) => [response.question_id, response]));
  const byReference = Map.groupBy(session.responses, ({ item_reference }) => item_reference);
  const scoringOf = await scoringOfAttempt(trx, attempt);
  const times = new Map(session.items.map(({ reference, time }) => [reference, time ?? 0]));
  const marks = questions.map((question, at) => {
    const reference = referenceOf(attempt.code, at + 1);
    const mark = markOf(question, scoringOf(question.question_id), byReference.get(reference) ?? []);
    byReference.delete(reference);
    return { question_id: question.question_id, mark, time: times.get(reference) ?? 0 };
  });
  if (byReference.size > 0 || marks.some(({ mark }) => mark === undefined)) return null;
  return marks.flatMap(({ question_id, mark: given, time }): Responses => {
    const row = before.get(question_id);
    if (!given || row?.scored_by === 'person') return [];
    const { answer, mark } = given;
    if (!answer && !row && mark.scored_by === null) return [];
    return [
      {
        ...{ district_id, result_id, question_id },
        answer_id: answer?.answer_id ?? null,
        answer_text: answer?.answer_text ?? '',
        is_correct: mark.is_correct === null ? null : Number(mark.is_correct),
        ...{ points: mark.points, scored_by: mark.scored_by, is_dropped: Number(mark.is_dropped) },
        ...{ time_spent: Math.round(time), sequence: row?.sequence ?? 1, updated_at: now },
      },
    ];
  });
}

/** Stores what the provider has of a submitted attempt, or of one that was reassigned meanwhile. */
async function store(db: Tenant, now: number, { result_id }: ProviderSession, session: Session): Promise<Came> {
  return transact(db, async (trx) => {
    const found = await providedAttempt(trx, result_id);
    const [attempt] = found ? await takeAttempt(trx, found) : [];
    if (!found || !attempt) return storeEarlier(trx, now, result_id, session);
    if (attempt.state === 'started' || session.status !== 'Completed') return 'notReady';
    const rows = await scoredRows(trx, now, { ...attempt, code: found.code }, await responsesOf(trx, attempt), session);
    if (!rows) return 'unmatched';
    await storeScored(trx, { district_id: attempt.district_id, result_id, now }, rows);
    await settle(trx, attempt, now);
    return 'fetched';
  });
}

/** Stores what the provider has of an attempt that a reassignment replaced. Its state stays, and it is released to nobody. */
async function storeEarlier(trx: Tenant, now: number, result_id: number, session: Session): Promise<Came> {
  // Locks the row, as `takeAttempt` does with the one of an attempt.
  const attempt = await trx
    .updateTable('earlier_attempt')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('result_id', '=', result_id)
    .returningAll()
    .executeTakeFirst();
  const code = attempt && (await codeOf(trx, attempt.quiz_id));
  if (!attempt || code === undefined) return 'gone';
  if (session.status !== 'Completed') return 'notReady';
  const known: Responses = JSON.parse(attempt.responses);
  const rows = await scoredRows(trx, now, { ...attempt, code }, known, session);
  if (!rows) return 'unmatched';
  const came = new Set(rows.map(({ question_id }) => question_id));
  const responses = [...known.filter(({ question_id }) => !came.has(question_id)), ...rows].sort(
    (one, other) => one.question_id - other.question_id,
  );
  await trx
    .updateTable('earlier_attempt')
    .set({ responses: JSON.stringify(responses), ...resultOf(responses) })
    .where('result_id', '=', result_id)
    .execute();
  return 'fetched';
}

/** Score of these responses, and their time if it is known. */
function resultOf(responses: Responses): { score: number; time_spent?: number } {
  const counted = responses.filter(({ is_dropped }) => is_dropped === 0);
  const time_spent = counted.reduce((sum, one) => sum + one.time_spent, 0);
  return { score: totalOf(counted), ...(time_spent > 0 ? { time_spent } : {}) };
}

/** Moves the total and the state of an attempt with its answers, and lets it follow a release of its group. */
async function settle(trx: Tenant, attempt: Row<'attempt'>, now: number): Promise<void> {
  const responses = await responsesOf(trx, attempt);
  const isScored = responses.every(({ points, is_dropped }) => points !== null || is_dropped === 1);
  const [settled] = await trx
    .updateTable('attempt')
    .set({ ...resultOf(responses), state: releaseStep(attempt.state, isScored ? 'work.graded' : 'work.reopened') ?? attempt.state })
    .where('result_id', '=', attempt.result_id)
    .returningAll()
    .execute();
  if (settled) await followRelease(trx, settled, now);
}

/**
 * Writes down what a fetch came to. `isAsked`: a person asked, who is told; a fetch of the server's own is repeated. `isCounted`:
 * whether the technical status counts a failure.
 */
async function noteOutcome(
  ports: DeliveryPorts,
  session: ProviderSession,
  outcome: Came,
  { retryAfter = 0, isAsked = false, isCounted = true } = {},
): Promise<void> {
  const db = tenant(ports.db, session.district_id);
  const now = ports.now();
  const change = (set: Partial<Omit<ProviderSession, 'district_id'>>) =>
    db.updateTable('provider_session').set(set).where('result_id', '=', session.result_id).execute();
  const use = { kind: 'assessment', ref: 'learnosity' } as const;
  const isOutside = session.provider === 'learnosity';
  if (outcome === 'fetched') {
    await change({ state: 'fetched', fetched_at: now, fetches: 0, next_at: null });
    if (isOutside) await noteUse(ports, db, use, null);
    return;
  }
  if (outcome === 'gone') {
    await change({ state: 'lost', next_at: null });
    return;
  }
  if (isOutside && isCounted && outcome !== 'notReady') await noteUse(ports, db, use, outcome);
  if (isAsked || session.state !== 'waiting') return;
  const submittedAt = (table: 'attempt' | 'earlier_attempt') =>
    db.selectFrom(table).select('submitted_at').where('result_id', '=', session.result_id);
  const attempt = await submittedAt('attempt').unionAll(submittedAt('earlier_attempt')).executeTakeFirst();
  if (!attempt?.submitted_at) {
    // The submission failed. The next one queues it again.
    await change({ state: 'open', next_at: null });
    return;
  }
  const waits = now - attempt.submitted_at;
  const [byte = 0] = ports.randomBytes(1);
  const next_at = Math.round(now + Math.max(pauseAfter(session.fetches + 1, byte / 255), retryAfter));
  const isOver = waits > resultLife;
  if (isOutside && outcome === 'notReady' && waits > patience) await noteUse(ports, db, use, 'missing');
  await change({ fetches: session.fetches + 1, ...(isOver ? { state: 'lost', next_at: null } : { next_at }) });
}

/** Stores a session that came for one that was asked for. */
async function take({ db, now }: DeliveryPorts, session: ProviderSession, found: Session | undefined): Promise<Came> {
  if (!found) return 'notReady';
  if (found.user_id !== session.provider_student_id) return 'dataAnswer';
  return store(tenant(db, session.district_id), now(), session, found);
}

/** Fetches the results of one attempt because a person asks. Tells what came of it, and throws nothing of the provider's. */
export async function fetchNow(ports: TenantPorts, session: ProviderSession): Promise<FetchOutcome> {
  const { learnosity } = ports;
  if (session.provider === 'learnosity' && !learnosity) return 'notSetUp';
  try {
    const found =
      session.provider === 'learnosity' && learnosity
        ? (await learnositySessions(ports, learnosity, [session.session_id])).find((one) => one.session_id === session.session_id)
        : await builtInSession(ports.db, session);
    const outcome = await take(ports, session, found);
    await noteOutcome(ports, session, outcome, { isAsked: true });
    return outcome === 'gone' ? 'missing' : outcome;
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    await noteOutcome(ports, session, error.code, { isAsked: true });
    return error.code;
  }
}

/** Fetches results from Learnosity until all are here. */
export function resultDelivery(ports: DeliveryPorts): { fetchDue: () => Promise<void> } {
  /** Claims results that are due, so that another server does not ask for them as well. */
  async function claim(): Promise<ProviderSession[]> {
    const now = ports.now();
    const due = await allDistricts(ports.db)
      .selectFrom('provider_session')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('provider', '=', 'learnosity')
      .where('next_at', '<=', now)
      .where(isInOpenDistrict('provider_session'))
      .orderBy('next_at')
      .orderBy('result_id')
      .limit(mostSessions)
      .execute();
    const claimed: ProviderSession[] = [];
    for (const session of due) {
      const { numUpdatedRows } = await tenant(ports.db, session.district_id)
        .updateTable('provider_session')
        .set({ next_at: now + lease })
        .where('result_id', '=', session.result_id)
        .where('next_at', '=', session.next_at)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 1) claimed.push(session);
    }
    return claimed;
  }

  /** Fetches some results. Returns whether the provider answers. */
  async function fetchSome(sessions: readonly ProviderSession[]): Promise<boolean> {
    const { learnosity } = ports;
    if (!learnosity) return false;
    try {
      const found = await learnositySessions(
        ports,
        learnosity,
        sessions.map(({ session_id }) => session_id),
      );
      const byId = new Map(found.map((one) => [one.session_id, one]));
      for (const session of sessions) {
        // One attempt that cannot be stored must not hold up the others.
        const outcome = await take(ports, session, byId.get(session.session_id)).catch((error: unknown) => {
          ports.report(error, `results of attempt ${session.result_id}`);
          return 'dataAnswer' as const;
        });
        await noteOutcome(ports, session, outcome);
      }
      return true;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      // One call failed, however many attempts it asked for.
      const told = new Set<number>();
      for (const session of sessions) {
        await noteOutcome(ports, session, error.code, { retryAfter: error.retryAfter, isCounted: !told.has(session.district_id) });
        told.add(session.district_id);
      }
      return false;
    }
  }

  const fetchAll = oneRun(async () => {
    for (let some = await claim(); some.length > 0; some = await claim()) if (!(await fetchSome(some))) return;
  });

  return {
    fetchDue: async () => {
      if (ports.learnosity) await fetchAll();
    },
  };
}
