import { glossary } from '../../../contract/glossary.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { Grid, Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useAddressSearch } from '../addressSearch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { OpenPage } from '../player/Closed.tsx';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { glossaryFacts } from './facts.screen.ts';
import { glossaryFillIn } from './fillIn.screen.ts';
import s from './glossary.module.css';
import { glossaryOwnTerms } from './ownTerms.screen.ts';
import { SubjectArt } from './SubjectArt.tsx';
import { glossarySubject } from './subject.screen.ts';
import { subjectName } from './subjectName.ts';
import { addressIn } from './subjects.ts';
import { TermEntry } from './TermEntry.tsx';
import { FoundTerms } from './TermSearch.tsx';

/** The glossary: its subjects, the term of the day, and one search over all. */
export default function HomePage() {
  const { language } = usePreferences();
  return (
    <OpenPage>
      <Home key={language} />
    </OpenPage>
  );
}

function Home() {
  const { send } = useApp();
  const { userPuid, role } = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) =>
    send(glossary.glossarySubjects, { user_puid: userPuid, language_id: languageOf(language) }, { signal }),
  );
  const { words, field } = useAddressSearch(m.glossary_search_all());
  return (
    <LoadedPage
      collection={collection}
      title={m.glossary_title()}
      lead={m.glossary_lead()}
      above={<div className={s.search}>{field}</div>}
      shape="card"
      count={6}
    >
      {({ subjects, term_of_the_day }) =>
        words ? (
          <FoundTerms key={words} words={words} />
        ) : (
          <>
            {term_of_the_day ? (
              <Section title={m.glossary_term_of_the_day()}>
                <TermEntry term={term_of_the_day} as="h3" />
              </Section>
            ) : null}
            <Section
              title={m.glossary_subjects()}
              action={
                <Row gap={2}>
                  {role === Role.teacher ? <LinkButton href={addressOf(glossaryOwnTerms)}>{m.ownTerms_title()}</LinkButton> : null}
                  <LinkButton href={addressIn(glossarySubject, undefined)}>{m.glossary_all_terms()}</LinkButton>
                  <LinkButton href={addressIn(glossaryFacts, undefined)}>{m.glossary_facts()}</LinkButton>
                  <LinkButton variant="primary" href={addressIn(glossaryFillIn, undefined)}>
                    {m.glossary_fill_in()}
                  </LinkButton>
                </Row>
              }
            >
              <Grid min="m">
                {subjects.map(({ subject, term_count }) => (
                  <Card
                    key={subject}
                    media={<SubjectArt subject={subject} />}
                    title={subjectName[subject]()}
                    href={addressIn(glossarySubject, subject)}
                  >
                    {m.glossary_terms({ count: term_count })}
                  </Card>
                ))}
              </Grid>
            </Section>
          </>
        )
      }
    </LoadedPage>
  );
}
