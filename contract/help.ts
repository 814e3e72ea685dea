import * as v from 'valibot';
import { Language } from './content.ts';
import { call, everyone, id, line, smallId } from './kit.ts';

/** 102 is Spanish; anything else is English (specification, section 9). */
const language_id = v.optional(smallId, Language.english);
/** Short English words joined by hyphens, such as `assign-a-lesson`. */
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,59}$/, 'word'));

/** An article in a list. */
export const HelpArticle = v.object({ article_id: v.string(), title: v.string(), summary: v.string() });
export type HelpArticle = v.InferOutput<typeof HelpArticle>;

const topic = v.object({ topic_id: v.string(), title: v.string(), summary: v.string() });
const link = v.object({ article_id: v.string(), title: v.string() });

/** The help that a role reads, in the order in which its topics are read. */
export const HelpTopics = v.object({
  topics: v.array(v.object({ ...topic.entries, article_count: v.number() })),
  /** What the role reads on its first day, in this order. */
  first_day: v.array(HelpArticle),
});

/** A topic with its articles. */
export const HelpTopic = v.object({ topic, articles: v.array(HelpArticle) });

/** An article with its text. */
export const HelpContent = v.object({
  ...HelpArticle.entries,
  topic: v.object({ topic_id: v.string(), title: v.string() }),
  /** Links begin with `article:` or `screen:` (a path below `/authenticated`), addresses of pictures with `picture:`. */
  html: v.string(),
  /** Further articles of the topic. */
  related: v.array(link),
  /** Its place among the articles of the first day, from 1; null if it is not one of them. */
  first_day: v.nullable(v.object({ at: v.number(), of: v.number(), next: v.nullable(link) })),
});
export type HelpContent = v.InferOutput<typeof HelpContent>;

export const help = {
  helpTopics: call({
    backend: 'lms',
    method: 'GET',
    path: '/Help/get_topics',
    summary: 'List the topics of the help for the caller’s role, and the articles of the first day',
    access: everyone,
    query: v.object({ user_puid: id, language_id }),
    data: HelpTopics,
    onFailure: 'state',
    origin: 'ours',
  }),
  helpSubtopics: call({
    backend: 'lms',
    method: 'GET',
    path: '/Help/get_subtopics',
    summary: 'Get a topic of the help with its articles for the caller’s role',
    access: everyone,
    query: v.object({ user_puid: id, topic_id: name, language_id }),
    data: HelpTopic,
    onFailure: 'state',
    origin: 'ours',
  }),
  helpContent: call({
    backend: 'lms',
    method: 'GET',
    path: '/Help/get_content',
    summary: 'Get an article of the help. An article for other roles is not found',
    access: everyone,
    query: v.object({ user_puid: id, article_id: name, language_id }),
    data: HelpContent,
    onFailure: 'state',
    origin: 'ours',
  }),
  helpSearch: call({
    backend: 'lms',
    method: 'GET',
    path: '/Help/search',
    summary: 'Find articles of the help for the caller’s role, the best first. Forgives case, accents and a wrong letter',
    access: everyone,
    query: v.object({ user_puid: id, language_id, search: line(100) }),
    data: v.array(HelpArticle),
    onFailure: 'state',
    origin: 'ours',
  }),
};
