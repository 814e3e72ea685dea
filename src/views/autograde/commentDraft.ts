import { type CommentLanguage, type CommentPlace, type CommentText, commentLanguages } from '../../../contract/comments.ts';
import type { CommentDetails } from '../../machines/autograde/decisions.ts';

/** A comment that is being written: a text in each language, of which one is enough, and the place to read again. */
export interface CommentDraft extends Record<CommentLanguage, string> {
  place: CommentPlace | null;
}

export const noDraft: CommentDraft = { en: '', es: '', place: null };

export const otherLanguage = (language: CommentLanguage): CommentLanguage => (language === 'en' ? 'es' : 'en');

export const isEmptyDraft = (draft: CommentDraft): boolean => commentLanguages.every((language) => draft[language].trim() === '');

/** A comment in the bank as a draft; one in an unknown language is taken for the teacher's. The place of the draft stays. */
export const draftOf = (
  { feedback_text, language, translation }: CommentText,
  own: CommentLanguage,
  place: CommentPlace | null,
): CommentDraft => {
  const first = language ?? own;
  return { ...noDraft, [first]: feedback_text, [otherLanguage(first)]: translation, place };
};

/** What a draft says, in the teacher's own language first. */
export function wordsOf(draft: CommentDraft, own: CommentLanguage): { feedback: string; details: CommentDetails } {
  const other = otherLanguage(own);
  const [mine, theirs] = [draft[own].trim(), draft[other].trim()];
  return mine === ''
    ? { feedback: theirs, details: { language: other, translation: '', place: draft.place } }
    : { feedback: mine, details: { language: own, translation: theirs, place: draft.place } };
}
