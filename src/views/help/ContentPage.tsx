import { Navigate, useSearchParams } from 'react-router-dom';
import { type HelpContent, help } from '../../../contract/help.ts';
import { m } from '../../paraglide/messages.js';
import { helpArticleSlice } from '../../services/kit/slices/help.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowRight, IconPrinter } from '../../ui/icons.ts';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { ArticleText } from './ArticleText.tsx';
import { articleAddress, topicAddress } from './addresses.ts';
import { articleOfScreen } from './articleOfScreen.ts';
import s from './help.module.css';
import { helpHome } from './home.screen.ts';
import { Useful } from './Useful.tsx';

/** An article of the help. */
export default function ContentPage() {
  const [params] = useSearchParams();
  const { language } = usePreferences();
  const article = params.get('article') ?? articleOfScreen(params.get('page') ?? '');
  return article ? <Article key={`${article} ${language}`} article_id={article} /> : <Navigate to={addressOf(helpHome)} replace />;
}

function Article({ article_id }: { article_id: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = languageOf(usePreferences().language);
  const collection = useCollection(
    (signal) => send(help.helpContent, { user_puid: userPuid, article_id, language_id }, { signal }),
    helpArticleSlice(language_id, article_id),
  );
  const { data } = collection;
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={data?.title ?? m.help_title()}
      lead={data?.summary}
      breadcrumbs={[
        { label: m.help_title(), href: addressOf(helpHome) },
        ...(data ? [{ label: data.topic.title, href: topicAddress(data.topic.topic_id) }] : []),
      ]}
      more={
        data ? (
          <span className={s.screenOnly}>
            <Button icon={IconPrinter} onPress={() => window.print()}>
              {m.help_print()}
            </Button>
          </span>
        ) : null
      }
      shape="text"
      count={8}
    >
      {(article) => (
        <>
          <ArticleText html={article.html} />
          <div className={s.after}>
            <NextOfFirstDay {...article} />
            <Useful title={article.title} />
            {article.related.length > 0 ? (
              <Section title={m.help_related()}>
                <ul className={s.related}>
                  {article.related.map((one) => (
                    <li key={one.article_id}>
                      <Link href={articleAddress(one.article_id)}>{one.title}</Link>
                    </li>
                  ))}
                </ul>
              </Section>
            ) : null}
          </div>
        </>
      )}
    </LoadedPage>
  );
}

/** Where the reader is on the path of the first day, and what comes next. */
function NextOfFirstDay({ first_day }: Pick<HelpContent, 'first_day'>) {
  if (!first_day) return null;
  const { at, of, next } = first_day;
  return (
    <div className={s.step}>
      <p>{m.help_first_day_at({ at, of })}</p>
      {next ? (
        <LinkButton variant="primary" href={articleAddress(next.article_id)} iconEnd={IconArrowRight}>
          {m.help_next({ title: next.title })}
        </LinkButton>
      ) : null}
    </div>
  );
}
