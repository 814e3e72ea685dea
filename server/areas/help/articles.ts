import * as v from 'valibot';
import { escapeHtml } from '../../../common/escapeHtml.ts';
import { administrators, everyone, type RoleId, staff, students } from '../../../contract/kit.ts';
import { type Figures, toHtml } from '../../content/markdown.ts';
import { type HelpLanguage, helpArticleFile, helpPicturesFile, helpTopicsFile, screenTexts } from '../../helpFiles.ts';
import { forgivingSearch } from '../../search/forgiving.ts';

/** Who reads an article. Administrators do what teachers do, so there is nothing for teachers alone. */
const readers = { everyone, students, staff, administrators } as const;
const inBoth = v.object({ en: v.string(), es: v.string() });
const articleName = v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/));

/** The form of `server/help/topics.json`. */
const TopicsFile = v.object({
  topics: v.array(
    v.object({
      id: articleName,
      title: inBoth,
      summary: inBoth,
      articles: v.array(v.object({ id: articleName, for: v.picklist(Object.keys(readers) as (keyof typeof readers)[]) })),
    }),
  ),
  first_day: v.object({ students: v.array(articleName), teachers: v.array(articleName), administrators: v.array(articleName) }),
});

const width = v.pipe(v.number(), v.integer(), v.minValue(1));
/** The form of `server/help/pictures.json`. */
const PicturesFile = v.record(articleName, v.object({ en: v.tuple([width, width]), es: v.tuple([width, width]) }));
type Pictures = v.InferOutput<typeof PicturesFile>;

/** An article in one language. */
export interface HelpText {
  title: string;
  summary: string;
  /** Where links begin with `article:` or `screen:`, and addresses of pictures with `picture:`. */
  html: string;
}
interface ListedArticle {
  article_id: string;
  topic_id: string;
  roles: readonly RoleId[];
}
type Topic = v.InferOutput<typeof TopicsFile>['topics'][number];

/** The help of all roles. */
export interface Help {
  topics: readonly Topic[];
  articles: ReadonlyMap<string, ListedArticle>;
  /** Ids of the articles that a role reads on its first day. */
  firstDay: (role: RoleId) => readonly string[];
  textOf: (article_id: string, language: HelpLanguage) => HelpText;
  /** Ids of the articles that fit the words, of all roles, best first. */
  find: (words: string, language: HelpLanguage) => string[];
}

const links = /^(article|screen):/;
const figures =
  (pictures: Pictures, language: HelpLanguage) =>
  (name: string, alt: string): string => {
    const size = pictures[/^picture:([a-z-]+)$/.exec(name)?.[1] ?? '']?.[language];
    if (!size) throw new Error(`there is no picture ${name}`);
    // With its size, so that nothing moves when it loads.
    return `<img src="${name}" alt="${escapeHtml(alt)}" width="${size[0]}" height="${size[1]}">`;
  };

/** Puts the screens' texts for their keys: `{{common_close}}` becomes **Close**. Throws for a key without a plain text. */
const withTexts = (markdown: string, texts: Readonly<Record<string, unknown>>): string =>
  markdown.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const text = texts[key];
    if (typeof text !== 'string' || text.includes('{')) throw new Error(`there is no plain text ${key}`);
    return `**${text.replace(/[\\*_[\]`<]/g, '\\$&')}**`;
  });

/** Reads an article: its title as a heading, a line for lists, and the text. */
function textFrom(markdown: string, texts: Readonly<Record<string, unknown>>, figure: Figures): HelpText {
  const [title, summary, ...blocks] = withTexts(markdown, texts)
    .trim()
    .split(/\n{2,}/);
  if (!title?.startsWith('# ') || !summary || blocks.length === 0) throw new Error('an article has a title, a summary and a text');
  return { title: title.slice(2), summary: summary.replaceAll('**', ''), html: toHtml(blocks.join('\n\n'), figure, links) };
}

function build(): Help {
  const { topics, first_day } = v.parse(TopicsFile, helpTopicsFile());
  const pictures = v.parse(PicturesFile, helpPicturesFile());
  const articles = new Map(
    topics.flatMap(({ id, articles: own }) =>
      own.map((one): [string, ListedArticle] => [one.id, { article_id: one.id, topic_id: id, roles: readers[one.for] }]),
    ),
  );
  const read = (language: HelpLanguage) => {
    const texts = screenTexts(language);
    const figure = figures(pictures, language);
    const all = new Map(
      [...articles.keys()].map((article_id) => {
        try {
          return [article_id, textFrom(helpArticleFile(language, article_id), texts, figure)];
        } catch (error) {
          throw new Error(`server/help/${language}/${article_id}.md: ${(error as Error).message}`);
        }
      }),
    );
    const documents = [...all].map(([id, { title, summary, html }]) => ({ id, title, summary, text: html.replace(/<[^<>]*>/g, ' ') }));
    return {
      all,
      find: forgivingSearch(documents, { idField: 'id', fields: ['title', 'summary', 'text'], boost: { title: 6, summary: 3 } }),
    };
  };
  const byLanguage: Partial<Record<HelpLanguage, ReturnType<typeof read>>> = {};
  const inLanguage = (language: HelpLanguage) => {
    byLanguage[language] ??= read(language);
    return byLanguage[language];
  };
  return {
    topics,
    articles,
    firstDay: (role) =>
      students.includes(role) ? first_day.students : administrators.includes(role) ? first_day.administrators : first_day.teachers,
    textOf: (article_id, language) => inLanguage(language).all.get(article_id) as HelpText,
    find: (words, language) => inLanguage(language).find(words) as string[],
  };
}

let made: Help | undefined;

/** The help. It is part of the program, so it is read once. */
export function helpOfProduct(): Help {
  made ??= build();
  return made;
}
