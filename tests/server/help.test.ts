import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { administrators, everyone, Role, type RoleId, staff, students } from '../../contract/kit.ts';
import { bounds, pictures, withoutPicture } from '../../scripts/helpPictureList.ts';
import { filesUnder } from '../../scripts/kit.ts';
import { helpOfProduct } from '../../server/areas/help/articles.ts';
import { type HelpLanguage, helpArticleFile, helpPicturesFile, screenTexts } from '../../server/helpFiles.ts';
import { articleOfScreen } from '../../src/views/help/articleOfScreen.ts';
import { screens } from '../kit/screens.ts';
import { schoolServer } from './fixtureSchool.ts';
import type { TestClient } from './testServer.ts';

const help = helpOfProduct();
const ids = [...help.articles.keys()];
const languages: HelpLanguage[] = ['en', 'es'];
const rolesOf = (article_id: string): readonly RoleId[] => help.articles.get(article_id)?.roles ?? [];
const mayAll = (readers: readonly RoleId[], allowed: readonly RoleId[]) => readers.every((role) => allowed.includes(role));
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one as string);

describe('the articles', () => {
  it('are at least 60, each in both languages and in one topic', () => {
    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(help.topics.flatMap(({ articles }) => articles.map(({ id }) => id))).toEqual(ids);
    for (const language of languages)
      expect(filesUnder(`server/help/${language}`).sort()).toEqual(ids.map((id) => `server/help/${language}/${id}.md`).sort());
  });

  it.each(languages)('name no button in words of their own, in “%s”', (language) => {
    // By its message, an article follows the button when its words change.
    const typed = filesUnder(`server/help/${language}`).flatMap((file) =>
      found(readFileSync(file, 'utf8'), /((?:[Pp]ress(?:es)?|[Pp]resiona) [A-ZÁÉÍÓÚÑ]\S*)/g).map((words) => `${file}: ${words}`),
    );
    expect(typed).toEqual([]);
  });

  it.each(languages)('are readable in “%s”: a title, a line for lists, and a text that names only what the screens say', (language) => {
    const texts = new Map(ids.map((id) => [id, help.textOf(id, language)]));
    for (const [id, { title, summary, html }] of texts) {
      expect(title.length, id).toBeLessThan(60);
      expect(summary.length, id).toBeLessThan(160);
      expect(html, id).not.toMatch(/\{\{|\*\*/);
    }
    for (const role of everyone) {
      const titles = ids.filter((id) => rolesOf(id).includes(role)).map((id) => texts.get(id)?.title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it.each(ids)('%s says the same in both languages', (id) => {
    const [english, spanish] = languages.map((language) => helpArticleFile(language, id)) as [string, string];
    const shape = (text: string) => ({
      keys: found(text, /\{\{(\w+)\}\}/g),
      links: found(text, /\]\(([^()]+)\)/g).sort(),
      steps: found(text, /^(\d+)\. /gm),
      points: found(text, /^(-) /gm),
    });
    const { keys, ...rest } = shape(english);
    const { keys: spanishKeys, ...spanishRest } = shape(spanish);
    expect(spanishRest).toEqual(rest);
    expect(spanishKeys.toSorted()).toEqual(keys.toSorted());
  });

  it('lead to articles and screens that all of their readers may open', () => {
    const refused = ids.flatMap((id) => {
      const text = helpArticleFile('en', id);
      const readers = rolesOf(id);
      const articles = found(text, /\]\(article:([a-z-]+)\)/g).filter((target) => !mayAll(readers, rolesOf(target)));
      const closed = found(text, /\]\(screen:([^()?]+)[^()]*\)/g).filter((path) => {
        const screen = screens.find((one) => one.path === path || one.path.replace(':suffix', '0') === path);
        return !screen || !mayAll(readers, screen.roles);
      });
      return [...articles, ...closed].map((target) => `${id} leads to ${target}`);
    });
    expect(refused).toEqual([]);
  });

  it('name buttons in the words of the screens, and fail for a key that is gone', () => {
    expect(help.textOf('sign-in', 'en').html).toContain(`<strong>${screenTexts('en').login_submit}</strong>`);
    expect(help.textOf('sign-in', 'es').html).toContain(`<strong>${screenTexts('es').login_submit}</strong>`);
  });

  it.each(screens.map(({ path, roles }) => [path, roles] as const))(
    'the screen %s has one that all of its roles may read',
    (path, roles) => {
      const article = articleOfScreen(path);
      expect(article && mayAll(roles, rolesOf(article)) ? 'readable' : `${article} is not for all roles`).toBe('readable');
    },
  );

  it.each([
    ['students', students],
    ['teachers', staff.filter((role) => !administrators.includes(role))],
    ['administrators', administrators],
  ] as const)('the first day of %s is a path that they may read', (_, roles) => {
    for (const role of roles) {
      const path = help.firstDay(role);
      expect(path.length).toBeGreaterThanOrEqual(3);
      expect(path.filter((id) => !rolesOf(id).includes(role))).toEqual([]);
    }
    expect(help.firstDay(staff[0] as RoleId)).toHaveLength(5);
  });
});

describe('the calls', () => {
  let ana: TestClient;
  let tess: TestClient;
  let sue: TestClient;
  beforeAll(async () => {
    [, ana, tess, sue] = await schoolServer('ana', 'tess', 'sue');
  });
  const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
  const topicsOf = async (client: TestClient) => (await client.ok(calls.helpTopics, own(client))).topics.map(({ topic_id }) => topic_id);

  it('list topics by role, with the number of articles of that role', async () => {
    expect(await topicsOf(ana)).toEqual(['start', 'your-work', 'games', 'terms', 'account']);
    expect(await topicsOf(tess)).toEqual(expect.arrayContaining(['library', 'school']));
    expect(await topicsOf(tess)).not.toContain('administration');
    expect(await topicsOf(sue)).toContain('administration');
    const { topics } = await ana.ok(calls.helpTopics, own(ana));
    for (const { topic_id, article_count } of topics) {
      const { articles } = await ana.ok(calls.helpSubtopics, { ...own(ana), topic_id });
      expect(articles).toHaveLength(article_count);
    }
  });

  it('speak the language asked for', async () => {
    const spanish = { ...own(ana), language_id: Language.spanish };
    expect((await ana.ok(calls.helpSubtopics, { ...spanish, topic_id: 'account' })).topic.title).toBe('Tu cuenta');
    expect((await ana.ok(calls.helpContent, { ...spanish, article_id: 'sign-in' })).title).toBe('Iniciar sesión');
  });

  it('give an article with its topic, further ones, and the place on the first day', async () => {
    const article = await tess.ok(calls.helpContent, { ...own(tess), article_id: 'assign-a-lesson' });
    expect(article.topic.topic_id).toBe('lessons');
    expect(article.related[0]?.article_id).toBe('change-dates-and-unassign');
    expect(article.first_day).toMatchObject({ at: 4, of: 5, next: { article_id: 'watch-a-class-work' } });
    expect((await tess.ok(calls.helpContent, { ...own(tess), article_id: 'watch-a-class-work' })).first_day?.next).toBeNull();
    expect((await ana.ok(calls.helpContent, { ...own(ana), article_id: 'explore' })).first_day).toBeNull();
  });

  it.each([
    ['ana', 'helpContent', { article_id: 'assign-a-lesson' }],
    ['ana', 'helpContent', { article_id: 'audit' }],
    ['tess', 'helpContent', { article_id: 'usage-reports' }],
    ['tess', 'helpContent', { article_id: 'no-such-article' }],
    ['ana', 'helpSubtopics', { topic_id: 'library' }],
    ['ana', 'helpSubtopics', { topic_id: 'no-such-topic' }],
  ] as const)('refuse %s in %s what is for others or does not exist: %o', async (name, call, what) => {
    const client = name === 'ana' ? ana : tess;
    const { code } = await client.call(calls[call], { ...own(client), ...what } as never);
    expect(code).toBe(404);
  });

  it.each([
    ['pasword', 'change-your-password'],
    ['quiz', 'take-a-quiz'],
  ])('find “%s” although it may be misspelled', async (search, article_id) => {
    const articles = await ana.ok(calls.helpSearch, { ...own(ana), search });
    expect(articles.map((one) => one.article_id)).toContain(article_id);
    expect(articles.every((one) => rolesOf(one.article_id).some((role) => students.includes(role)))).toBe(true);
  });

  it('find nothing for words that no article has', async () => {
    expect(await ana.ok(calls.helpSearch, { ...own(ana), search: 'xylophone' })).toEqual([]);
  });
});

describe('the pictures', () => {
  const taken = Object.keys(pictures).sort();
  const shownIn = (id: string, language: HelpLanguage) =>
    [...helpArticleFile(language, id).matchAll(/^!\[([^\]]*)\]\(picture:([a-z-]+)\)$/gm)].map(([, words, name]) => ({
      words: words as string,
      name: name as string,
    }));
  const sizes = helpPicturesFile() as Record<string, Record<HelpLanguage, [number, number]>>;

  it.each(ids)('%s has one, or says why not', (id) => {
    expect({ pictures: shownIn(id, 'en').length > 0, needsNone: id in withoutPicture }).toEqual({
      pictures: !(id in withoutPicture),
      needsNone: id in withoutPicture,
    });
  });

  it('are those that the script takes, in both languages, each in an article that its name begins with', () => {
    const files = taken.flatMap((name) => languages.map((language) => `src/views/help/pictures/${name}.${language}.webp`));
    expect(filesUnder('src/views/help/pictures')).toEqual(files.sort());
    expect(Object.keys(sizes)).toEqual(taken);
    expect([...new Set(ids.flatMap((id) => shownIn(id, 'en').map(({ name }) => name)))].sort()).toEqual(taken);
    expect(taken.filter((name) => !ids.some((id) => name.startsWith(id) && shownIn(id, 'en').some((one) => one.name === name)))).toEqual(
      [],
    );
  });

  it.each(languages)('say in “%s” what they show', (language) => {
    const words = ids.flatMap((id) => shownIn(id, language)).map((one) => one.words);
    expect(words.filter((one) => one.length < 16 || one.length > 160 || /screenshot|captura/i.test(one))).toEqual([]);
  });

  it('are small, and as large as the page keeps free for them', () => {
    let all = 0;
    for (const name of taken)
      for (const language of languages) {
        const bytes = readFileSync(`src/views/help/pictures/${name}.${language}.webp`);
        all += bytes.length;
        const [width, height] = sizes[name]?.[language] ?? [0, 0];
        expect(bytes.length, name).toBeLessThanOrEqual(bounds.bytes);
        // Both forms of the format keep their sides at the beginning.
        const sides =
          bytes.toString('latin1', 12, 16) === 'VP8X'
            ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
            : [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
        expect(sides, `${name}.${language}`).toEqual([width, height]);
      }
    expect(all).toBeLessThan(bounds.all);
  });

  const outlined = (name: string) => (pictures[name]?.outline ?? []).map((one) => (typeof one === 'string' ? one : one[0]) as string);

  it.each(languages)('point at what the screens say in “%s”', (language) => {
    const texts = screenTexts(language);
    const gone = taken.flatMap((name) => outlined(name).filter((key) => typeof texts[key] !== 'string' || `${texts[key]}`.includes('{')));
    expect(gone).toEqual([]);
  });

  it.each(help.firstDay(Role.teacher))('point at each button that a step of %s names', (id) => {
    const pointedAt = shownIn(id, 'en').flatMap(({ name }) => outlined(name));
    // The text of a link leads there itself.
    const steps = found(helpArticleFile('en', id), /^((?:\d+\.|-) .*)$/gm)
      .join('\n')
      .replace(/\[[^\]]*\]\(screen:[^)]*\)/g, '');
    expect(found(steps, /\{\{(\w+)\}\}/g).filter((key) => !pointedAt.includes(key))).toEqual([]);
  });
});

it('has readers of every role', () => {
  expect(new Set(ids.flatMap((id) => rolesOf(id)))).toEqual(new Set(everyone));
});
