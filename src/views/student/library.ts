import { Language } from '../../../contract/content.ts';
import type { LibraryItem } from '../../../contract/studentWork.ts';

/** The content language for a user language. */
export const languageOf = (language: 'en' | 'es'): number => (language === 'es' ? Language.spanish : Language.english);

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of the search occurs in title or summary, ignoring case and accents. */
export function matches({ title, summary }: Pick<LibraryItem, 'title' | 'summary'>, search: string): boolean {
  const text = fold(`${title}\n${summary}`);
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
