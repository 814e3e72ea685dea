import type { QueryOf } from '../../../contract/kit.ts';
import type { ExternalResource, library } from '../../../contract/library.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, iso } from '../../kit/access.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { catalogueOf } from '../../search/catalogue.ts';
import { wordsOf } from '../../search/words.ts';
import { takeTurn } from '../workspace/places.ts';
import { fileTicket, looksLike, tidyName } from './files.ts';
import { libraryItems } from './items.ts';

type MyLibraryCalls = Pick<
  typeof library,
  'myLibrary' | 'addToMyLibrary' | 'removeFromMyLibrary' | 'addExternal' | 'updateExternal' | 'uploadAttachment' | 'attachmentLink'
>;

const dayLength = 24 * 3_600_000;
/** Quota per person. Includes uploaded files not yet attached to a resource. */
const mostBytes = 50 * 1024 * 1024;
const mostResources = 1000;

/** The user's own resources, newest first. */
export async function externalResources(db: Db, user: TokenUser, resource_id?: number): Promise<ExternalResource[]> {
  let query = db
    .selectFrom('library_resource as r')
    .leftJoin('library_attachment as a', 'a.resource_id', 'r.resource_id')
    .select([
      'r.resource_id',
      'r.title',
      'r.description',
      'r.url',
      'r.updated_at',
      'a.attachment_id',
      'a.file_name',
      'a.media_type',
      'a.size',
    ])
    .where('r.owner_puid', '=', user.user_puid)
    .where('r.item_id', 'is', null)
    .orderBy('r.updated_at', 'desc')
    .orderBy('r.resource_id', 'desc');
  if (resource_id !== undefined) query = query.where('r.resource_id', '=', resource_id);
  return (await query.execute()).map(({ attachment_id, file_name, media_type, size, updated_at, ...resource }) => ({
    ...resource,
    attachment:
      attachment_id === null || file_name === null || media_type === null
        ? null
        : { attachment_id, file_name, media_type, size: Number(size) },
    updated_at: iso(updated_at),
  }));
}

/** Resources whose title or description contains every word of the query, in any word form. */
export function matching(resources: readonly ExternalResource[], query: string): ExternalResource[] {
  const words = wordsOf(query);
  return resources.filter(({ title, description }) => {
    const has = wordsOf(`${title} ${description}`);
    return words.length > 0 && words.every((word) => has.some((one) => one.startsWith(word)));
  });
}

/** Sets the file of a resource: another, the same, or none. */
async function attach(db: Db, user: TokenUser, resource_id: number, attachment_id: number | null): Promise<void> {
  const own = db.deleteFrom('library_attachment').where('owner_puid', '=', user.user_puid).where('resource_id', '=', resource_id);
  await (attachment_id === null ? own : own.where('attachment_id', '<>', attachment_id)).execute();
  if (attachment_id === null) return;
  const { numUpdatedRows } = await db
    .updateTable('library_attachment')
    .set({ resource_id })
    .where('owner_puid', '=', user.user_puid)
    .where('attachment_id', '=', attachment_id)
    .where((eb) => eb.or([eb('resource_id', 'is', null), eb('resource_id', '=', resource_id)]))
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw notFound('file');
}

function assertHasContent({ url, attachment_id }: { url: string | null; attachment_id: number | null }): void {
  if (url === null && attachment_id === null) throw refuse('resourceEmpty', {}, { fields: [fieldReason('url', 'missing')] });
}

async function assertRoom(db: Db, user: TokenUser): Promise<void> {
  const { count } = await db
    .selectFrom('library_resource')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_puid', '=', user.user_puid)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostResources) throw refuse('libraryFull', { most: mostResources });
}

/** Refuses a URL or file that is new to the resource but already used by another of the person's resources. Serialized per person. */
async function assertNoEqual(
  trx: Db,
  user: TokenUser,
  { url, attachment_id }: Pick<QueryOf<typeof library.addExternal>, 'url' | 'attachment_id'>,
  before?: number,
): Promise<void> {
  await takeTurn(trx, user);
  const all = await externalResources(trx, user);
  const own = all.find((one) => one.resource_id === before);
  const others = all.filter((one) => one !== own);
  const addressOf = (text: string) => new URL(text).href;
  if (url !== null && url !== own?.url && others.some((one) => one.url !== null && addressOf(one.url) === addressOf(url)))
    throw refuse('sameAddress');
  if (attachment_id === null || attachment_id === own?.attachment?.attachment_id) return;
  let sameFiles = trx
    .selectFrom('library_attachment as mine')
    .innerJoin('library_attachment as other', (join) =>
      join
        .onRef('other.owner_puid', '=', 'mine.owner_puid')
        .onRef('other.size', '=', 'mine.size')
        .onRef('other.content', '=', 'mine.content'),
    )
    .select('other.resource_id')
    .where('mine.owner_puid', '=', user.user_puid)
    .where('mine.attachment_id', '=', attachment_id)
    .where('other.resource_id', 'is not', null);
  if (before !== undefined) sameFiles = sameFiles.where('other.resource_id', '<>', before);
  if (await sameFiles.executeTakeFirst()) throw refuse('sameFile');
}

const theOne = (resources: ExternalResource[]): ExternalResource => {
  const [resource] = resources;
  if (!resource) throw notFound('resource');
  return resource;
};

export const myLibrary: HandlersOf<MyLibraryCalls> = {
  myLibrary: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const catalogue = await catalogueOf(ports.db);
    const rows = await ports.db
      .selectFrom('library_resource')
      .select('item_id')
      .where('owner_puid', '=', user.user_puid)
      .where('item_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('resource_id', 'desc')
      .execute();
    const items = rows.flatMap(({ item_id }) => catalogue.items[catalogue.numberOf.get(item_id ?? 0) ?? -1] ?? []);
    return { items: await libraryItems(ports.db, catalogue, user, items), external: await externalResources(ports.db, user) };
  },

  addToMyLibrary: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const item = await ports.db
      .selectFrom('content_item')
      .select(['item_id', 'title'])
      .where('item_id', '=', body.item_id)
      .where('is_offered', '=', 1)
      .where('item_type_id', '=', body.item_type_id)
      .where('product_id', '=', body.product_id)
      .where('unit_id', '=', body.unit_id)
      .where('sub_unit_id', '=', body.subunit_id)
      .executeTakeFirst();
    if (!item) throw notFound('item');
    await assertRoom(ports.db, user);
    const now = ports.now();
    const key = { district_id: user.district_id, owner_puid: user.user_puid, item_id: item.item_id };
    return transact(ports.db, async (trx) => {
      await trx
        .insertInto('library_resource')
        .values({ ...key, resource_id: ports.newId(), title: item.title, description: '', url: null, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.columns(['district_id', 'owner_puid', 'item_id']).doNothing())
        .execute();
      return trx
        .selectFrom('library_resource')
        .select('resource_id')
        .where('owner_puid', '=', key.owner_puid)
        .where('item_id', '=', key.item_id)
        .executeTakeFirstOrThrow();
    });
  },

  removeFromMyLibrary: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    await transact(ports.db, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('library_resource')
        .where('owner_puid', '=', user.user_puid)
        .where('resource_id', '=', query.resource_id)
        .executeTakeFirst();
      if (Number(numDeletedRows) === 0) throw notFound('resource');
      await attach(trx, user, query.resource_id, null);
    });
    return null;
  },

  addExternal: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    assertHasContent(query);
    await assertRoom(ports.db, user);
    const resource_id = ports.newId();
    const now = ports.now();
    await transact(ports.db, async (trx) => {
      if (query.same_resource === 'ask') await assertNoEqual(trx, user, query);
      await trx
        .insertInto('library_resource')
        .values({
          district_id: user.district_id,
          resource_id,
          owner_puid: user.user_puid,
          item_id: null,
          title: query.title,
          description: query.description,
          url: query.url,
          created_at: now,
          updated_at: now,
        })
        .execute();
      await attach(trx, user, resource_id, query.attachment_id);
    });
    return theOne(await externalResources(ports.db, user, resource_id));
  },

  updateExternal: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    assertHasContent(query);
    await transact(ports.db, async (trx) => {
      if (query.same_resource === 'ask') await assertNoEqual(trx, user, query, query.resource_id);
      const { numUpdatedRows } = await trx
        .updateTable('library_resource')
        .set({ title: query.title, description: query.description, url: query.url, updated_at: ports.now() })
        .where('owner_puid', '=', user.user_puid)
        .where('resource_id', '=', query.resource_id)
        .where('item_id', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw notFound('resource');
      await attach(trx, user, query.resource_id, query.attachment_id);
    });
    return theOne(await externalResources(ports.db, user, query.resource_id));
  },

  uploadAttachment: async ({ body }, { ports, user }) => {
    assertSelf(user, Number(body.user_puid));
    const bytes = new Uint8Array(await body.attachment.arrayBuffer());
    const type = await looksLike(bytes, body.attachment.name);
    const now = ports.now();
    const row: Row<'library_attachment'> = {
      district_id: user.district_id,
      attachment_id: ports.newId(),
      owner_puid: user.user_puid,
      resource_id: null,
      file_name: tidyName(body.attachment.name, type.extension),
      media_type: type.media,
      size: bytes.length,
      content: Buffer.from(bytes).toString('base64'),
      created_at: now,
    };
    await transact(ports.db, async (trx) => {
      await trx
        .deleteFrom('library_attachment')
        .where('owner_puid', '=', user.user_puid)
        .where('resource_id', 'is', null)
        .where('created_at', '<', now - dayLength)
        .execute();
      const { size } = await trx
        .selectFrom('library_attachment')
        .select((eb) => eb.fn.sum<number | null>('size').as('size'))
        .where('owner_puid', '=', user.user_puid)
        .executeTakeFirstOrThrow();
      if (Number(size ?? 0) + bytes.length > mostBytes) throw refuse('libraryTooLarge');
      await trx.insertInto('library_attachment').values(row).execute();
    });
    const { attachment_id, file_name, media_type, size } = row;
    return { attachment_id, file_name, media_type, size };
  },

  attachmentLink: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { attachment } = theOne(await externalResources(ports.db, user, body.resource_id));
    if (!attachment) throw notFound('file');
    return { path: await fileTicket(ports, user, attachment.attachment_id) };
  },
};
