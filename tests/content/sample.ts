import type { ItemContent, ProductContent, UnitContent } from '../../server/content/contentSet.ts';
import { readCourses } from '../../server/content/readCourse.ts';
import { sampleFiles } from '../../server/sample/files.ts';

export const files = sampleFiles();

/** The sample, loaded by the product's reader, which throws on every unresolved reference. */
export const sample = readCourses(files);

export const units: { product: ProductContent; unit: UnitContent }[] = sample.products.flatMap((product) =>
  product.units.map((unit) => ({ product, unit })),
);
export const items: { product: ProductContent; unit: UnitContent; item: ItemContent }[] = units.flatMap(({ product, unit }) =>
  unit.items.map((item) => ({ product, unit, item })),
);

/** All HTML of an item, each with its location. */
export function htmlOf(item: ItemContent): [place: string, html: string][] {
  const { body } = item;
  const own: [string, string][] = (() => {
    switch (body.kind) {
      case 'html':
        return [['body', body.html]];
      case 'pages':
        return body.pages.map((page, index): [string, string] => [`page ${index + 1}`, page]);
      case 'interactive':
        return [
          ['instructions', body.instructions_html],
          ['text alternative', body.text_alternative_html],
        ];
      case 'data':
        return [['task', body.task_html]];
      case 'film':
        return [['text alternative', body.text_alternative_html ?? '']];
      case 'file':
      case 'link':
        return [['why', body.why_html]];
      case 'quiz':
        return [['intro', body.intro_html]];
      default:
        return [];
    }
  })();
  return [
    ...own,
    ...(item.quiz?.questions ?? []).flatMap((question, index): [string, string][] => [
      [`question ${index + 1}`, question.question_html],
      [`explanation ${index + 1}`, question.explanation_html],
      ...(question.diagram === null ? [] : [[`diagram ${index + 1}`, question.diagram] as [string, string]]),
    ]),
  ].map(([place, html]) => [`${item.code}, ${place}`, html]);
}

/** All HTML of the sample. */
export const allHtml: [place: string, html: string][] = [
  ...items.flatMap(({ item }) => htmlOf(item)),
  ...units.flatMap(({ unit }) =>
    unit.lesson_blocks.map((block): [string, string] => [`${unit.code}, ${block.type}, ${block.title}`, block.html]),
  ),
];
