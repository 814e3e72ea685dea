import { type GlossarySubject, type GlossaryTerm, glossary } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import s from './glossary.module.css';
import { TermEntry } from './TermEntry.tsx';

/** Loads the terms of a subject, of a set, or all; with words to search for, those that fit. */
export function useTerms(subject: GlossarySubject | undefined, search: string, setId?: number) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { language } = usePreferences();
  return useCollection((signal) =>
    send(
      glossary.glossaryTerms,
      {
        ...{ user_puid: userPuid, language_id: languageOf(language) },
        ...(subject ? { subject } : {}),
        ...(setId ? { set_id: setId } : {}),
        ...(search ? { search } : {}),
      },
      { signal },
    ),
  );
}

/** The terms found for some words, best first. */
export function FoundTerms({ words, subject }: { words: string; subject?: GlossarySubject | undefined }) {
  const collection = useTerms(subject, words);
  const { data } = collection;
  return (
    <>
      <LoadState collection={collection} shape="text" count={6} />
      <p role="status">{data ? m.glossary_found({ count: data.length }) : ''}</p>
      {data?.length === 0 ? (
        <EmptyState art="search" title={m.glossary_none({ words })}>
          {m.glossary_none_text()}
        </EmptyState>
      ) : null}
      {data ? <TermList terms={data} as="h2" /> : null}
    </>
  );
}

/** Terms one below the other. */
export const TermList = ({ terms, as }: { terms: readonly GlossaryTerm[]; as: 'h2' | 'h3' }) => (
  <ul className={s.terms}>
    {terms.map((term) => (
      <li key={term.term_id}>
        <TermEntry term={term} as={as} />
      </li>
    ))}
  </ul>
);
