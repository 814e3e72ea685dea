import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { itemProblems, textsOf } from '../../../common/authoring/itemProblems.ts';
import { picturesIn } from '../../../common/authoring/richQuestion.ts';
import type { AuthoredItem, ItemSource, SavedItem } from '../../../contract/authoredItem.ts';
import { type ItemBody, isHandedIn, ResourceType } from '../../../contract/content.ts';
import type { contentSetup as calls, NewItemKind } from '../../../contract/contentSetup.ts';
import { cleanedItem, itemToForm, rowFromForm, withEveryField } from '../../content/authoredItem.ts';
import type { Drawings } from '../../content/authoredText.ts';
import { idOf } from '../../content/ids.ts';
import { writeItemWords } from '../../content/itemWords.ts';
import { textOf } from '../../content/plainText.ts';
import { touchCatalogue } from '../../content/touchCatalogue.ts';
import { keepPictures } from '../../content/unusedPictures.ts';
import type { Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { transact } from '../../kit/transact.ts';
import { htmlOf } from '../../search/terms.ts';
import { pictureToStore } from '../authoring/cleanedQuiz.ts';
import { storeCatalogPicture } from '../itemBank/catalogPicture.ts';
import { forgetDrafters, noteDrafter } from '../itemBank/drafters.ts';
import { noteDraft, writeOfItem } from '../itemBank/itemAudit.ts';
import { bodyWithPictures } from './bodyPictures.ts';
import { storedPlace } from './places.ts';

/** An item's draft, and what it stands on. */
interface Opened {
  stored: Row<'content_item'>;
  /** Whether somebody has saved a draft before. */
  isStored: boolean;
  version: number;
  publishedVersion: number;
  drawings: Drawings;
  document: AuthoredItem;
  course: AuthoredItem;
  isCourseNew: boolean;
}

/** An item of the catalog. @throws 404 also for quizzes, which are edited by their questions, and for what a user wrote */
async function catalogItem(db: Db, item_id: number): Promise<Row<'content_item'>> {
  const item = await db
    .selectFrom('content_item')
    .selectAll()
    .where('item_id', '=', item_id)
    .where('owner_puid', 'is', null)
    .executeTakeFirst();
  if (!item || isHandedIn(item.item_type_id)) throw notFound('item');
  return item;
}

/** The version of an item that nobody has edited: another one after an import that changes it. */
const versionOf = (document: AuthoredItem) => 1 + Number.parseInt(hash('sha256', JSON.stringify(document), 'hex').slice(0, 7), 16);

async function open(db: Db, item_id: number): Promise<Opened> {
  const stored = await catalogItem(db, item_id);
  const drawings: Drawings = {};
  const now = itemToForm(stored, drawings);
  const row = await db.selectFrom('catalog_item').selectAll().where('item_id', '=', item_id).executeTakeFirst();
  if (!row) {
    const version = versionOf(now);
    return { stored, isStored: false, version, publishedVersion: version, drawings, document: now, course: now, isCourseNew: false };
  }
  return {
    ...{ stored, isStored: true, version: row.version, publishedVersion: row.published_version },
    drawings: { ...(JSON.parse(row.drawings) as Drawings), ...drawings },
    document: withEveryField(JSON.parse(row.document) as AuthoredItem, now),
    course: withEveryField(JSON.parse(row.course) as AuthoredItem, now),
    isCourseNew: row.is_course_new === 1,
  };
}

/** Locks the item until the transaction ends, and opens its draft. */
async function openLocked(trx: Db, item_id: number): Promise<Opened> {
  await trx
    .updateTable('content_item')
    .set(({ ref }) => ({ item_id: ref('item_id') }))
    .where('item_id', '=', item_id)
    .execute();
  return open(trx, item_id);
}

const savedOf = ({ stored: { item_id }, version, publishedVersion }: Opened): SavedItem => ({
  ...{ item_id, version, published_version: publishedVersion },
});

async function sourceOf(db: Db, opened: Opened): Promise<ItemSource> {
  const { item_id, item_type_id, language_id, is_offered } = opened.stored;
  const { course, document, drawings } = opened;
  const named = new Set([document, course].flatMap(({ body }) => textsOf(body).flatMap(picturesIn)));
  const standards = await db.selectFrom('standard').select('code').orderBy('code').execute();
  const quiz = await db
    .selectFrom('quiz as q')
    .leftJoin('question as qu', (join) => join.onRef('qu.quiz_id', '=', 'q.quiz_id').on('qu.retired_at', 'is', null))
    .select((eb) => eb.fn.count<number>('qu.question_id').as('count'))
    .where('q.item_id', '=', item_id)
    .groupBy('q.quiz_id')
    .executeTakeFirst();
  return {
    ...{ ...savedOf(opened), item_type_id, language_id, is_offered: is_offered === 1 },
    ...{ item: document, course_item: course, is_course_new: opened.isCourseNew },
    drawings: Object.entries(drawings).flatMap(([picture_id, html]) => (named.has(picture_id) ? [{ picture_id, html }] : [])),
    ...{ known_standards: standards.map(({ code }) => code), question_count: quiz ? Number(quiz.count) : null },
  };
}

/** The document with sanitized texts, which have only drawings of the item and pictures that were uploaded. */
async function cleaned(db: Db, { drawings, document: before }: Opened, document: AuthoredItem): Promise<AuthoredItem> {
  if (document.body.kind !== before.body.kind) throw notFound('item');
  const names = new Set<string>();
  cleanedItem(document, (name) => names.add(name).has(name));
  const known = new Set(Object.keys(drawings));
  const asked = [...names].filter((name) => !known.has(name));
  await keepPictures(db, 'catalog_picture', asked);
  if (asked.length > 0)
    for (const { picture_id } of await db.selectFrom('catalog_picture').select('picture_id').where('picture_id', 'in', asked).execute())
      known.add(picture_id);
  return cleanedItem(document, (name) => known.has(name));
}

/** @throws refusal that counts what is missing */
async function assertComplete(db: Db, opened: Opened): Promise<void> {
  const { length } = itemProblems(opened.document, await sourceOf(db, opened));
  if (length > 0) throw refuse('itemIncomplete', { count: length });
}

const mostWords = 2000;
/** What the audit shows of an item. */
function inWords({ title, summary, minutes, grades, standards, body }: Row<'content_item'>) {
  return {
    ...{ name: title, summary, minutes, grades: (JSON.parse(grades) as string[]).join(', ') },
    ...{
      standards: (JSON.parse(standards) as string[]).join(', '),
      text: textOf(htmlOf(JSON.parse(body) as ItemBody)).slice(0, mostWords),
    },
  };
}

/** Makes the draft what students of all districts get. */
async function publish(trx: Db, context: UserContext, opened: Opened): Promise<void> {
  const { stored, document, drawings, version } = opened;
  const { item_id, language_id } = stored;
  const row = rowFromForm(document, stored, drawings);
  const body = JSON.parse(row.body) as ItemBody;
  await trx
    .updateTable('content_item')
    .set({ ...row, is_offered: 1 })
    .where('item_id', '=', item_id)
    .execute();
  // Questions in a reading or a video have its title.
  await trx.updateTable('quiz').set({ title: document.title }).where('item_id', '=', item_id).execute();
  await writeItemWords(trx, [{ item_id, language_id, title: document.title, body }]);
  await trx
    .updateTable('catalog_item')
    .set({ published_version: version, is_edited: 1, is_course_new: 0, drawings: JSON.stringify(drawings) })
    .where('item_id', '=', item_id)
    .execute();
  await forgetDrafters(trx, item_id, 'item');
  await writeOfItem(context, trx, 'item.publish', item_id, { before: inWords(stored), after: inWords({ ...stored, ...row }) });
}

const emptyData = { csv: '', columns: [], plot: { x: '', y: '', type: 'line' } } as const;
/** Type and empty body of a new item. */
const templates: Readonly<Record<NewItemKind, { item_type_id: number; body: ItemBody; hasQuestions?: true }>> = {
  reading: { item_type_id: ResourceType.reading, body: { kind: 'html', html: '' } },
  leveled_reader: {
    item_type_id: ResourceType.leveledReader,
    body: { kind: 'pages', pages: [''], lexile: null, spanish_remark: null },
    hasQuestions: true,
  },
  slides: { item_type_id: ResourceType.reading, body: { kind: 'pages', pages: [''], lexile: null, spanish_remark: null } },
  data_lab: { item_type_id: ResourceType.dataLab, body: { kind: 'data', ...emptyData, columns: [], task_html: '' }, hasQuestions: true },
  interactive: {
    item_type_id: ResourceType.interactive,
    body: { kind: 'interactive', simulation: 'pendulum', parameters: {}, instructions_html: '', text_alternative_html: '' },
    hasQuestions: true,
  },
  // Every animation lasts a minute.
  video: {
    item_type_id: ResourceType.video,
    body: { kind: 'video', animation: 'heating-ice', duration: 60, captions: [] },
    hasQuestions: true,
  },
  investigation: { item_type_id: ResourceType.investigation, body: { kind: 'html', html: '' } },
  link: { item_type_id: ResourceType.link, body: { kind: 'link', url: '', why_html: '' } },
};

/** Changes whether the library offers an item or a quiz that was published. */
const offer = (context: UserContext, item_id: number, isOffered: boolean) =>
  transact(context.ports.db, async (trx) => {
    await touchCatalogue(trx);
    const stored = await trx
      .selectFrom('content_item as i')
      .leftJoin('catalog_item as d', 'd.item_id', 'i.item_id')
      .select(['i.title', 'i.is_offered', 'd.published_version'])
      .where('i.item_id', '=', item_id)
      .where('i.owner_puid', 'is', null)
      .executeTakeFirst();
    if (!stored || stored.published_version === 0) throw notFound('item');
    if ((stored.is_offered === 1) === isOffered) return null;
    await trx
      .updateTable('content_item')
      .set({ is_offered: isOffered ? 1 : 0 })
      .where('item_id', '=', item_id)
      .execute();
    await writeOfItem(context, trx, isOffered ? 'item.offer' : 'item.withdraw', item_id, { after: { name: stored.title } });
    return null;
  });

/** Editing of the catalog's items (decision 081). */
export const itemEditing: HandlersOf<
  Pick<
    typeof calls,
    'itemSource' | 'createItem' | 'saveItem' | 'publishItem' | 'withdrawItem' | 'offerItem' | 'previewItem' | 'uploadMedia'
  >
> = {
  itemSource: async ({ query }, { ports }) => sourceOf(ports.db, await open(ports.db, query.item_id)),

  createItem: ({ body: { creation_key, place_kind, place_id, item_kind, title } }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const code = `setup/${context.user.user_puid}/${creation_key}`;
      const item_id = idOf(code);
      const known = await trx.selectFrom('content_item').select('item_id').where('item_id', '=', item_id).executeTakeFirst();
      if (known) return savedOf(await open(trx, item_id));
      const place = await storedPlace(trx, place_kind, place_id);
      const sub_unit_id = place_kind === 'sub_unit' ? place_id : Number(place.sub_unit_id);
      const unit_id = Number((await storedPlace(trx, 'sub_unit', sub_unit_id)).unit_id);
      const product_id = Number((await storedPlace(trx, 'unit', unit_id)).product_id);
      const product = await storedPlace(trx, 'product', product_id);
      const language_id = Number(product.language_id);
      const { last } = await trx
        .selectFrom('content_item')
        .select((eb) => eb.fn.max('sort_order').as('last'))
        .where('unit_id', '=', unit_id)
        .executeTakeFirstOrThrow();
      const { item_type_id, body, hasQuestions } = templates[item_kind];
      await insertAll(trx, 'content_item', [
        {
          ...{ item_id, product_id, unit_id, sub_unit_id, level3_id: place_kind === 'level3' ? place_id : null, code, item_type_id },
          ...{ title, summary: '', body: JSON.stringify(body), minutes: 0, grades: String(product.grades), standards: '[]', sources: '[]' },
          ...{ language_id, mapped_id: null, is_assignable: 1, is_learnosity_enabled: 0, lexile: null, spanish_remark: null },
          ...{ quiz_id: null, sort_order: Number(last ?? 0) + 1, is_offered: 0 },
        },
      ]);
      if (hasQuestions) await insertAll(trx, 'quiz', [{ quiz_id: idOf(`${code}#quiz`), item_id, title, intro_html: '', delivery: 'quiz' }]);
      const document = JSON.stringify(itemToForm(await catalogItem(trx, item_id), {}));
      await insertAll(trx, 'catalog_item', [
        { item_id, document, version: 1, published_version: 0, drawings: '{}', is_edited: 0, course: document, is_course_new: 0 },
      ]);
      await noteDrafter(context, trx, item_id, 'item');
      await writeOfItem(context, trx, 'item.add', item_id, { after: { name: title } });
      return savedOf(await open(trx, item_id));
    }),

  saveItem: ({ body }, context) =>
    transact(context.ports.db, async (trx) => {
      const opened = await openLocked(trx, body.item_id);
      const document = await cleaned(trx, opened, body.item);
      if (opened.version !== body.version) {
        // The same save again: its first response was lost.
        if (opened.version === body.version + 1 && isDeepStrictEqual(opened.document, document)) return savedOf(opened);
        throw refuse('recordChanged');
      }
      const { item_id } = opened.stored;
      const values = { document: JSON.stringify(document), version: body.version + 1, drawings: JSON.stringify(opened.drawings) };
      if (opened.isStored) await trx.updateTable('catalog_item').set(values).where('item_id', '=', item_id).execute();
      else
        await insertAll(trx, 'catalog_item', [
          {
            ...{ item_id, ...values, published_version: opened.publishedVersion, is_edited: 0, is_course_new: 0 },
            course: JSON.stringify(opened.course),
          },
        ]);
      await noteDraft(context, trx, 'item.draft', opened.stored);
      await noteDrafter(context, trx, item_id, 'item');
      return savedOf({ ...opened, version: values.version });
    }),

  publishItem: ({ body }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const opened = await openLocked(trx, body.item_id);
      if (opened.version !== body.version) throw refuse('recordChanged');
      if (opened.version === opened.publishedVersion) return savedOf(opened);
      await assertComplete(trx, opened);
      await publish(trx, context, opened);
      return savedOf({ ...opened, publishedVersion: opened.version });
    }),

  withdrawItem: ({ body }, context) => offer(context, body.item_id, false),
  offerItem: ({ body }, context) => offer(context, body.item_id, true),

  previewItem: async ({ query }, { ports }) => {
    const { stored, document, drawings } = await open(ports.db, query.item_id);
    const { title, language_id } = { ...stored, title: document.title };
    const body = JSON.parse(rowFromForm(document, stored, drawings).body) as ItemBody;
    return { title, language_id, body: await bodyWithPictures(ports.db, body) };
  },

  uploadMedia: async ({ body }, context) => {
    const picture = await pictureToStore(body.picture);
    return transact(context.ports.db, async (trx) => {
      const { stored } = await openLocked(trx, body.item_id);
      const isNew = await storeCatalogPicture(trx, picture);
      if (isNew) await writeOfItem(context, trx, 'item.picture', stored.item_id, { after: { name: stored.title } });
      return { picture_id: picture.picture_id };
    });
  },
};
