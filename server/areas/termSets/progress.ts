import type { Db, LessonResource } from '../../kit/access.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { askedOfSet, readersGlossary } from '../glossary/readers.ts';
import type { Term } from '../glossary/terms.ts';
import { trackResourceProgress } from '../player/tracking.ts';

/** How far a student is in a set. A set without terms that the student sees is done: there is nothing to answer. */
export function progressIn(terms: readonly { term_id: number }[], right: ReadonlySet<number>) {
  const right_count = terms.filter(({ term_id }) => right.has(term_id)).length;
  const term_count = terms.length;
  return { right_count, term_count, percentage_completed: term_count === 0 ? 100 : Math.floor((100 * right_count) / term_count) };
}

/** Ids of the terms that were right once in a set of a lesson. */
export async function rightIn(db: Db, resource_tracking_id: number): Promise<Set<number>> {
  const rows = await db.selectFrom('term_set_answer').select('term_id').where('resource_tracking_id', '=', resource_tracking_id).execute();
  return new Set(rows.map(({ term_id }) => term_id));
}

/** Stores how far a student is in a set, counted from the answers, whatever the device says. */
export async function countTermSet(
  trx: Db,
  ports: TenantPorts,
  user: TokenUser,
  { tracking_id, resource_tracking_id, resource }: { tracking_id: number; resource_tracking_id: number; resource: LessonResource },
  terms: readonly Term[],
) {
  const progress = progressIn(terms, await rightIn(trx, resource_tracking_id));
  const { percentage_completed: percentage, right_count: position } = progress;
  await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds: 0, percentage, position });
  return progress;
}

/** Records a student's seconds in a set. Returns the tracking id. */
export async function trackTermSet(
  trx: Db,
  ports: TenantPorts,
  user: TokenUser,
  tracking_id: number,
  resource: LessonResource,
  seconds: number,
): Promise<number> {
  const resource_tracking_id = await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds, percentage: 0 });
  const terms = await askedOfSet(trx, await readersGlossary(trx, user), resource.item_id);
  await countTermSet(trx, ports, user, { tracking_id, resource_tracking_id, resource }, terms);
  return resource_tracking_id;
}
