import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { countsOf, fleschKincaidGrade, sentences, syllables, words } from '../../common/authoring/readingLevel.ts';
import { animationNames, simulationNames } from '../../common/simulationNames.ts';
import { Language, ResourceType } from '../../contract/content.ts';
import { questionTypes } from '../../contract/quiz.ts';
import { normaliseText } from '../../server/areas/quiz/score.ts';
import type { ItemContent, QuestionContent } from '../../server/content/contentSet.ts';
import { figureProblems } from '../../server/content/figure.ts';
import { itemCollections, lessonBlockTypes } from '../../server/content/format.ts';
import { plain, proseOf, sentenceLength } from './readability.ts';
import { allHtml, files, htmlOf, items, sample, units } from './sample.ts';

const course = (code: string) => units.filter(({ product }) => product.code === code).map(({ unit }) => unit);
const middleSchool = course('middle-school-science');
const itemByCode = new Map(items.map(({ item }) => [item.code, item]));
const questions: [place: string, question: QuestionContent, item: ItemContent][] = items.flatMap(({ item }) =>
  (item.quiz?.questions ?? []).map((question, index): [string, QuestionContent, ItemContent] => [
    `${item.code}, question ${index + 1}`,
    question,
    item,
  ]),
);
/** Items for which the test fails; empty if it holds for all. */
const failing = <T>(list: readonly T[], name: (one: T) => string, holds: (one: T) => boolean | string) =>
  list.flatMap((one) => {
    const result = holds(one);
    return result === true ? [] : [`${name(one)}${result === false ? '' : `: ${result}`}`];
  });
const failingQuestions = (holds: (question: QuestionContent, item: ItemContent) => boolean | string) =>
  failing(
    questions,
    ([place]) => place,
    ([, question, item]) => holds(question, item),
  );
const failingItems = (holds: (item: ItemContent, language: number) => boolean | string) =>
  failing(
    items,
    ({ item }) => item.code,
    ({ item, product }) => holds(item, product.language_id),
  );
/** The fields of an item's file as the author wrote them. */
const fieldsOf = (path: string): Record<string, unknown> => {
  const text = files.get(path) as string;
  return JSON.parse(path.endsWith('.md') ? (/^---json\n([\s\S]*?)\n---\n/.exec(text)?.[1] as string) : text);
};
const filesOfKind = (kind: string) => [...files.keys()].filter((path) => path.includes(`.${kind}.`));
const codeOf = (path: string) => path.replace(/^courses\//, '').replace(/\.\w+\.(md|json)$/, '');

describe('the size of the sample', () => {
  it('has the middle-school course of six units, with two or three sub-units and their folders', () => {
    expect(middleSchool).toHaveLength(6);
    for (const unit of middleSchool) {
      expect(unit.sub_units.length, unit.code).toBeGreaterThanOrEqual(2);
      expect(unit.sub_units.length, unit.code).toBeLessThanOrEqual(3);
      for (const sub of unit.sub_units) expect(sub.level3.length, sub.code).toBeGreaterThanOrEqual(2);
    }
    expect(course('elementary-science-explorers')).toHaveLength(2);
    expect(course('ciencias-escuela-intermedia').length).toBeGreaterThanOrEqual(2);
  });
  it('has at least 60 resources and 20 quizzes for middle school, with every kind of item', () => {
    const all = middleSchool.flatMap((unit) => unit.items);
    const quizzes = all.filter((item) => item.body.kind === 'quiz');
    expect(quizzes.length).toBeGreaterThanOrEqual(20);
    expect(all.length - quizzes.length).toBeGreaterThanOrEqual(60);
    // Sets of terms are made by teachers.
    const { termSet: _, ...kinds } = ResourceType;
    expect(new Set<number>(all.map((item) => item.item_type_id))).toEqual(new Set<number>(Object.values(kinds)));
    for (const kind of ['video', 'film', 'file'])
      expect(
        all.some((item) => item.body.kind === kind),
        kind,
      ).toBe(true);
  });
  it('asks in every type of question in every unit', () => {
    for (const unit of middleSchool)
      expect(new Set(unit.items.flatMap((item) => item.quiz?.questions ?? []).map((q) => q.question_type)), unit.code).toEqual(
        new Set(questionTypes),
      );
  });
  it('fits in 5 MB, under names that are lower-case words', () => {
    const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(5_000_000);
    expect(
      [...files.keys()].filter(
        (path) => path.startsWith('courses/') && !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z_]+)?\.(md|json|svg|csv|vtt|webm)$/.test(path),
      ),
    ).toEqual([]);
  });
  it('has something for every list of the library', () => {
    const least = { star: 3, reading_comprehension: 3, engineering_design: 4 };
    for (const collection of itemCollections)
      expect(
        middleSchool.flatMap((unit) => unit.items).filter((item) => item.collections.includes(collection)).length,
        collection,
      ).toBeGreaterThanOrEqual(least[collection]);
    for (const unit of middleSchool) expect(unit.prebuilt_lessons.length, unit.code).toBeGreaterThan(0);
    const blocks = middleSchool.flatMap((unit) => unit.lesson_blocks);
    expect(blocks.length).toBeGreaterThanOrEqual(30);
    for (const type of lessonBlockTypes) expect(blocks.filter((block) => block.type === type).length, type).toBeGreaterThanOrEqual(5);
    for (const unit of middleSchool)
      expect(new Set(unit.lesson_blocks.map((block) => block.type)), unit.code).toEqual(new Set(lessonBlockTypes));
  });
  it('has STAR tests and tests of reading of eight questions, the latter with a passage of 200 to 350 words', () =>
    expect(
      failingItems((item) => {
        const isTest = item.collections.includes('star') || item.collections.includes('reading_comprehension');
        if (!isTest) return true;
        if (item.item_type_id !== ResourceType.assessment || item.quiz?.questions.length !== 8)
          return 'is no assessment of eight questions';
        if (item.collections.includes('star')) return true;
        const [, ...passage] = proseOf(item.quiz.intro_html);
        const count = passage.flatMap(words).length;
        return (count >= 200 && count <= 350) || `${count} words`;
      }),
    ).toEqual([]));
  it('asks as many questions as an item of its kind has', () => {
    const most: Readonly<Record<string, readonly [number, number]>> = { quiz: [8, 12], pages: [3, 5], data: [1, 12] };
    expect(
      failingItems(({ body, quiz }) => {
        const [least, largest] = most[body.kind] ?? [0, Number.POSITIVE_INFINITY];
        const count = quiz?.questions.length ?? 0;
        return (count >= least && count <= largest) || `${count} questions`;
      }),
    ).toEqual([]);
  });
  it('claims a grade for every reading, an intro for every quiz, and a family for every leveled reader', () => {
    for (const path of filesOfKind('reading')) expect(fieldsOf(path).flesch_kincaid_grade, path).toBeTypeOf('number');
    for (const path of filesOfKind('quiz')) expect(fieldsOf(path).intro, path).toBeTruthy();
    for (const path of filesOfKind('leveled_reader')) expect(fieldsOf(path).family, path).toBeTruthy();
  });
  it('tests engineering design by every standard of it', () => {
    const standards = items.filter(({ item }) => item.collections.includes('engineering_design')).flatMap(({ item }) => item.standards);
    for (const code of ['MS-ETS1-1', 'MS-ETS1-2', 'MS-ETS1-3', 'MS-ETS1-4']) expect(standards).toContain(code);
  });
});

// The reader throws if a picture, table, folder, lesson item, translated item or standard is missing. Loading the content tests that.
describe('what content refers to', () => {
  it('names simulations and animations that the product has', () =>
    expect(
      failingItems(({ body }) =>
        body.kind === 'interactive'
          ? (simulationNames as readonly string[]).includes(body.simulation)
          : body.kind === 'video'
            ? (animationNames as readonly string[]).includes(body.animation)
            : true,
      ),
    ).toEqual([]));
  it('uses every picture, table of data, film and its captions', () => {
    const texts = [...files].filter(([path]) => /\.(md|json)$/.test(path));
    const unused = [...files.keys()].filter((path) => {
      if (!/^courses\/.*\.(svg|csv|vtt|webm)$/.test(path)) return false;
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      const name = path.slice(folder.length);
      return !texts.some(([other, text]) => other.startsWith(folder) && text.includes(name));
    });
    expect(unused).toEqual([]);
  });
  it('has numbers in every column and row of a data table', () =>
    expect(
      failingItems(({ body }) => {
        if (body.kind !== 'data') return true;
        const { data, errors } = Papa.parse<Record<string, string>>(body.csv, { header: true, skipEmptyLines: true });
        if (errors[0]) return errors[0].message;
        if (data.length < 4) return 'fewer than four rows';
        return (
          data.every((row) => row[body.plot.y] !== '' && Number.isFinite(Number(row[body.plot.y]))) || 'the plotted column holds no numbers'
        );
      }),
    ).toEqual([]));
  it('speaks the whole length of a video, in order', () =>
    expect(
      failingItems(({ body }) => {
        if (body.kind !== 'video' && body.kind !== 'film') return true;
        const spoken = [body.captions, ...(body.translations ?? []).map(({ captions }) => captions)];
        const wrong = spoken
          .map((captions) => captions.map(({ at }) => at))
          .find((times) => times[0] !== 0 || !times.every((at, index) => at < (times[index + 1] ?? body.duration)));
        return wrong === undefined || wrong.join(' ');
      }),
    ).toEqual([]));
  it('has captions of every film and animation in English and Spanish, which say it in other words', () =>
    expect(
      failingItems(({ body }, language) => {
        if (body.kind !== 'video' && body.kind !== 'film') return true;
        const languages = [language, ...(body.translations ?? []).map((one) => one.language_id)];
        if (languages.toSorted().join() !== [Language.english, Language.spanish].join()) return languages.join();
        const own = new Set(body.captions.map(({ text }) => text));
        return body.translations?.flatMap(({ captions }) => captions).find(({ text }) => own.has(text))?.text ?? true;
      }),
    ).toEqual([]));
  it('has films of 300 kB at most, told in words', () =>
    expect(
      failingItems(({ body }) => {
        if (body.kind !== 'film') return true;
        const film = files.get(`courses/${body.url.slice(body.url.indexOf('/files/') + '/files/'.length)}`) ?? '';
        const signature = [0x1a, 0x45, 0xdf, 0xa3];
        if (!signature.every((byte, at) => film.charCodeAt(at) === byte)) return 'is no WebM';
        if (film.length > 300_000) return `${film.length} bytes`;
        return plain(body.text_alternative_html ?? '').length > 200 || 'is not told in words';
      }),
    ).toEqual([]));
  it('names the source of its numbers', () =>
    expect(failingItems((item) => /link|quiz/.test(item.body.kind) || item.sources.length > 0)).toEqual([]));
});

describe('answer keys', () => {
  it('have one right option where one is asked, more where more are, and a reason for every wrong one', () =>
    expect(
      failingQuestions(({ key, options, question_type }) => {
        const right = options.filter((option) => option.is_answer).length;
        if (key.kind === 'one' && right !== 1) return `${right} right`;
        if (key.kind === 'many' && (right < 2 || right === options.length)) return `${right} of ${options.length} right`;
        if (/choice|true_false/.test(question_type))
          return options.every((option) => option.is_answer || option.misconception) || 'no misconception';
        return true;
      }),
    ).toEqual([]));
  it('are not given away by "all of the above"', () =>
    expect(
      failingQuestions(({ options }) => !options.some((o) => /(all|none) of the above|todas las anteriores|ninguna de las/i.test(o.text))),
    ).toEqual([]));
  it('are not given away by length: the right option is the longest of its question no more often than by chance and a half', () => {
    const single = questions.filter(([, q]) => q.question_type === 'single_choice');
    const longest = single.filter(([, { options }]) => {
      const right = options.find((option) => option.is_answer)?.text.length ?? 0;
      return options.every((option) => option.is_answer || right > option.text.length * 1.5);
    });
    expect(longest.length / single.length).toBeLessThan(0.1);
  });
  it('tell options, orders and places apart', () =>
    expect(
      failingQuestions(({ key, options, targets }) => {
        // Letter case distinguishes alleles: PP, Pp and pp.
        const texts = options.map((option) => option.text.normalize('NFC').replace(/\s+/g, ' ').trim());
        if (new Set(texts).size !== texts.length) return 'two options read the same';
        if (new Set(targets.map((target) => normaliseText(target.text))).size !== targets.length) return 'two places read the same';
        if (key.kind === 'order' && new Set(key.texts).size !== options.length) return 'the order is ambiguous';
        if (key.kind === 'places') {
          const places = Object.values(key.places);
          if (places.length !== targets.length) return 'a place without its answer';
          if (places.some((text) => !options.some((option) => option.text === text))) return 'an answer that is no option';
        }
        return true;
      }),
    ).toEqual([]));
  it('accept short words once each, none empty', () =>
    expect(
      failingQuestions(({ key }) => {
        if (key.kind !== 'text') return true;
        const accepted = key.accepted.map(normaliseText);
        return (
          (accepted.every((one) => one.length > 0 && one.length <= 60) && new Set(accepted).size === accepted.length) ||
          accepted.join(' | ')
        );
      }),
    ).toEqual([]));
  it('have a numeric tolerance that is neither a trap nor a gift', () =>
    expect(
      failingQuestions(({ key }) => {
        if (key.kind !== 'numeric') return true;
        if (key.units.some((one) => !(one.factor > 0) || one.unit === key.unit)) return 'a unit without a use';
        const size = Math.abs(key.value);
        if (size === 0) return key.tolerance <= 1;
        return key.tolerance <= 0.25 * size || `${key.value} ± ${key.tolerance}`;
      }),
    ).toEqual([]));
  it('explain every answer, and spread in difficulty within a quiz', () => {
    expect(failingQuestions((question) => plain(question.explanation_html).length >= 15)).toEqual([]);
    const spread = failingItems(({ body, quiz }) => {
      const levels = (quiz?.questions ?? []).map((question) => question.difficulty);
      return body.kind !== 'quiz' || Math.max(...levels) - Math.min(...levels) >= 1;
    });
    expect(spread).toEqual([]);
  });
  it('belong to a standard', () =>
    expect(failingQuestions((question, item) => question.standards.length > 0 || item.standards.length > 0)).toEqual([]));
});

const figures = /<figure[\s\S]*?<\/figure>|<svg[\s\S]*?<\/svg>/g;
/** Meaningful words, without plural endings. */
const meaningful = (html: string) =>
  new Set(
    (
      html
        .replace(/<[^>]*>/g, ' ')
        .toLowerCase()
        .match(/\d+(?:\.\d+)?|\p{L}{3,}/gu) ?? []
    )
      .filter((word) => !emptyWords.has(word))
      .map((word) => word.replace(/(?<=..)(es|s)$/, '')),
  );
const emptyWords = new Set(
  (
    'the and for its that with from into than then this are was were has have had not but all one two them their out off more most less only ' +
    'each also can will would una uno los las del que con por para como más menos sus son hay ser está entre sobre'
  ).split(' '),
);
/** Share of an answer's words that a picture must contain to count as giving it away. */
const half = 0.5;

/**
 * What the pictures beside a question give away of its key, in labels, caption, title, description and alternative text; true if nothing.
 * If all answers are equally in the picture, it is there to be read and gives nothing away.
 */
function answerInPicture({ question_html, diagram, options, key }: QuestionContent, { body }: ItemContent): string | true {
  const shown = [diagram ?? '', question_html, body.kind === 'quiz' ? body.intro_html : ''].flatMap((html) => html.match(figures) ?? []);
  const alternatives = shown.flatMap((html) => [...html.matchAll(/(?:alt|aria-label)="([^"]*)"/g)].map((match) => match[1]));
  const said = meaningful([...shown, ...alternatives].join(' '));
  const asked = meaningful(question_html.replace(figures, ''));
  const share = (text: string) => {
    const own = [...meaningful(text)].filter((word) => !asked.has(word));
    return own.length === 0 ? 0 : own.filter((word) => said.has(word)).length / own.length;
  };
  const shares = (isAnswer: boolean) => options.filter(({ is_answer }) => is_answer === isAnswer).map(({ text }) => share(text));
  switch (key.kind) {
    case 'one':
    case 'many': {
      const [least, most] = [Math.min(...shares(true)), Math.max(...shares(false))];
      return least < half || least <= most || `holds more of the key (${least}) than of any other answer (${most})`;
    }
    case 'open':
      return true;
    case 'text':
      return key.accepted.map(share).every((found) => found < 1) || 'holds the word that is asked for';
    case 'numeric':
      return !said.has(String(key.value)) || 'holds the number that is asked for';
    case 'order':
      return true;
    case 'places': {
      const held = Object.values(key.places).filter((text) => share(text) === 1);
      return held.length === 0 || `holds ${held.join(', ')}`;
    }
  }
}
const itemAbout = { body: { kind: 'quiz', intro_html: '' } } as ItemContent;
const questionAbout = {
  question_html: '<p>What is it?</p>',
  options: [],
  diagram: '<svg><title>A ring</title><text>pull of the Sun</text></svg>',
};
const one = (...texts: string[]) => texts.map((text, at) => ({ text, is_answer: at === 0, misconception: null }));
const leaks = [
  {
    name: 'a label',
    question: { key: { kind: 'one' }, options: one('the pull of the Sun', 'a push') },
    said: 'holds more of the key (1) than of any other answer (0)',
  },
  { name: 'a title', question: { key: { kind: 'text', accepted: ['ring'] } }, said: 'holds the word that is asked for' },
  {
    name: 'an alternative text',
    question: { key: { kind: 'numeric', value: 12 }, question_html: '<p>How many?</p><figure><img alt="12 rings"></figure>' },
    said: 'holds the number that is asked for',
  },
  { name: 'a place', question: { key: { kind: 'places', places: { a: 'ring', b: 'arc' } } }, said: 'holds ring' },
  { name: 'nothing, where all answers stand in it', question: { key: { kind: 'one' }, options: one('the pull', 'the Sun') }, said: true },
];

describe('what students read', () => {
  /** The teacher is only mentioned, as "your teacher". Advice to teachers belongs in the lesson blocks, which students do not see. */
  const adviceIn = (text: string) =>
    text
      .replace(/\byour teacher|\btu maestr[ao](?: o maestr[ao])?|\btu profesora?/gi, '')
      .match(
        /\bteachers?\b|\bmaestr[ao]s?\b|\bprofesor(?:a|es|as)?\b|\bdocentes?\b|quien enseña|\byour students\b|\btus estudiantes\b|\banswer key\b/i,
      )?.[0];
  it('holds no advice to teachers', () => {
    const places = items.flatMap(({ item }) => [[item.code, `${item.title} ${item.summary}`] as const, ...htmlOf(item)]);
    expect(places.length).toBeGreaterThan(100);
    expect(places.flatMap(([place, html]) => (adviceIn(html.replace(/<[^>]*>/g, ' ')) === undefined ? [] : [place]))).toEqual([]);
    expect(adviceIn('3 painted objects (for the teacher: a steel bolt)')).toBe('teacher');
    expect(adviceIn('3 objetos (para quien enseña: un tornillo)')).toBe('quien enseña');
    expect(adviceIn('Tell your teacher about any that break.')).toBeUndefined();
  });
});

describe('diagrams', () => {
  const svgs = [...files].filter(([path]) => path.endsWith('.svg'));
  it('have a title, a description and nothing that runs or loads', () =>
    expect(svgs.flatMap(([path, svg]) => figureProblems(svg).map((problem) => `${path}: ${problem}`))).toEqual([]));
  it('are pictures with words long enough to say something', () =>
    expect(
      failing(
        svgs,
        ([path]) => path,
        ([, svg]) => {
          const title = /<title>([^<]+)<\/title>/.exec(svg)?.[1] ?? '';
          const description = /<desc>([^<]+)<\/desc>/.exec(svg)?.[1] ?? '';
          return /role="img"/.test(svg) && title.length >= 5 && description.length >= 30;
        },
      ),
    ).toEqual([]));
  it('color by the classes of the product alone', () =>
    expect(
      failing(
        svgs,
        ([path]) => path,
        ([, svg]) => /\s(fill|stroke)="(?!none|url\(#)[^"]+"/.exec(svg)?.[0] ?? true,
      ),
    ).toEqual([]));
  it('have words of at least 14 units and no class but those that the product themes', () => {
    const themed = /^d-(ink|ink-soft|paper|text|text-inv|target|(fill|line|solid)-[1-6]|sun|text-sun|lit|night)$/;
    expect(
      failing(
        svgs,
        ([path]) => path,
        ([, svg]) => {
          const small = [...svg.matchAll(/font-size="([\d.]+)"/g)].find((match) => Number(match[1]) < 14);
          const unknown = [...svg.matchAll(/class="([^"]+)"/g)]
            .flatMap((match) => (match[1] as string).split(' '))
            .find((one) => !themed.test(one));
          return small?.[0] ?? unknown ?? true;
        },
      ),
    ).toEqual([]);
  });
  it('have a class on every shape: one without is black in every theme', () =>
    expect(
      failing(
        svgs,
        ([path]) => path,
        ([, svg]) =>
          /<(?:path|circle|ellipse|rect|polygon|polyline|line|text)(?![^>]*\sclass=)[^>]*>/.exec(
            svg.replace(/<(marker|clipPath|g)\b[^>]*class=[\s\S]*?<\/\1>/g, ''),
          )?.[0] ?? true,
      ),
    ).toEqual([]));
  it('do not say the answer of a question that is asked about them', () => expect(failingQuestions(answerInPicture)).toEqual([]));
  it.each(leaks)('would be found to say it: $name', ({ question, said }) =>
    expect(answerInPicture({ ...questionAbout, ...question } as QuestionContent, itemAbout)).toBe(said),
  );
  it('have an alternative text and a caption in the text', () => {
    const pictures = [...files].flatMap(([path, text]) =>
      path.startsWith('courses/')
        ? [...text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map((match) => [path, match[1], match[2]] as const)
        : [],
    );
    expect(pictures.length).toBeGreaterThan(50);
    expect(pictures.filter(([_path, alt = '', target = '']) => alt.length < 20 || !/"[^"]{10,}"/.test(target))).toEqual([]);
  });
  it('have a circle to put a number in at every place to label', () =>
    expect(
      failingQuestions(({ question_type, diagram, targets }) => {
        if (question_type !== 'label_diagram') return true;
        const missing = targets.filter(
          ({ id, text }) =>
            !new RegExp(
              `<g id="${id}"[^>]*class="d-target"[^>]*>(?:(?!</g>)[\\s\\S])*<circle (?:(?!</g>)[\\s\\S])*>${text}</text></g>`,
            ).test(diagram ?? ''),
        );
        return missing.length === 0 || missing.map((target) => target.text).join();
      }),
    ).toEqual([]));
});

describe('the formula for reading grades', () => {
  it.each([
    ['cat', 1],
    ['water', 2],
    ['moved', 1],
    ['heated', 2],
    ['particle', 3],
    ['energy', 3],
    ['shape', 1],
    ['places', 2],
    ['1977', 4],
  ])('hears the syllables of %s', (word, count) => expect(syllables(word)).toBe(count));
  it('counts sentences and words, not the points in numbers', () => {
    expect(sentences('It is 3.5 m. Is it? "Yes!" she said.')).toHaveLength(3);
    expect(words('one two-three 4.5')).toHaveLength(4);
  });
  it('gives the published value: six words of seven syllables', () =>
    expect(fleschKincaidGrade(countsOf(['The cat sat on the table.']))).toBeCloseTo(0.39 * 6 + (11.8 * 7) / 6 - 15.59, 6));
});

describe('readings', () => {
  const readings = filesOfKind('reading').map((path) => ({
    path,
    item: itemByCode.get(codeOf(path)) as ItemContent,
    english: !path.includes('/ciencias-'),
    claim: fieldsOf(path).flesch_kincaid_grade as number,
  }));
  const htmlOfReading = (item: ItemContent) => (item.body as { html: string }).html;
  const beforeGlossary = (html: string) => html.replace(/<h2>(Glossary|Glosario)<\/h2>[\s\S]*$/, '');
  it('have 300 to 700 words, headings, a diagram and a glossary at the end', () =>
    expect(
      failing(
        readings,
        ({ path }) => path,
        ({ item }) => {
          const html = htmlOfReading(item);
          const count = words(plain(beforeGlossary(html))).length;
          if (count < 300 || count > 700) return `${count} words`;
          if ((html.match(/<h2>/g) ?? []).length < 3) return 'too few headings';
          if (!html.includes('<svg')) return 'no diagram';
          return (
            /<h2>(Glossary|Glosario)<\/h2>\s*<ul>\s*(<li><strong>[^<]+<\/strong>: [\s\S]*?<\/li>\s*){3,}<\/ul>$/.test(html) ||
            'no glossary at the end'
          );
        },
      ),
    ).toEqual([]));
  it('are as hard as they claim, by Flesch and Kincaid, within a grade and a half', () =>
    expect(
      failing(
        readings.filter((reading) => reading.english),
        ({ path }) => path,
        ({ item, claim }) => {
          const grade = fleschKincaidGrade(countsOf(proseOf(beforeGlossary(htmlOfReading(item)))));
          return Math.abs(grade - claim) <= 1.5 || `claims ${claim}, is ${grade.toFixed(1)}`;
        },
      ),
    ).toEqual([]));
});

describe('leveled readers', () => {
  const families = Map.groupBy(
    filesOfKind('leveled_reader').map((path) => ({
      folder: path.slice(0, path.lastIndexOf('/')),
      family: fieldsOf(path).family as string,
      level: Number(/-(\d+)\.leveled/.exec(path)?.[1]),
      item: itemByCode.get(codeOf(path)) as ItemContent,
    })),
    ({ folder, family }) => `${folder}/${family}`,
  );
  it('come in three levels of sentences that get longer', () => {
    expect(families.size).toBeGreaterThanOrEqual(8);
    for (const [family, members] of families) {
      const lengths = members
        .toSorted((a, b) => a.level - b.level)
        .map(({ item }) => sentenceLength((item.body as { pages: string[] }).pages.flatMap(proseOf)));
      expect(lengths, family).toHaveLength(3);
      expect(lengths, family).toEqual(lengths.toSorted((a, b) => a - b));
    }
  });
  it('say their level by their name in English, by a remark in Spanish', () =>
    expect(
      failing(
        [...families.values()].flat(),
        ({ item }) => item.code,
        ({ item, level, folder }) =>
          folder.includes('/ciencias-') ? item.spanish_remark !== null && item.lexile === null : item.lexile === level,
      ),
    ).toEqual([]));
});

describe('Spanish', () => {
  const spanish = items.filter(({ product }) => product.language_id === Language.spanish);
  it('translates the course, every unit and every item', () => {
    expect(spanish.length).toBeGreaterThan(40);
    expect(
      spanish.filter(({ product, unit, item }) => !product.translates || !unit.translates || !item.translates).map(({ item }) => item.code),
    ).toEqual([]);
  });
  it('has the structure of what it translates: kind, types of questions, keys, standards', () =>
    expect(
      failing(
        spanish,
        ({ item }) => item.code,
        ({ item }) => {
          const english = itemByCode.get(item.translates as string) as ItemContent;
          const shape = (one: ItemContent) =>
            JSON.stringify({
              type: one.item_type_id,
              kind: one.body.kind,
              standards: one.standards,
              pages: one.body.kind === 'pages' ? one.body.pages.length : 0,
              figures: one.body.kind === 'html' ? one.body.html.match(/<svg/g)?.length : 0,
              questions: (one.quiz?.questions ?? []).map((q) => [
                q.question_type,
                q.difficulty,
                q.points,
                q.targets.length,
                q.options.map((option) => option.is_answer),
                q.key.kind === 'numeric' ? [q.key.value, q.key.tolerance] : 0,
              ]),
            });
          return shape(item) === shape(english) || `${shape(item)}\n${shape(english)}`;
        },
      ),
    ).toEqual([]));
  it('has Spanish headings', () => {
    const headings = ['Question', 'Materials', 'Safety', 'Steps', 'Data table', 'Analysis', 'Glossary'];
    const english = spanish.filter(
      ({ item }) => item.body.kind === 'html' && headings.some((h) => (item.body as { html: string }).html.includes(`<h2>${h}</h2>`)),
    );
    expect(english.map(({ item }) => item.code)).toEqual([]);
  });
});

describe('words', () => {
  const english = [
    ...allHtml.filter(([place]) => !place.startsWith('ciencias-')).map(([place, html]): [string, string] => [place, plain(html)]),
    ...questions
      .filter(([place]) => !place.startsWith('ciencias-'))
      .map(([place, q]): [string, string] => [place, q.options.flatMap((o) => [o.text, o.misconception ?? '']).join(' ')]),
    ...items
      .filter(({ product }) => product.language_id === Language.english)
      .map(({ item }): [string, string] => [
        item.code,
        [item.title, item.summary, ...(item.body.kind === 'video' ? item.body.captions.map((caption) => caption.text) : [])].join(' '),
      ]),
    ...[...files].filter(([path]) => path.endsWith('.svg') && !path.includes('/ciencias-')),
    ...sample.glossary.map((term): [string, string] => [
      `glossary, ${term.term}`,
      [term.term, term.definition, term.fact, term.fill_in].join(' '),
    ]),
    ...sample.standards.map((standard): [string, string] => [standard.code, standard.summary]),
  ];
  /** British spellings, and words that the course spells in one way only. */
  const unwanted =
    /\b(colours?|coloured|cent(?:re|red|res)|(?:centi|milli|kilo|nano)?metres?|(?:milli)?litres?|grey|vapour|sulphur|aluminium|behaviour|favourite|mould|fibres?|labell(?:ed|ing)|cancell(?:ed|ing)|sceptic\w*|catalys(?:e|ed|ing)|defence|travell(?:ed|ing|er)|modell(?:ed|ing)|neighbours?|analys(?:e|ed|ing)|organis(?:e|ed|ing)|oxidis\w*|ionis\w*|crystallis\w*|vaporis\w*|recognis\w*|programme|tyres?|haemoglobin|foetus|oestrogen|data-set|light year|green house|ground water|run-off|sea-water|eye piece|web site)\b/i;
  it('are spelled the American way, one way each', () =>
    expect(
      failing(
        english,
        ([place]) => place,
        ([, text]) => unwanted.exec(text.replaceAll('Eclipse Web Site', ''))?.[0] ?? true,
      ),
    ).toEqual([]));
  it('stand beside numbers with the unit after a space', () =>
    expect(
      failing(
        english.filter(([place]) => !place.endsWith('.svg')),
        ([place]) => place,
        ([, text]) => /\b\d+(?:km|cm|mm|kg|mL|°C)(?![\w²³])/.exec(text)?.[0] ?? true,
      ),
    ).toEqual([]));
});

describe('the glossary', () => {
  it('has at least 400 terms, each once', () => {
    expect(sample.glossary.length).toBeGreaterThanOrEqual(400);
    for (const key of ['term', 'term_es'] as const) {
      const names = sample.glossary.map((term) => `${term.subject} ${term[key].toLowerCase()}`);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });
  it('leaves exactly one gap in each sentence, and does not fill it', () =>
    expect(
      failing(
        sample.glossary,
        ({ term }) => term,
        ({ fill_in, fill_in_es, term, term_es }) =>
          [fill_in, fill_in_es].every((text) => text.match(/_+/g)?.length === 1 && text.match(/_+/)?.[0] === '____') &&
          !new RegExp(`(?<!\\p{L})${term}(?!\\p{L})`, 'iu').test(fill_in) &&
          !new RegExp(`(?<!\\p{L})${term_es}(?!\\p{L})`, 'iu').test(fill_in_es),
      ),
    ).toEqual([]));
  it('is in the order of the alphabet', () => {
    const names = sample.glossary.map((term) => term.term);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
  });
  it('says more than the term itself', () =>
    expect(
      failing(
        sample.glossary,
        ({ term }) => term,
        (t) => [t.definition, t.definition_es, t.fact, t.fact_es].every((text) => text.length >= 20 && /[.!?]$/.test(text)),
      ),
    ).toEqual([]));
  it('knows what the readings define, but for words that belong to one text', () => {
    const known = new Set(sample.glossary.flatMap((term) => [term.term.toLowerCase(), `${term.term.toLowerCase()}s`]));
    const defined = new Set(
      items
        .filter(({ product, item }) => product.language_id === Language.english && item.body.kind === 'html')
        .flatMap(({ item }) => {
          const list = /<h2>Glossary<\/h2>([\s\S]*)$/.exec((item.body as { html: string }).html)?.[1] ?? '';
          return [...list.matchAll(/<li><strong>([^<]+)<\/strong>/g)].map((match) => (match[1] as string).toLowerCase());
        }),
    );
    expect(defined.size).toBeGreaterThan(150);
    for (const term of [
      'osmosis',
      'diffusion',
      'organelle',
      'hormone',
      'dominant',
      'recessive',
      'subduction',
      'transpiration',
      'runoff',
      'infrared',
      'carbon dioxide',
      'white dwarf',
      'supernova',
      'solar eclipse',
      'lunar eclipse',
    ])
      expect(known, term).toContain(term);
    expect([...defined].filter((term) => known.has(term)).length / defined.size).toBeGreaterThan(0.65);
  });
});
