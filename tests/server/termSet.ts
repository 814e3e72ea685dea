import { calls } from '../../contract/index.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { ids } from './fixtureSchool.ts';
import { termId } from './glossaryTerms.ts';
import type { TestServer } from './testServer.ts';

/** Where a student plays a set. */
export interface GivenSet {
  item_id: number;
  lesson_id: number;
  group_assignment_id: number;
  resource_id: number;
}

/** Tess puts terms together, adds them to a lesson of her own, before other items if there are any, and assigns it to her class. */
export async function giveTermSet(
  server: TestServer,
  { terms = ['atom', 'cell'].map(termId), further = [], ...lesson }: { terms?: number[]; further?: object[]; enforce_order?: boolean } = {},
): Promise<GivenSet> {
  const tess = await server.signIn('tess');
  const own = { user_puid: ids.tess };
  const { item_id, item_type_id } = await tess.ok(calls.createTermSet, {
    ...own,
    creation_key: `set-${terms.length}-${terms[0]}`,
    title: `Terms: ${terms.length}`,
    term_ids: terms,
  });
  const { lesson_id } = await tess.ok(calls.createLesson, {
    ...own,
    lesson_name: 'Words of the week',
    ...lesson,
    lesson_resources: JSON.stringify([{ item_id, resource_type_id: item_type_id, sort_order: 1 }, ...further]),
  });
  const { group_assignment_id } = await assignTo(server, lesson_id);
  const { lesson_resource_id: resource_id } = await server.db
    .selectFrom('lesson_resource')
    .select('lesson_resource_id')
    .where('lesson_id', '=', lesson_id)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow();
  return { item_id, lesson_id, group_assignment_id, resource_id };
}
