import { help } from '../../../../contract/help.ts';
import { slice } from '../persistence.ts';

// What was read once is there without a connection, too. Each language is kept by itself.
export const helpTopicsSlice = (language_id: number) => slice(`help.${language_id}`, 1, help.helpTopics.data, 500);
export const helpTopicSlice = (language_id: number, topic_id: string) =>
  slice(`help.${language_id}.topic.${topic_id}`, 1, help.helpSubtopics.data, 500);
export const helpArticleSlice = (language_id: number, article_id: string) =>
  slice(`help.${language_id}.article.${article_id}`, 1, help.helpContent.data, 500);
