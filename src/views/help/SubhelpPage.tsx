import { Navigate, useSearchParams } from 'react-router-dom';
import { help } from '../../../contract/help.ts';
import { m } from '../../paraglide/messages.js';
import { helpTopicSlice } from '../../services/kit/slices/help.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { ArticleList } from './ArticleList.tsx';
import { helpHome } from './home.screen.ts';

/** A topic of the help with its articles. */
export default function SubhelpPage() {
  const [params] = useSearchParams();
  const { language } = usePreferences();
  const topic = params.get('topic');
  return topic ? <Topic key={`${topic} ${language}`} topic_id={topic} /> : <Navigate to={addressOf(helpHome)} replace />;
}

function Topic({ topic_id }: { topic_id: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = languageOf(usePreferences().language);
  const collection = useCollection(
    (signal) => send(help.helpSubtopics, { user_puid: userPuid, topic_id, language_id }, { signal }),
    helpTopicSlice(language_id, topic_id),
  );
  const { data } = collection;
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={data?.topic.title ?? m.help_title()}
      lead={data?.topic.summary}
      breadcrumbs={[{ label: m.help_title(), href: addressOf(helpHome) }]}
      shape="text"
      count={6}
    >
      {({ articles }) => <ArticleList articles={articles} />}
    </LoadedPage>
  );
}
