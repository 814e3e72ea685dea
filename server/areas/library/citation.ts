import type { ItemBody } from '../../../contract/content.ts';
import type { library, Standard } from '../../../contract/library.ts';
import { textOf, textsOf } from '../../content/plainText.ts';
import type { Row } from '../../db/schema.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { type Catalogue, type CatalogueItem, catalogueOf } from '../../search/catalogue.ts';
import { wordsOf } from '../../search/words.ts';

type CitationCalls = Pick<typeof library, 'citationData' | 'gradesAndStandards' | 'itemBreakout'>;

/** "6-8" → 6, 7, 8. */
function gradesOf(text: string): number[] {
  const [from, to = from] = text.split('-').map(Number) as [number, number?];
  return Array.from({ length: (to ?? from) - from + 1 }, (_, index) => from + index);
}

const isOf = (is_teks: boolean) => (standard: Row<'standard'>) => (standard.framework === 'TEKS') === is_teks;
const codeOrder = new Intl.Collator('en', { numeric: true });
const byCode = (a: Row<'standard'>, b: Row<'standard'>) => codeOrder.compare(a.code, b.code);

const toStandard = ({ byStandard }: Catalogue, { code, framework, grades, summary }: Row<'standard'>): Standard => ({
  code,
  framework: framework as Standard['framework'],
  grades,
  description: summary,
  item_count: byStandard.get(code)?.length ?? 0,
});

/** Standards that match a name: by a code or its prefix in any spelling, or by words of the description. */
function fitting({ reader, standards }: Catalogue, name: string): ReadonlySet<string> {
  const { codes, words } = reader.read(name);
  const wanted = wordsOf(words);
  const named = codes.length > 0 ? new Set(codes) : undefined;
  return new Set(
    standards
      .filter(({ code, summary }) => {
        if (named && !named.has(code)) return false;
        const has = wordsOf(`${code} ${summary}`);
        return words === '' || wanted.every((word) => has.some((one) => one.startsWith(word)));
      })
      .map(({ code }) => code),
  );
}

/** The parts of a body that a teacher would cite: sections by heading, pages by their first words. */
function partsOf(body: ItemBody): { kind: 'section' | 'page'; text: string }[] {
  const sections = (html: string) => textsOf(html, 'h2', 'h3').map((text) => ({ kind: 'section' as const, text }));
  switch (body.kind) {
    case 'html':
      return sections(body.html);
    case 'pages':
      return body.pages.map((page) => ({ kind: 'page' as const, text: `${textOf(page).slice(0, 120)}…` }));
    case 'video':
      return body.captions.map((caption) => ({ kind: 'section' as const, text: caption.text }));
    case 'interactive':
      return sections(body.instructions_html);
    case 'data':
      return body.columns.map((column) => ({
        kind: 'section' as const,
        text: column.unit ? `${column.label} (${column.unit})` : column.label,
      }));
    default:
      return [];
  }
}

/** Item id at the end of a product URL: `…/previewResource/<base64 of the id>`. */
function itemOfAddress(url: string): number {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const text = Buffer.from(path.slice(path.lastIndexOf('/') + 1), 'base64url').toString('utf8');
  if (!/^\d{1,16}$/.test(text)) throw notFound('item');
  return Number(text);
}

export const citation: HandlersOf<CitationCalls> = {
  citationData: async ({ query }, { ports }) => {
    const catalogue = await catalogueOf(ports.db);
    const { standards, items, units, byStandard } = catalogue;
    const unitName = new Map(units.map((unit) => [unit.unit_id, unit.name]));
    const fits = query.standard_name === '' ? undefined : fitting(catalogue, query.standard_name);
    return standards
      .filter(isOf(query.is_teks))
      .filter((standard) => gradesOf(standard.grades).includes(query.grade_id) && (!fits || fits.has(standard.code)))
      .toSorted(byCode)
      .map((standard) => ({
        ...toStandard(catalogue, standard),
        items: (byStandard.get(standard.code) ?? []).slice(0, 100).map((number) => {
          const { item_id, item_type_id, title, language_id, lexile, unit_id } = items[number] as CatalogueItem;
          return { item_id, item_type_id, title, language_id, lexile, unit_name: unitName.get(unit_id) ?? '' };
        }),
      }));
  },

  gradesAndStandards: async ({ body }, { ports }) => {
    const catalogue = await catalogueOf(ports.db);
    const standards = catalogue.standards.filter(isOf(body.is_teks)).toSorted(byCode);
    const counts = new Map<number, number>();
    for (const standard of standards) for (const grade of gradesOf(standard.grades)) counts.set(grade, (counts.get(grade) ?? 0) + 1);
    return {
      grades: [...counts].toSorted(([a], [b]) => a - b).map(([grade_id, standard_count]) => ({ grade_id, standard_count })),
      standards: standards.map((standard) => toStandard(catalogue, standard)),
    };
  },

  itemBreakout: async ({ body }, { ports }) => {
    const item = await ports.db
      .selectFrom('content_item')
      .select(['item_id', 'title', 'body', 'standards', 'sources', 'quiz_id'])
      .where('item_id', '=', itemOfAddress(body.url))
      .executeTakeFirst();
    if (!item) throw notFound('item');
    const questions =
      item.quiz_id === null
        ? []
        : await ports.db
            .selectFrom('question')
            .select(['question_html', 'standards', 'points'])
            .where('quiz_id', '=', item.quiz_id)
            .where('retired_at', 'is', null)
            .orderBy((eb) => eb.fn.coalesce('place', 'sort_order'))
            .execute();
    const standards = JSON.parse(item.standards) as string[];
    return {
      item_id: item.item_id,
      title: item.title,
      parts: [
        ...partsOf(JSON.parse(item.body) as ItemBody).map((part) => ({ ...part, standards, points: null })),
        ...questions.map((question) => ({
          kind: 'question' as const,
          text: textOf(question.question_html),
          standards: JSON.parse(question.standards) as string[],
          points: question.points,
        })),
      ],
      sources: JSON.parse(item.sources) as { name: string; note: string }[],
    };
  },
};
