import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The project root is one level up, from here and from `dist-server`.
const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Languages of the help. */
export type HelpLanguage = 'en' | 'es';

/** `server/help/topics.json`. */
export const helpTopicsFile = (): unknown => JSON.parse(read('server/help/topics.json'));

/** The Markdown of an article; see `server/help/README.md`. */
export const helpArticleFile = (language: HelpLanguage, article_id: string): string => read(`server/help/${language}/${article_id}.md`);

/** `server/help/pictures.json`: width and height of each picture in pixels of the page. `scripts/helpPictures.ts` writes it. */
export const helpPicturesFile = (): unknown => JSON.parse(read('server/help/pictures.json'));

/** All texts of the screens in a language, by key. A message with variants is a list. */
export const screenTexts = (language: HelpLanguage): Record<string, unknown> =>
  Object.assign({}, ...readdirSync(join(root, 'messages', language)).map((file) => JSON.parse(read(`messages/${language}/${file}`))));
