import { type ItemBody, ResourceType } from '../../contract/content.ts';
import type { ItemContent, QuizContent } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { everyType, item as fixtureItem, ids } from './fixtureSchool.ts';
import type { TestPorts } from './testServer.ts';

const quizOf = (delivery: string, questions = everyType): QuizContent => ({ intro_html: '<p>Ready?</p>', delivery, questions });

const item = (slug: string, item_type_id: number, body: ItemBody, further: Partial<ItemContent> = {}): ItemContent =>
  fixtureItem(slug, {
    ...{ code: `kinds/unit/sub/${slug}`, sub_unit: 'kinds/unit/sub' },
    ...{ item_type_id, summary: '', body, minutes: 5 },
    ...further,
  });
const reader = (slug: string, lexile: number, family: string): ItemContent =>
  item(
    slug,
    ResourceType.leveledReader,
    { kind: 'pages', pages: ['<p>It is hot. It is loud!</p>', '<p>The end.</p>'], lexile, spanish_remark: null, family },
    { lexile, quiz: quizOf('quiz', everyType.slice(0, 1)) },
  );

/** Items of the kinds missing from the fixture's own catalog. */
const items = {
  reader: reader('reader', 620, 'popcorn'),
  harderReader: reader('harderReader', 820, 'popcorn'),
  otherReader: reader('otherReader', 620, 'whales'),
  printable: item('printable', ResourceType.printableQuiz, { kind: 'quiz', intro_html: '<p>Print me</p>' }, { quiz: quizOf('printable') }),
  provider: item(
    'provider',
    ResourceType.providerAssessment,
    { kind: 'quiz', intro_html: '<p>Ready?</p>' },
    { quiz: quizOf('provider'), is_learnosity_enabled: true },
  ),
  film: item('film', ResourceType.video, { kind: 'film', url: '/film.webm', media_type: 'video/webm', duration: 60, captions: [] }),
  file: item('file', ResourceType.file, {
    kind: 'file',
    url: '/sheet.pdf',
    file_name: 'sheet.pdf',
    media_type: 'application/pdf',
    size: 2048,
    why_html: '<p>For the wall</p>',
  }),
  link: item('link', ResourceType.link, { kind: 'link', url: 'https://example.org/', why_html: '<p>Look</p>' }),
};
type Slug = keyof typeof items;

const lesson_id = 504;
const inLesson: readonly Slug[] = ['reader', 'printable', 'provider', 'film', 'file', 'link'];

/** Ids in the lesson of kinds: the lesson's id, and for each item the ids of item, quiz and resource. */
export const kinds = {
  lesson_id,
  item: (slug: Slug) => idOf(items[slug].code),
  quiz: (slug: Slug) => idOf(`${items[slug].code}#quiz`),
  resource: (slug: Slug) => lesson_id * 10 + 1 + inLesson.indexOf(slug),
};

/** Adds a prebuilt lesson, in any order, to the fixture's district 1, with one resource of each further kind. */
export async function addLessonOfKinds(ports: TestPorts): Promise<void> {
  await importContent(ports.db, {
    products: [
      {
        code: 'kinds',
        name: 'Kinds',
        description: '',
        language_id: 101,
        grades: ['6'],
        translates: null,
        sort_order: 9,
        units: [
          {
            code: 'kinds/unit',
            name: 'Unit of kinds',
            summary: '',
            translates: null,
            sort_order: 1,
            sub_units: [{ code: 'kinds/unit/sub', name: 'Sub-unit', level3: [] }],
            items: Object.values(items),
            prebuilt_lessons: [],
            lesson_blocks: [],
          },
        ],
      },
    ],
    standards: [],
    glossary: [],
    files: [],
  });
  const [lesson] = await ports.db.selectFrom('lesson').selectAll().where('lesson_id', '=', ids.freeLesson).execute();
  await insertAll(ports.db, 'lesson', [{ ...lesson!, lesson_id, lesson_name: 'Of every kind', unit_id: idOf('kinds/unit') }]);
  await insertAll(
    ports.db,
    'lesson_resource',
    inLesson.map((slug, index) => ({
      district_id: ids.district,
      lesson_id,
      lesson_resource_id: kinds.resource(slug),
      item_id: kinds.item(slug),
      resource_type_id: items[slug].item_type_id,
      time: 5,
      sort_order: index + 1,
      remarks: '',
    })),
  );
}
