import type { GlossaryTerm } from '../../../contract/glossary.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { usePreferences } from '../shell/preferences.ts';
import s from './glossary.module.css';
import { TermText } from './TermText.tsx';

interface TermEntryProps {
  term: GlossaryTerm;
  /** Element of the term's name. */
  as: 'h2' | 'h3';
}

/** A term in both languages, the reader's first, with the items that use it. */
export function TermEntry({ term: { term, definition, other_term, other_definition, items }, as }: TermEntryProps) {
  const { language } = usePreferences();
  const pathTo = useUser().role === Role.student ? paths.exploreItem : paths.previewItem;
  return (
    <article className={s.term}>
      <TermText language={language} term={term} definition={definition} as={as} />
      <TermText language={language === 'es' ? 'en' : 'es'} term={other_term} definition={other_definition} />
      {items.length > 0 ? (
        <p className={s.items}>
          <span>{m.glossary_used_in()}</span>
          {items.map(({ item_id, title }) => (
            <Link key={item_id} href={pathTo(item_id)}>
              {title}
            </Link>
          ))}
        </p>
      ) : null}
    </article>
  );
}
