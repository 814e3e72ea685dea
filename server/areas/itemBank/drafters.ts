import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import type { UserContext } from '../../kit/handler.ts';

type Part = Row<'catalog_drafter'>['part'];

/** Notes that the user writes at a draft, until it is published. */
export const noteDrafter = ({ ports, user }: UserContext, trx: Db, item_id: number, part: Part) =>
  trx
    .insertInto('catalog_drafter')
    .values({ item_id, part, user_puid: user.user_puid, since: ports.now() })
    .onConflict((conflict) => conflict.columns(['district_id', 'item_id', 'part', 'user_puid']).doNothing())
    .execute();

/** Once a draft is published, nobody writes at it. Its authors may be of any district. */
export const forgetDrafters = (trx: Db, item_id: number, part: Part) =>
  allDistricts(trx).deleteFrom('catalog_drafter').where('item_id', '=', item_id).where('part', '=', part).execute();

/** Who writes at the drafts of items, and since when, by item. */
export async function draftersOf(db: Db, item_ids: readonly number[]): Promise<Map<number, { by: string[]; since: number }>> {
  const drafters = new Map<number, { by: string[]; since: number }>();
  if (item_ids.length === 0) return drafters;
  const rows = await allDistricts(db)
    .selectFrom('catalog_drafter as d')
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'd.district_id').onRef('u.user_puid', '=', 'd.user_puid'))
    .select(['d.item_id', 'd.since', 'u.first_name', 'u.last_name'])
    .where('d.item_id', 'in', item_ids)
    .orderBy('d.since')
    .orderBy('d.user_puid')
    .execute();
  for (const { item_id, since, first_name, last_name } of rows) {
    const known = drafters.get(item_id) ?? { by: [], since };
    const name = `${first_name} ${last_name}`;
    if (!known.by.includes(name)) known.by.push(name);
    drafters.set(item_id, known);
  }
  return drafters;
}
