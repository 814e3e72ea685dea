import { addressOf } from '../screen.ts';
import { helpContent } from './content.screen.ts';
import { helpTopic } from './subhelp.screen.ts';

/** The address of an article. */
export const articleAddress = (article_id: string): string => `${addressOf(helpContent)}?article=${encodeURIComponent(article_id)}`;

/** The address of a topic. */
export const topicAddress = (topic_id: string): string => `${addressOf(helpTopic)}?topic=${encodeURIComponent(topic_id)}`;
