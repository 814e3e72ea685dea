import type { HelpArticle } from '../../../contract/help.ts';
import { Link } from '../../ui/Link.tsx';
import { articleAddress } from './addresses.ts';
import s from './help.module.css';

interface ArticleListProps {
  articles: readonly HelpArticle[];
  /** Numbers them: they are read in this order. */
  isOrdered?: boolean;
  /** Element of a title. */
  as?: 'h2' | 'h3';
}

/** Articles with what each is about. */
export function ArticleList({ articles, isOrdered = false, as: Title = 'h2' }: ArticleListProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className={isOrdered ? s.path : s.articles}>
      {articles.map(({ article_id, title, summary }) => (
        <li key={article_id}>
          <Title>
            <Link href={articleAddress(article_id)}>{title}</Link>
          </Title>
          <p>{summary}</p>
        </li>
      ))}
    </List>
  );
}
