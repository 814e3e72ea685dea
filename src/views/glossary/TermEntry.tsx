import { type GlossaryTerm, ofClass } from '../../../contract/glossary.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import s from './glossary.module.css';
import { TermSides } from './TermSides.tsx';

interface TermEntryProps {
  term: GlossaryTerm;
  /** Element of the term's name. */
  as: 'h2' | 'h3';
}

/** A term in the languages that it has, with the items that use it. */
export function TermEntry({ term, as }: TermEntryProps) {
  const { items } = term;
  const isStudent = useUser().role === Role.student;
  const pathTo = isStudent ? paths.exploreItem : paths.previewItem;
  return (
    <article className={s.term}>
      <TermSides term={term} as={as} />
      {term.subject === ofClass ? (
        <p className={s.items}>
          <Badge tone="accent">{isStudent ? m.ownTerms_from_teacher() : m.ownTerms_subject()}</Badge>
        </p>
      ) : null}
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
