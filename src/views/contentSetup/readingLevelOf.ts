import { isTooHard, type ReadingLevel, readingLevel } from '../../../common/authoring/readingLevel.ts';
import type { AuthoredItem, ItemSource } from '../../../contract/authoredItem.ts';
import { Language, ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { readHtml } from '../reports/plainText.ts';

/** Paragraphs of a text, without headings, lists and tables, which have no sentences. */
function proseOf(html: string): string[] {
  const paragraphs = readHtml(html).querySelectorAll('p');
  return [...paragraphs].flatMap((one) => (one.closest('ul, ol, table') ? [] : [one.textContent]));
}

/** What a reading level is called. */
function levelName({ from, to }: ReadingLevel): string {
  if (from > 12) return m.itemEditor_level_college();
  return from === to ? m.itemEditor_level_grade({ grade: from }) : m.itemEditor_level_grades({ from, to });
}

/** How hard the text of a reading or a leveled reader is to read, in words; null for other items and short texts. */
export function readingLevelOf(
  { body, grades }: Pick<AuthoredItem, 'body' | 'grades'>,
  { item_type_id, language_id }: Pick<ItemSource, 'item_type_id' | 'language_id'>,
): { text: string; warning: string | null } | null {
  if (item_type_id !== ResourceType.reading && item_type_id !== ResourceType.leveledReader) return null;
  const texts = body.kind === 'html' ? [body.html] : body.kind === 'pages' ? body.pages : [];
  const level = readingLevel(texts.flatMap(proseOf), language_id);
  if (!level) return null;
  const name = levelName(level);
  return {
    text: m.itemEditor_level({ level: name, formula: language_id === Language.spanish ? 'Fernández Huerta' : 'Flesch–Kincaid' }),
    warning: isTooHard(level, grades) ? m.itemEditor_level_hard({ level: name }) : null,
  };
}
