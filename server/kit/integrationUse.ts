import type { CauseOf, UsedKind } from '../../contract/technicalStatus.ts';
import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';

const hour = 3_600_000;

/**
 * Counts that an integration without a log of its own worked (`cause` null) or failed, by the hour, so that a flood of failures adds no
 * rows. `ref`: which of its kind.
 */
export async function noteUse<K extends UsedKind>(
  { now }: Pick<Ports, 'now'>,
  db: Tenant,
  { kind, ref }: { kind: K; ref: string | number },
  cause: CauseOf<K> | null,
): Promise<void> {
  const last_at = now();
  await db
    .insertInto('integration_use')
    .values({ kind, ref: String(ref), cause: cause ?? '', hour: Math.floor(last_at / hour) * hour, events: 1, last_at })
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'kind', 'ref', 'cause', 'hour'])
        .doUpdateSet((eb) => ({ events: eb('integration_use.events', '+', 1), last_at: eb.ref('excluded.last_at') })),
    )
    .execute();
}
