import type { ItemBody } from '../../../contract/content.ts';
import type { Db } from '../../kit/access.ts';
import { inlinePictures } from '../quiz/pictures.ts';

/** A body with the pictures that administrators uploaded in place, as inline data. The other texts of an item are left alone. */
export async function bodyWithPictures(db: Db, body: ItemBody): Promise<ItemBody> {
  const written = JSON.stringify(body);
  if (!written.includes('picture/')) return body;
  const inline = await inlinePictures(db, textsOf(body));
  return mapTexts(body, inline);
}

const fields = ['html', 'why_html', 'task_html', 'instructions_html', 'text_alternative_html'] as const;
type Texts = Partial<Record<(typeof fields)[number], string>> & { pages?: readonly string[] };

function textsOf(body: ItemBody): string[] {
  const texts = body as Texts;
  return [...fields.flatMap((field) => texts[field] ?? []), ...(texts.pages ?? [])];
}

function mapTexts(body: ItemBody, change: (html: string) => string): ItemBody {
  const texts = body as Texts;
  const changed = fields.flatMap((field) => (texts[field] === undefined ? [] : [[field, change(texts[field])] as const]));
  return { ...body, ...Object.fromEntries(changed), ...(texts.pages ? { pages: texts.pages.map(change) } : {}) } as ItemBody;
}
