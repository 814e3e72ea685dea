import type { TenantPorts } from '../../kit/ports.ts';
import { shared } from '../../kit/tenant.ts';
import { countedSince, type Facts, failureOf, latest, unnamed } from './standing.ts';
import type { Uses } from './uses.ts';

/** How long e-mails that were tried twice may wait before the mail server counts as unreachable. */
const longestWait = 10 * 60_000;

/** The server's e-mails, of all districts: the queue does not know whose they are. */
export async function mailFacts({ db, now, mail }: TenantPorts): Promise<Facts> {
  const queue = shared(db);
  const sent = await queue
    .selectFrom('mail')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('state', '=', 'sent')
    .executeTakeFirst();
  const given = await queue
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last_at')])
    .where('state', '=', 'failed')
    .where('at', '>', countedSince(now()))
    .executeTakeFirst();
  const waiting = await queue
    .selectFrom('mail')
    .select(({ fn }) => fn.min('at').as('since'))
    .where('state', '=', 'waiting')
    .where('attempts', '>', 1)
    .executeTakeFirst();
  const worked_at = latest(sent?.at);
  const since = latest(waiting?.since);
  const isUnreachable = since !== null && since < now() - longestWait && (worked_at ?? 0) < since;
  return {
    ...unnamed('mail'),
    isOn: mail.isDelivered,
    worked_at,
    failures: given && Number(given.count) > 0 ? [failureOf({ cause: 'givenUp', ...given })] : [],
    conditions: !mail.isDelivered
      ? [{ cause: 'notSetUp' }]
      : isUnreachable
        ? [{ cause: 'unreachable', isOutage: true }]
        : since === null
          ? []
          : [{ cause: 'waiting' }],
  };
}

/** The provider of assessments, if one is set up. The browser talks to it, so that failures are not known here. */
export const assessmentFacts = ({ learnosity }: TenantPorts, uses: Uses): Facts[] =>
  learnosity ? [{ ...unnamed('assessment'), isOn: true, addresses: [learnosity.script], ...uses.of('assessment', 'learnosity') }] : [];

/** The district's classroom service, if there is one. */
export async function classroomFacts({ db, classroomApi }: TenantPorts, uses: Uses): Promise<Facts[]> {
  const provider = await db.selectFrom('sign_on_provider').select('active').where('kind', '=', 'classroom').executeTakeFirst();
  return provider
    ? [{ ...unnamed('classroom'), isOn: provider.active === 1, addresses: [classroomApi], ...uses.of('classroom', 'classroom') }]
    : [];
}

/** The district's exports, if there are any. */
export async function exportFacts({ db, now }: TenantPorts): Promise<Facts[]> {
  const rows = await db
    .selectFrom('export_job')
    .select(['state', 'problem', 'updated_at'])
    .where('state', 'in', ['ready', 'failed'])
    .orderBy('updated_at', 'desc')
    .orderBy('job_id')
    .execute();
  if (rows.length === 0) return [];
  const failed = Map.groupBy(
    rows.filter(({ state }) => state === 'failed'),
    ({ problem }) => problem ?? 'stopped',
  );
  return [
    {
      ...unnamed('exports'),
      isOn: true,
      worked_at: latest(rows.find(({ state }) => state === 'ready')?.updated_at),
      failures: [...failed].map(([cause, all]) => ({
        cause,
        count: all.filter(({ updated_at }) => updated_at > countedSince(now())).length,
        last_at: latest(...all.map(({ updated_at }) => updated_at)) ?? 0,
      })),
    },
  ];
}
