import { Language } from '../../../contract/content.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { usePreferences } from '../shell/preferences.ts';
import { TermText } from './TermText.tsx';

interface TermSidesProps {
  term: ItemTerm;
  /** Element of the term's name. */
  as: 'h2' | 'h3';
}

/** A term in the languages that it has, the reader's first. */
export function TermSides({ term: { language_id, term, definition, other_term, other_definition }, as }: TermSidesProps) {
  const { language } = usePreferences();
  const [own, other] = language_id === Language.spanish ? (['es', 'en'] as const) : (['en', 'es'] as const);
  const sides = [
    { language: own, term, definition },
    { language: other, term: other_term, definition: other_definition },
  ].filter((side) => side.term !== '');
  const [first, second] = sides.toSorted((a, b) => Number(b.language === language) - Number(a.language === language));
  return (
    <>
      {first ? <TermText {...first} as={as} /> : null}
      {second ? <TermText {...second} /> : null}
    </>
  );
}
