import { sql } from 'kysely';
import type { TenantPorts } from '../../kit/ports.ts';
import { strangersOf } from '../../lti/strangers.ts';
import { countedSince, type Facts, failureOf, latest } from './standing.ts';
import type { Uses } from './uses.ts';

/** How long a score may wait for its platform before that is told. */
const longestWait = 3_600_000;

/** The district's learning platforms: launches, and of those in use, scores and reading rosters. */
export async function platformFacts({ db, now }: TenantPorts, uses: Uses): Promise<Facts[]> {
  const platforms = await db
    .selectFrom('lti_platform')
    .select(['platform_id', 'name', 'active', 'issuer', 'token_endpoint', 'launched_at'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('platform_id')
    .execute();
  if (platforms.length === 0) return [];
  const refused = await db
    .selectFrom('lti_refusal')
    .select(({ fn }) => [
      ...(['platform_id', 'cause'] as const),
      fn.max('at').as('last_at'),
      sql<number>`sum(case when at > ${countedSince(now())} then 1 else 0 end)`.as('count'),
    ])
    .groupBy(['platform_id', 'cause'])
    .orderBy('cause')
    .execute();
  const scores = await db
    .selectFrom('lti_placement as p')
    .leftJoin('lti_result as r', 'r.placement_id', 'p.placement_id')
    .select(({ fn }) => [
      'p.platform_id',
      fn.max('r.sent_at').as('sent_at'),
      sql<number | null>`min(case when r.next_at is not null and r.attempts > 0 then r.wanted_at end)`.as('waits_since'),
    ])
    .where('p.line_item', 'is not', null)
    .groupBy('p.platform_id')
    .execute();
  const strangers = await strangersOf(db);
  return platforms.flatMap(({ platform_id, name, active, issuer, token_endpoint, launched_at }): Facts[] => {
    const isOn = active === 1;
    const own = refused.filter((one) => one.platform_id === platform_id).map(failureOf);
    const sent = scores.find((one) => one.platform_id === platform_id);
    const read = uses.of('ltiRoster', platform_id);
    const unread = own.filter(({ cause }) => cause === 'rosterUnavailable');
    const unsent = own.filter(({ cause }) => cause === 'scoreRefused');
    const common = { ref: platform_id, name, isOn, addresses: [issuer, token_endpoint] };
    const launches = own.filter(({ cause }) => cause !== 'rosterUnavailable' && cause !== 'scoreRefused');
    const waits = sent?.waits_since !== undefined && sent.waits_since !== null && Number(sent.waits_since) < now() - longestWait;
    return [
      { kind: 'lti', ...common, worked_at: latest(launched_at), failures: launches },
      ...(isOn && (sent || unsent.length > 0)
        ? [
            {
              ...{ kind: 'ltiScores' as const, ...common, worked_at: latest(sent?.sent_at), failures: unsent },
              conditions: waits ? [{ cause: 'scoresWaiting' as const }] : [],
            },
          ]
        : []),
      ...(isOn && (read.worked_at !== null || unread.length > 0)
        ? [
            {
              ...{ kind: 'ltiRoster' as const, ...common, worked_at: read.worked_at, failures: unread },
              conditions: strangers(platform_id) > 0 ? [{ cause: 'strangers' as const }] : [],
            },
          ]
        : []),
    ];
  });
}
