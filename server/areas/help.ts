import { Language } from '../../contract/content.ts';
import type { help as helpCalls } from '../../contract/help.ts';
import type { RoleId } from '../../contract/kit.ts';
import type { HelpLanguage } from '../helpFiles.ts';
import { assertSelf, type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import { helpOfProduct } from './help/articles.ts';

const mostRelated = 4;
const missing = (): never => {
  throw notFound('helpPage');
};

/** The help as a person reads it. */
function helpFor({ user }: UserContext, user_puid: number, language_id: number) {
  assertSelf(user, user_puid);
  const help = helpOfProduct();
  const language: HelpLanguage = language_id === Language.spanish ? 'es' : 'en';
  const role = user.role as RoleId;
  const isForReader = (article_id: string) => help.articles.get(article_id)?.roles.includes(role) ?? false;
  const listed = (article_id: string) => {
    const { title, summary } = help.textOf(article_id, language);
    return { article_id, title, summary };
  };
  const linked = (article_id: string) => ({ article_id, title: help.textOf(article_id, language).title });
  const topics = help.topics
    .map(({ id, title, summary, articles }) => ({
      topic: { topic_id: id, title: title[language], summary: summary[language] },
      ids: articles.map((article) => article.id).filter(isForReader),
    }))
    .filter(({ ids }) => ids.length > 0);
  return { help, language, firstDay: help.firstDay(role), isForReader, listed, linked, topics };
}

export const help: HandlersOf<typeof helpCalls> = {
  helpTopics: async ({ query: { user_puid, language_id } }, context) => {
    const { topics, firstDay, listed } = helpFor(context, user_puid, language_id);
    return { topics: topics.map(({ topic, ids }) => ({ ...topic, article_count: ids.length })), first_day: firstDay.map(listed) };
  },

  helpSubtopics: async ({ query: { user_puid, topic_id, language_id } }, context) => {
    const { topics, listed } = helpFor(context, user_puid, language_id);
    const found = topics.find(({ topic }) => topic.topic_id === topic_id) ?? missing();
    return { topic: found.topic, articles: found.ids.map(listed) };
  },

  helpContent: async ({ query: { user_puid, article_id, language_id } }, context) => {
    const { help: all, language, topics, firstDay, isForReader, listed, linked } = helpFor(context, user_puid, language_id);
    if (!isForReader(article_id)) return missing();
    const { topic, ids } = topics.find((one) => one.ids.includes(article_id)) ?? missing();
    const at = ids.indexOf(article_id);
    const place = firstDay.indexOf(article_id);
    const next = firstDay[place + 1];
    return {
      ...listed(article_id),
      topic: { topic_id: topic.topic_id, title: topic.title },
      html: all.textOf(article_id, language).html,
      related: [...ids.slice(at + 1), ...ids.slice(0, at)].slice(0, mostRelated).map(linked),
      first_day: place < 0 ? null : { at: place + 1, of: firstDay.length, next: next === undefined ? null : linked(next) },
    };
  },

  helpSearch: async ({ query: { user_puid, language_id, search } }, context) => {
    const { help: all, language, isForReader, listed } = helpFor(context, user_puid, language_id);
    return all.find(search, language).filter(isForReader).map(listed);
  },
};
