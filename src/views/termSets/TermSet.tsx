import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import s from '../glossary/glossary.module.css';
import { TermSides } from '../glossary/TermSides.tsx';

/** The terms of a set in both languages, read aloud on request. */
export default function TermSet({ terms }: { terms: readonly ItemTerm[] }) {
  if (terms.length === 0) return <Notice tone="info">{m.termSets_none()}</Notice>;
  return (
    <ul className={s.terms}>
      {terms.map((term) => (
        <li key={term.term_id}>
          <article className={s.term}>
            <TermSides term={term} as="h2" />
          </article>
        </li>
      ))}
    </ul>
  );
}
