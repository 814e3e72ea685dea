import type { glossary as glossaryCalls } from '../../../contract/glossary.ts';
import { Role } from '../../../contract/kit.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { chosen, openGlossary } from './readers.ts';
import { isAsked, textsOf } from './terms.ts';

/** Sentences of a sheet: what fits on one page with its words. */
const sheetLength = 12;

/** A sheet of sentences with blanks. The same number is always the same sheet, so that its key fits. */
export const glossarySheet: HandlersOf<typeof glossaryCalls>['glossarySheet'] = async ({ query }, context) => {
  const { user_puid, subject, set_id, language_id, sheet } = query;
  const glossary = await openGlossary(context, user_puid);
  // Ids are hashes, so that neighbors on the sheet are not neighbors in the alphabet.
  const isWanted = await chosen(context, glossary, { subject, set_id });
  const all = [...glossary.terms.values()].filter((term) => isAsked(term) && isWanted(term));
  const sheets = Math.max(1, Math.ceil(all.length / sheetLength));
  const own = (Math.min(sheet, sheets) - 1) * sheetLength;
  const terms = all.slice(own, own + sheetLength);
  const isOn = new Set(terms);
  return {
    sheets,
    sentences: terms.map((term) => textsOf(term, language_id).fill_in),
    words: glossary
      .sorted(language_id)
      .filter((term) => isOn.has(term))
      .map((term) => textsOf(term, language_id).term),
    answers: context.user.role === Role.student ? null : terms.map((term) => textsOf(term, language_id).term),
  };
};
