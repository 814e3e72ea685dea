import type * as v from 'valibot';
import { animationNames, simulationNames } from '../../common/simulationNames.ts';
import type { Caption } from '../../common/webVtt.ts';
import { Language, ResourceType } from '../../contract/content.ts';
import { type ContentFolder, frontMatter } from './contentFolder.ts';
import type { ItemContent, QuizContent } from './contentSet.ts';
import { type ItemKind, itemFields } from './format.ts';
import { readQuiz } from './readQuiz.ts';
import { SourceFile } from './sourceFile.ts';
import { readWebVtt } from './webVtt.ts';

/** Kinds of items in the order in which they follow each other. */
export const kindOrder: readonly ItemKind[] = [
  'reading',
  'slides',
  'leveled_reader',
  'video',
  'film',
  'interactive',
  'data_lab',
  'investigation',
  'file',
  'link',
  'quiz',
];
const typeOf: Record<ItemKind, number> = {
  reading: ResourceType.reading,
  slides: ResourceType.reading,
  leveled_reader: ResourceType.leveledReader,
  video: ResourceType.video,
  film: ResourceType.video,
  interactive: ResourceType.interactive,
  data_lab: ResourceType.dataLab,
  investigation: ResourceType.investigation,
  file: ResourceType.file,
  link: ResourceType.link,
  quiz: ResourceType.quiz,
};
const typeOfDelivery = {
  quiz: ResourceType.quiz,
  assessment: ResourceType.assessment,
  printable: ResourceType.printableQuiz,
  provider: ResourceType.providerAssessment,
};
const mediaTypes: Record<string, string> = { csv: 'text/csv', svg: 'image/svg+xml' };
const captionLanguages = { en: Language.english, es: Language.spanish } as const;
const captionLanguage = (language: string): number => captionLanguages[language as keyof typeof captionLanguages];

type Fields<K extends ItemKind> = v.InferOutput<(typeof itemFields)[K]>;
/** The part of an item that depends on its kind. */
type Part = Pick<ItemContent, 'body' | 'quiz'> & Partial<ItemContent>;
/** Reads that part from the fields, and from the text below them. */
type Read<K extends ItemKind> = (source: SourceFile, fields: Fields<K>, text: string) => Part;

const readText = (source: SourceFile, _: unknown, text: string): Part => ({
  body: { kind: 'html', html: source.html('text', text) },
  quiz: null,
});

const pagesIn = (source: SourceFile, text: string) => text.split(/^---page---$/m).map((page) => source.html('text', page));

const readSlides = (source: SourceFile, _: unknown, text: string): Part => ({
  body: { kind: 'pages', pages: pagesIn(source, text), lexile: null, spanish_remark: null },
  quiz: null,
});

const readLeveledReader: Read<'leveled_reader'> = (source, { lexile = null, spanish_remark = null, family, quiz }, text) => {
  const pages = pagesIn(source, text);
  return {
    body: { kind: 'pages', pages, lexile, spanish_remark, ...(family === undefined ? {} : { family }) },
    quiz: readQuiz(source, quiz, 'quiz'),
    lexile,
    spanish_remark,
  };
};

const readVideo: Read<'video'> = (source, { animation, duration, captions, translations, questions }) => {
  const others = Object.entries(translations).map(([language, texts]) => ({
    language_id: captionLanguage(language),
    captions: captions.map(({ at, text: own }, index) => ({ at, text: texts[index] ?? own })),
  }));
  if (!(animationNames as readonly string[]).includes(animation)) source.find('animation', 'unknownAnimation', { value: animation });
  if (others.some(({ language_id }) => language_id === source.language_id)) source.find('translations', 'ownTranslation');
  return {
    body: { kind: 'video', animation, duration, captions, translations: others },
    quiz: readQuiz(source, questions, 'questions'),
  };
};

function captionsIn(source: SourceFile, name: string, field: string): Caption[] {
  const vtt = source.beside(name, field);
  try {
    return vtt === undefined ? [] : readWebVtt(vtt);
  } catch (error) {
    source.note('', error, name);
    return [];
  }
}

const readFilm: Read<'film'> = (source, { video, duration, captions, text_alternative }) => {
  source.beside(video, 'video');
  const spoken = Object.entries(captions).map(([language, name]) => ({
    language_id: captionLanguage(language),
    captions: captionsIn(source, name, `captions.${language}`),
  }));
  const own = spoken.find(({ language_id }) => language_id === source.language_id);
  if (!own) source.find('captions', 'captionsMissing');
  return {
    body: {
      kind: 'film',
      url: source.urlOf(video),
      media_type: 'video/webm',
      duration,
      captions: own?.captions ?? [],
      translations: spoken.filter((one) => one !== own),
      text_alternative_html: source.html('text_alternative', text_alternative),
    },
    quiz: null,
  };
};

const readInteractive: Read<'interactive'> = (source, { simulation, parameters, instructions, text_alternative, questions }) => {
  if (!(simulationNames as readonly string[]).includes(simulation)) source.find('simulation', 'unknownSimulation', { value: simulation });
  return {
    body: {
      kind: 'interactive',
      simulation,
      parameters,
      instructions_html: source.html('instructions', instructions),
      text_alternative_html: source.html('text_alternative', text_alternative),
    },
    quiz: readQuiz(source, questions, 'questions'),
  };
};

const readDataLab: Read<'data_lab'> = (source, { csv: name, columns, plot, task, questions }) => {
  const csv = source.beside(name, 'csv');
  const header = csv?.split(/\r?\n/, 1)[0]?.split(',');
  for (const column of columns)
    if (header && !header.includes(column.name)) source.find('columns', 'columnMissing', { file: name, value: column.name });
  for (const axis of [plot.x, plot.y])
    if (!columns.some((column) => column.name === axis)) source.find('plot', 'axisMissing', { value: axis });
  return {
    body: { kind: 'data', csv: csv ?? '', columns, plot, task_html: source.html('task', task) },
    quiz: readQuiz(source, questions, 'questions'),
  };
};

const readFile: Read<'file'> = (source, { file: name, file_name = name, why }) => {
  const data = source.beside(name, 'file');
  return {
    body: {
      kind: 'file',
      url: source.urlOf(name),
      file_name,
      media_type: mediaTypes[name.split('.').at(-1) ?? ''] as string,
      size: Buffer.byteLength(data ?? ''),
      why_html: source.html('why', why),
    },
    quiz: null,
  };
};

const readLink: Read<'link'> = (source, { url, why }) => ({
  body: { kind: 'link', url, why_html: source.html('why', why) },
  quiz: null,
});

const readQuizItem: Read<'quiz'> = (source, { intro, questions, delivery }) => {
  const quiz = readQuiz(source, questions, 'questions', { intro, delivery }) as QuizContent;
  return {
    item_type_id: typeOfDelivery[delivery],
    body: { kind: 'quiz', intro_html: quiz.intro_html },
    quiz,
    is_learnosity_enabled: delivery === 'provider',
  };
};

const readers: { [K in ItemKind]: Read<K> } = {
  reading: readText,
  slides: readSlides,
  leveled_reader: readLeveledReader,
  video: readVideo,
  film: readFilm,
  interactive: readInteractive,
  data_lab: readDataLab,
  investigation: readText,
  file: readFile,
  link: readLink,
  quiz: readQuizItem,
};

/** Where an item is: its sub-unit, the codes of that one's parts, and the language of the course. */
export interface ItemPlace {
  sub_unit: string;
  level3: readonly string[];
  language_id: number;
}

/** Reads an item; undefined if it is unusable. */
export function readItem(content: ContentFolder, file: string, place: ItemPlace): ItemContent | undefined {
  const [, slug, kind, extension] = /(?:^|\/)([^/.]+)\.(\w+)\.(md|json)$/.exec(file) as unknown as [string, string, ItemKind, string];
  if (!Object.hasOwn(itemFields, kind)) return void content.find(file, '', 'unknownKind', { value: kind, known: kindOrder.join(', ') });
  const code = `${place.sub_unit}/${slug}`;
  const written = content.files.get(file) ?? '';
  const front = extension === 'md' ? frontMatter.exec(written) : [written, written, ''];
  if (!front) return void content.find(file, '', 'frontMatter');
  const fields = content.json(file, itemFields[kind] as v.GenericSchema, front[1]) as Fields<ItemKind> | undefined;
  if (!fields) return;
  const language_id = fields.language === undefined ? place.language_id : captionLanguage(fields.language);
  const source = new SourceFile(content, file, { code: fields.known_as ?? code, language_id });
  const level3 = fields.level3 === null ? null : `${place.sub_unit}/${fields.level3}`;
  if (level3 !== null && !place.level3.includes(level3)) source.find('level3', 'unknownLevel3', { value: fields.level3 ?? '' });
  source.checkStandards(fields.standards, 'standards');
  return {
    code,
    sub_unit: place.sub_unit,
    level3,
    title: fields.title,
    summary: fields.summary,
    minutes: fields.minutes,
    grades: fields.grades,
    standards: fields.standards,
    sources: fields.sources,
    translates: fields.translates ?? null,
    collections: fields.collections,
    is_assignable: fields.assignable,
    is_learnosity_enabled: false,
    lexile: null,
    spanish_remark: null,
    item_type_id: typeOf[kind],
    ...(fields.known_as === undefined ? {} : { known_as: fields.known_as }),
    ...(fields.sort_order === undefined ? {} : { sort_order: fields.sort_order }),
    ...(fields.offered ? {} : { is_offered: false }),
    ...(language_id === place.language_id ? {} : { language_id }),
    ...(readers[kind] as Read<ItemKind>)(source, fields as never, front[2] ?? ''),
    ...(fields.learnosity === undefined ? {} : { is_learnosity_enabled: fields.learnosity }),
  };
}
