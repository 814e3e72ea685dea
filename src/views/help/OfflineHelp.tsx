import { use, useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { articlesRead } from '../../services/kit/slices/help.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NavigationContext } from '../../ui/navigate.ts';
import { usePreferences } from '../shell/preferences.ts';
import { languageOf } from '../student/library.ts';
import { ArticleText } from './ArticleText.tsx';
import { articleAddress } from './addresses.ts';
import s from './help.module.css';

/** Help that a user has read on this device, for a start without a connection. Renders nothing if there is none. */
export default function OfflineHelp({ owner }: { owner: string }) {
  const { language } = usePreferences();
  const articles = useMemo(
    () =>
      articlesRead(() => localStorage, owner, languageOf(language)).toSorted((one, other) =>
        one.title.localeCompare(other.title, language),
      ),
    [owner, language],
  );
  const [open, setOpen] = useState<string | null>(null);
  /** A link was pressed to what is not on this device. */
  const [isMissing, setMissing] = useState(false);
  const article = articles.find(({ article_id }) => article_id === open);
  const show = (article_id: string | null) => {
    setOpen(article_id);
    setMissing(false);
  };
  const follow = (path: string) => {
    const next = articles.find(({ article_id }) => articleAddress(article_id) === path);
    if (next) show(next.article_id);
    else setMissing(true);
  };
  const outer = use(NavigationContext);
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="offline-help">
      <h2 id="offline-help">{m.help_offline_list()}</h2>
      <ul className={s.read}>
        {articles.map(({ article_id, title }) => (
          <li key={article_id}>
            <Button variant="quiet" onPress={() => show(article_id)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog size="large" title={article?.title ?? ''} isOpen={article !== undefined} onOpenChange={(isOpen) => !isOpen && show(null)}>
        {article ? (
          <NavigationContext value={outer && { ...outer, navigate: follow }}>
            <Stack gap={4} align="stretch">
              <Text tone="soft">{article.summary}</Text>
              {isMissing ? <Notice tone="info">{m.help_offline_missing()}</Notice> : null}
              <ArticleText key={article.article_id} html={article.html} />
            </Stack>
          </NavigationContext>
        ) : null}
      </Dialog>
    </section>
  );
}
