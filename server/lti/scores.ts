import { sql } from 'kysely';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { oneRun } from '../kit/oneRun.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { pauseAfter } from '../mail/delivery.ts';
import { scoreScope } from './launch.ts';
import { PlatformFailed } from './outbound.ts';
import { noteRefusal, type Platform } from './platforms.ts';
import { askService } from './services.ts';

/** What a platform is told about a student's work, without whose and when (LTI Assignment and Grade Services 2.0, section 3.4). */
interface Score {
  activityProgress: 'InProgress' | 'Completed';
  gradingProgress: 'Pending' | 'FullyGraded';
  /** Absent: the platform clears the score that it has. */
  scoreGiven?: number;
  scoreMaximum?: number;
}

/** How long a score is sent again, in ms. */
const scoreLife = 7 * 24 * 3_600_000;
/** Time after which another server may take over a score. */
const lease = 120_000;
const pageSize = 1000;

type PlatformPorts = Pick<Ports, 'db' | 'now' | 'newId' | 'origin' | 'outside' | 'randomBytes' | 'signingKey' | 'report'>;

/** Some students' results in placements with a line item, with the sums of their released work, after the given one. */
const someWork = (db: Tenant, after: { placement_id: number; user_puid: number }) =>
  db
    .selectFrom('lti_result as r')
    .innerJoin('lti_placement as p', 'p.placement_id', 'r.placement_id')
    .innerJoin('lti_platform as f', (join) =>
      join
        .onRef('f.platform_id', '=', 'p.platform_id')
        .on('f.active', '=', 1)
        .on('f.removed_at', 'is', null)
        .on('f.token_endpoint', '<>', ''),
    )
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'p.group_assignment_id')
    .leftJoin('attempt as a', (join) =>
      join
        .onRef('a.user_puid', '=', 'r.user_puid')
        .onRef('a.group_assignment_id', '=', 'p.group_assignment_id')
        .on('a.state', '<>', 'started'),
    )
    .select(['r.placement_id', 'r.user_puid', 'r.wanted', 'r.wanted_at'])
    .select((eb) => {
      const released = eb('a.state', '=', 'released');
      return [
        eb.fn.count<number>('a.result_id').as('submitted'),
        eb.fn.sum<number | null>(eb.case().when(released).then(1).else(0).end()).as('released'),
        eb.fn.sum<number | null>(eb.case().when(released).then(eb.fn.coalesce('a.score', sql<number>`0`)).else(0).end()).as('given'),
        eb.fn.sum<number | null>(eb.case().when(released).then(eb.ref('a.max_score')).else(0).end()).as('most'),
        eb
          .selectFrom('lesson_resource as lr')
          .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
          .select((inner) => inner.fn.count<number>('i.quiz_id').as('count'))
          .whereRef('lr.lesson_id', '=', sql.ref('ga.lesson_id'))
          .as('quizzes'),
      ];
    })
    .where('p.line_item', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('r.placement_id', '>', after.placement_id),
        eb.and([eb('r.placement_id', '=', after.placement_id), eb('r.user_puid', '>', after.user_puid)]),
      ]),
    )
    .groupBy(['r.placement_id', 'r.user_puid', 'r.wanted', 'r.wanted_at', 'ga.lesson_id'])
    .orderBy('r.placement_id')
    .orderBy('r.user_puid')
    .limit(pageSize)
    .execute();
type Work = Awaited<ReturnType<typeof someWork>>[number];

/** What the platform should have; null: nothing, and it never had anything. */
function scoreOf({ wanted, ...row }: Work): string | null {
  const [submitted, released, most, quizzes] = [row.submitted, row.released, row.most, row.quizzes].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const isReleased = released > 0 && most > 0;
  if (!isReleased && wanted === null) return null;
  const score: Score = {
    activityProgress: submitted >= quizzes ? 'Completed' : 'InProgress',
    gradingProgress: isReleased && released >= quizzes ? 'FullyGraded' : 'Pending',
    ...(isReleased ? { scoreGiven: Math.round(Number(row.given) * 1e4) / 1e4, scoreMaximum: most } : {}),
  };
  return JSON.stringify(score);
}

/**
 * Queues every score that a platform does not have as it is now. Release, recall, a due day, a regrade and a reassignment all end here,
 * because the score is compared, not announced.
 */
async function queueChanged(ports: PlatformPorts, district_id: number): Promise<void> {
  const db = tenant(ports.db, district_id);
  let after = { placement_id: 0, user_puid: 0 };
  for (;;) {
    const rows = await someWork(db, after);
    for (const row of rows) {
      const wanted = scoreOf(row);
      if (wanted === row.wanted) continue;
      await db
        .updateTable('lti_result')
        .set({ wanted, wanted_at: Math.max(ports.now(), Number(row.wanted_at) + 1), attempts: 0, next_at: ports.now() })
        .where('placement_id', '=', row.placement_id)
        .where('user_puid', '=', row.user_puid)
        .where('wanted_at', '=', row.wanted_at)
        .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { placement_id: last.placement_id, user_puid: last.user_puid };
  }
}

/** Address of a line item's scores: the path goes before a query. */
export const scoresOf = (line_item: string): string => {
  const url = new URL(line_item);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
};

/** Sends scores to platforms. */
interface ScoreDelivery {
  /** Queues what changed and sends what is due. Concurrent calls share the work. */
  sendDue: () => Promise<void>;
}

/**
 * Sends scores until the platform has them. A row holds only the newest score of a student and a link; a conditional update claims it before
 * it is sent, and repeats carry the same timestamp, so that a platform which already has it ignores it or answers 409.
 */
export function scoreDelivery(ports: PlatformPorts): ScoreDelivery {
  async function take(without: readonly number[]) {
    for (;;) {
      const now = ports.now();
      let due = allDistricts(ports.db)
        .selectFrom('lti_result as r')
        .innerJoin('lti_placement as p', (join) =>
          join.onRef('p.district_id', '=', 'r.district_id').onRef('p.placement_id', '=', 'r.placement_id'),
        )
        .innerJoin('lti_platform as f', (join) =>
          join.onRef('f.district_id', '=', 'p.district_id').onRef('f.platform_id', '=', 'p.platform_id'),
        )
        .selectAll('r')
        .select(['p.line_item', 'p.platform_id'])
        .where('r.next_at', '<=', now)
        .where('r.wanted', 'is not', null)
        .where('f.active', '=', 1)
        .where('f.removed_at', 'is', null)
        .where(isInOpenDistrict('f'));
      if (without.length > 0) due = due.where('f.platform_id', 'not in', without);
      const found = await due.orderBy('r.next_at').orderBy('r.placement_id').orderBy('r.user_puid').limit(1).executeTakeFirst();
      if (!found) return undefined;
      const attempts = found.attempts + 1;
      const { numUpdatedRows } = await change(found, { attempts, next_at: now + lease });
      if (Number(numUpdatedRows) === 1) return { ...found, attempts };
    }
  }
  type Due = NonNullable<Awaited<ReturnType<typeof take>>>;

  /** Changes a row, unless another server has it or the score is another by now. */
  const change = (
    row: Pick<Due, 'district_id' | 'placement_id' | 'user_puid' | 'attempts' | 'wanted_at'>,
    set: Partial<Omit<Row<'lti_result'>, 'district_id'>>,
  ) =>
    tenant(ports.db, row.district_id)
      .updateTable('lti_result')
      .set(set)
      .where('placement_id', '=', row.placement_id)
      .where('user_puid', '=', row.user_puid)
      .where('attempts', '=', row.attempts)
      .where('wanted_at', '=', row.wanted_at)
      .executeTakeFirst();

  async function failed(row: Due, error: unknown): Promise<void> {
    const { status, retryAfter } = error instanceof PlatformFailed ? error : new PlatformFailed(null);
    const [byte = 0] = ports.randomBytes(1);
    const next_at = Math.round(ports.now() + Math.max(pauseAfter(row.attempts, byte / 255), retryAfter ?? 0));
    const isOver = status === 404 || status === 410 || next_at > Number(row.wanted_at) + scoreLife;
    if (isOver || row.attempts === 1) await noteRefusal(ports, row, 'scoreRefused', String(status ?? ''));
    await change(row, { next_at: isOver ? null : next_at });
  }

  /** Sends one score. Returns whether the platform answers. */
  async function sendOne(row: Due): Promise<boolean> {
    const platform: Platform = await tenant(ports.db, row.district_id)
      .selectFrom('lti_platform')
      .selectAll()
      .where('platform_id', '=', row.platform_id)
      .executeTakeFirstOrThrow();
    try {
      const score = {
        ...(JSON.parse(row.wanted ?? '{}') as Score),
        userId: row.subject,
        timestamp: new Date(Number(row.wanted_at)).toISOString(),
      };
      await askService(ports, platform, scoreScope, scoresOf(row.line_item ?? ''), {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.ims.lis.v1.score+json' },
        body: JSON.stringify(score),
      });
    } catch (error) {
      // 409: it has this score, and only its answer was lost.
      if (!(error instanceof PlatformFailed && error.status === 409)) {
        if (!(error instanceof PlatformFailed)) ports.report(error, 'scores for learning platforms');
        await failed(row, error);
        return error instanceof PlatformFailed && error.status !== null && error.status < 500 && error.status !== 429;
      }
    }
    await change(row, { sent: row.wanted, sent_at: ports.now(), next_at: null });
    return true;
  }

  return {
    sendDue: oneRun(async () => {
      const districts = await allDistricts(ports.db)
        .selectFrom('lti_platform')
        .select('district_id')
        .distinct()
        .where('active', '=', 1)
        .where('removed_at', 'is', null)
        .where(isInOpenDistrict('lti_platform'))
        .orderBy('district_id')
        .execute();
      for (const { district_id } of districts) await queueChanged(ports, district_id);
      const silent: number[] = [];
      for (let row = await take(silent); row; row = await take(silent)) if (!(await sendOne(row))) silent.push(row.platform_id);
    }),
  };
}
