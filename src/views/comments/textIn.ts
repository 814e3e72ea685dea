import type { CommentLanguage, CommentText } from '../../../contract/comments.ts';
import { m } from '../../paraglide/messages.js';

/** A comment's text in the reader's language, else in the one it was written in. */
export function textIn({ feedback_text, language, translation }: CommentText, wanted: CommentLanguage) {
  const isTranslated = translation !== '' && language !== null && language !== wanted;
  const written = isTranslated ? wanted : (language ?? undefined);
  return { text: isTranslated ? translation : feedback_text, lang: written, isForeign: written !== undefined && written !== wanted };
}

/** Names the language that a text is written in. */
export const writtenIn = (language: CommentLanguage) => (language === 'es' ? m.comments_written_es() : m.comments_written_en());
