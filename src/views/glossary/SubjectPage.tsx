import { type GlossarySubject, type GlossaryTerm, ofClass } from '../../../contract/glossary.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { downloadText } from '../../ui/download.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDownload, IconPrinter } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { useAddressSearch } from '../addressSearch.tsx';
import { OpenPage } from '../player/Closed.tsx';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { glossaryFacts } from './facts.screen.ts';
import { glossaryFillIn } from './fillIn.screen.ts';
import s from './glossary.module.css';
import { glossaryHome } from './home.screen.ts';
import { lettersOf } from './letters.ts';
import { glossaryPrint } from './print.screen.ts';
import { subjectName } from './subjectName.ts';
import { addressIn, useSubject } from './subjects.ts';
import { FoundTerms, TermList, useTerms } from './TermSearch.tsx';

/** The terms of a subject, or of all, by letter, in both languages. */
export default function SubjectPage() {
  const { language } = usePreferences();
  const subject = useSubject();
  return (
    <OpenPage>
      <Subject key={`${subject} ${language}`} subject={subject} />
    </OpenPage>
  );
}

function Subject({ subject }: { subject: GlossarySubject | undefined }) {
  const collection = useTerms(subject, '');
  const title = subject ? subjectName[subject]() : m.glossary_all_terms();
  const { words, field } = useAddressSearch(subject ? m.glossary_search({ subject: title }) : m.glossary_search_all());
  return (
    <LoadedPage
      collection={collection}
      title={title}
      lead={collection.data ? m.glossary_terms({ count: collection.data.length }) : undefined}
      breadcrumbs={[{ label: m.glossary_title(), href: addressOf(glossaryHome) }]}
      action={
        <span className={s.screenOnly}>
          <LinkButton variant="primary" href={addressIn(glossaryFillIn, subject)}>
            {m.glossary_fill_in()}
          </LinkButton>
        </span>
      }
      more={
        <span className={s.tools}>
          {subject === ofClass ? null : <LinkButton href={addressIn(glossaryFacts, subject)}>{m.glossary_facts()}</LinkButton>}
          <LinkButton href={addressIn(glossaryPrint, subject)}>{m.glossary_print()}</LinkButton>
          <Button icon={IconPrinter} onPress={() => window.print()}>
            {m.glossary_print_list()}
          </Button>
          {collection.data ? <TermFile name={title} terms={collection.data} /> : null}
        </span>
      }
      above={<div className={cx(s.screenOnly, s.search)}>{field}</div>}
      shape="text"
      count={8}
    >
      {(terms) => (words ? <FoundTerms key={words} words={words} subject={subject} /> : <ByLetter terms={terms} />)}
    </LoadedPage>
  );
}

/** Saves the terms in both languages as a file. */
function TermFile({ name, terms }: { name: string; terms: readonly GlossaryTerm[] }) {
  const { language } = usePreferences();
  const inEnglish = [m.glossary_term_en(), m.glossary_definition_en()];
  const inSpanish = [m.glossary_term_es(), m.glossary_definition_es()];
  const head = [m.glossary_subject(), ...(language === 'es' ? [...inSpanish, ...inEnglish] : [...inEnglish, ...inSpanish])];
  const rows = terms.map((one) => [subjectName[one.subject](), one.term, one.definition, one.other_term, one.other_definition]);
  const save = async () => {
    const { byteOrderMark, csvOf } = await import('../../../common/csv/write.ts');
    downloadText(`${name}.csv`, 'text/csv', byteOrderMark + csvOf([head, ...rows]));
  };
  return <IconButton icon={IconDownload} label={m.glossary_save_list()} onPress={() => void save()} />;
}

function ByLetter({ terms }: { terms: readonly GlossaryTerm[] }) {
  const letters = lettersOf(terms);
  return (
    <>
      <nav className={s.screenOnly} aria-label={m.glossary_letters()}>
        <ul className={s.letters}>
          {letters.map(([letter]) => (
            <li key={letter}>
              <a
                href={`#letter-${letter}`}
                onClick={(event) => {
                  // The router owns the address: move the focus without changing it.
                  event.preventDefault();
                  document.getElementById(`letter-${letter}`)?.focus();
                }}
              >
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {letters.map(([letter, of]) => (
        <section key={letter} className={s.letter}>
          <h2 id={`letter-${letter}`} tabIndex={-1}>
            {letter}
          </h2>
          <TermList terms={of} as="h3" />
        </section>
      ))}
    </>
  );
}
