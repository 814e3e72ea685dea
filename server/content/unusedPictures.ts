import { type Kysely, sql } from 'kysely';
import { partsOf } from '../db/parts.ts';
import type { Database } from '../db/schema.ts';
import { unpacked } from '../exports/formats.ts';
import type { Db } from '../kit/access.ts';

/** Where the names of pictures stand: key and texts of each table. Documents have them in their JSON. */
export const namingTexts = {
  question: ['question_id', ['question_html', 'explanation_html', 'diagram']],
  content_item: ['item_id', ['body']],
  authored_quiz: ['item_id', ['document', 'published_document']],
  catalog_quiz: ['quiz_id', ['document']],
  catalog_item: ['item_id', ['document', 'drawings', 'course']],
} as const;

/** How long a picture stays that nothing names, so that Undo in a form that is open still finds it. */
const life = 24 * 3_600_000;
const pageSize = 200;
const name = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;
const pictureTables = ['authored_picture', 'catalog_picture'] as const;

/** All that may be the name of a picture in questions of all versions, items, drafts, and what an import of the course can put back. */
async function namesIn(db: Kysely<Database>): Promise<Set<string>> {
  const names = new Set<string>();
  const note = (text: string | null) => {
    for (const [found] of text?.matchAll(name) ?? []) names.add(found);
  };
  for (const [table, [key, columns]] of Object.entries(namingTexts)) {
    const [id, texts] = [sql.ref<number>(key), columns.map((column) => sql.ref<string | null>(column))];
    const isNaming = sql.join(
      texts.map((text) => sql`${text} like '%picture%'`),
      sql` or `,
    );
    for (let last: number | undefined = -1; last !== undefined; ) {
      const { rows }: { rows: Record<string, unknown>[] } = await sql<Record<string, unknown>>`
        select ${id} as id, ${sql.join(texts)} from ${sql.table(table)} where ${id} > ${last} and (${isNaming}) order by ${id} limit ${pageSize}
      `.execute(db);
      for (const row of rows) for (const column of columns) note(row[column] as string | null);
      last = rows.length < pageSize ? undefined : Number(rows.at(-1)?.id);
    }
  }
  const logs = await db.selectFrom('course_import_part').select('content').where('kind', '=', 'log').execute();
  for (const { content } of logs) note(unpacked(content).toString());
  return names;
}

/**
 * Removes pictures that nothing has named for a day. Those that nothing names now are noted, and those that something names again are
 * noted no longer. Returns how many pictures were removed.
 */
export async function removeUnusedPictures(db: Kysely<Database>, now: number): Promise<number> {
  const stored = await Promise.all(
    pictureTables.map(async (table) => [table, await db.selectFrom(table).select(['picture_id', 'unused_since']).execute()] as const),
  );
  if (stored.every(([, rows]) => rows.length === 0)) return 0;
  const named = await namesIn(db);
  let removed = 0;
  for (const [table, rows] of stored) {
    const ids = (which: (row: (typeof rows)[number]) => boolean) => [...new Set(rows.filter(which).map(({ picture_id }) => picture_id))];
    for (const some of partsOf(ids((row) => named.has(row.picture_id) && row.unused_since !== null)))
      await db.updateTable(table).set({ unused_since: null }).where('picture_id', 'in', some).execute();
    const unused = ids((row) => !named.has(row.picture_id));
    for (const some of partsOf(unused)) {
      // Only where it still stands: somebody may have taken the picture again since it was read.
      const [result] = await db
        .deleteFrom(table)
        .where('picture_id', 'in', some)
        .where('unused_since', '<=', now - life)
        .execute();
      removed += Number(result?.numDeletedRows ?? 0);
      await db.updateTable(table).set({ unused_since: now }).where('picture_id', 'in', some).where('unused_since', 'is', null).execute();
    }
  }
  return removed;
}

/** Keeps pictures that a text is about to name, before it is known whether they are there. */
export async function keepPictures(db: Db, table: (typeof pictureTables)[number], names: readonly string[]): Promise<void> {
  for (const some of partsOf(names))
    await db.updateTable(table).set({ unused_since: null }).where('picture_id', 'in', some).where('unused_since', 'is not', null).execute();
}
