import { type HelpContent, help } from '../../../../contract/help.ts';
import { slice, storedLike } from '../persistence.ts';

// What was read once is there without a connection, too. Each language is kept by itself.
export const helpTopicsSlice = (language_id: number) => slice(`help.${language_id}`, 1, help.helpTopics.data, 500);
export const helpTopicSlice = (language_id: number, topic_id: string) =>
  slice(`help.${language_id}.topic.${topic_id}`, 1, help.helpSubtopics.data, 500);

const articleSlice = (name: string) => slice(name, 1, help.helpContent.data, 500);
const articles = (language_id: number) => `help.${language_id}.article.`;
export const helpArticleSlice = (language_id: number, article_id: string) => articleSlice(articles(language_id) + article_id);

/** Articles that a user has read in a language on this device; none if storage is disabled. */
export function articlesRead(storage: () => Storage, owner: string, language_id: number): HelpContent[] {
  try {
    return storedLike(storage(), owner, articles(language_id), articleSlice);
  } catch {
    return [];
  }
}
