import { help } from '../../../contract/help.ts';
import { m } from '../../paraglide/messages.js';
import { helpTopicsSlice } from '../../services/kit/slices/help.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useAddressSearch } from '../addressSearch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage, LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { ArticleList } from './ArticleList.tsx';
import { topicAddress } from './addresses.ts';
import s from './help.module.css';

/** The help: its topics, what to read on the first day, and one search over all. */
export default function HomePage() {
  const { language } = usePreferences();
  return <Home key={language} />;
}

function Home() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = languageOf(usePreferences().language);
  const collection = useCollection(
    (signal) => send(help.helpTopics, { user_puid: userPuid, language_id }, { signal }),
    helpTopicsSlice(language_id),
  );
  const { words, field } = useAddressSearch(m.help_search());
  return (
    <LoadedPage
      collection={collection}
      title={m.help_title()}
      lead={m.help_lead()}
      above={<div className={s.search}>{field}</div>}
      shape="card"
      count={6}
      below={
        <p className={s.ask}>
          {m.help_not_found()} <LinkButton href={paths.feedback}>{m.account_feedback()}</LinkButton>
        </p>
      }
    >
      {({ topics, first_day }) =>
        words ? (
          <FoundArticles key={words} words={words} />
        ) : (
          <>
            <Section title={m.help_first_day()} lead={m.help_first_day_lead()}>
              <ArticleList articles={first_day} isOrdered as="h3" />
            </Section>
            <Section title={m.help_topics()}>
              <Grid min="m">
                {topics.map(({ topic_id, title, summary, article_count }) => (
                  <Card key={topic_id} title={title} href={topicAddress(topic_id)} footer={m.help_articles({ count: article_count })}>
                    {summary}
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

/** The articles found for some words, best first. */
function FoundArticles({ words }: { words: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = languageOf(usePreferences().language);
  const collection = useCollection((signal) => send(help.helpSearch, { user_puid: userPuid, language_id, search: words }, { signal }));
  const { data } = collection;
  return (
    <>
      <LoadState collection={collection} shape="text" count={4} />
      <p role="status">{data ? m.help_found({ count: data.length }) : ''}</p>
      {data?.length === 0 ? (
        <EmptyState art="search" title={m.help_none({ words })}>
          {m.help_none_text()}
        </EmptyState>
      ) : null}
      {data?.length ? <ArticleList articles={data} /> : null}
    </>
  );
}
