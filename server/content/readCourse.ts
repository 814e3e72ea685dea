import type * as v from 'valibot';
import { Language } from '../../contract/content.ts';
import { ContentFolder, type CourseFiles } from './contentFolder.ts';
import type { ContentSet, ItemContent, LessonBlockContent, ProductContent, UnitContent } from './contentSet.ts';
import { bytesOfFile } from './courseFiles.ts';
import { ContentUnusable, Fault } from './findings.ts';
import { Course, Glossary, type ItemKind, Unit } from './format.ts';
import { toHtml } from './markdown.ts';
import { type ItemPlace, kindOrder, readItem } from './readItem.ts';
import { uploadedFiles } from './sourceFile.ts';
import { htmlIn, readHtml } from './writtenHtml.ts';

/**
 * Reads a content folder (format in format.ts and the README) into input for the content API. Markdown becomes HTML, and diagrams are
 * inlined. Throws `ContentUnusable` with all findings at once.
 */
export function readCourses(files: CourseFiles): ContentSet {
  const content = new ContentFolder(files);
  const glossary = files.has('glossary.json') ? (content.json('glossary.json', Glossary) ?? []) : [];
  for (const [index, { subject, term }] of glossary.entries())
    if (glossary.findIndex((other) => other.subject === subject && other.term === term) !== index)
      content.find('glossary.json', `${index}.term`, 'twice', { value: term });
  const products = content
    .folders('courses/')
    .filter((code) => `${code}/` !== uploadedFiles)
    .flatMap((code) => readCourse(content, code) ?? [])
    .sort((a, b) => a.sort_order - b.sort_order);
  checkReferences(content, products);
  const pictures = content.pictures();
  if (content.findings.length > 0) throw new ContentUnusable(content.findings);
  return {
    products,
    standards: Object.entries(content.standards).map(([code, standard]) => ({ code, ...standard })),
    glossary,
    pictures,
    files: [...content.served].flatMap((path) => {
      const text = content.files.get(path);
      return text === undefined ? [] : { path, content: bytesOfFile(path, text).toString('base64') };
    }),
  };
}

/** The code that the catalog has for something, if its file says it. */
const known = ({ known_as }: { known_as?: string | undefined }) => (known_as === undefined ? {} : { known_as });
const placed = ({ sort_order, ...one }: { known_as?: string | undefined; sort_order?: number | undefined }) => ({
  ...known(one),
  ...(sort_order === undefined ? {} : { sort_order }),
});

function readCourse(content: ContentFolder, code: string): ProductContent | undefined {
  const file = `courses/${code}/course.json`;
  const course = content.json(file, Course);
  if (!course) return;
  if (course.code !== code) content.find(file, 'code', 'notItsFolder', { value: course.code });
  const language_id = course.language === 'es' ? Language.spanish : Language.english;
  const units = content.folders(`courses/${code}/`).flatMap((unit) => readUnit(content, `${code}/${unit}`, language_id) ?? []);
  return {
    code,
    ...known(course),
    name: course.name,
    description: course.description,
    language_id,
    grades: course.grades,
    translates: course.translates ?? null,
    sort_order: course.sort_order,
    units: units.sort((a, b) => a.sort_order - b.sort_order),
  };
}

function readUnit(content: ContentFolder, code: string, language_id: number): UnitContent | undefined {
  const path = `courses/${code}`;
  const file = `${path}/unit.json`;
  const unit = content.json(file, Unit);
  if (!unit) return;
  if (!code.endsWith(`/${unit.code}`)) content.find(file, 'code', 'notItsFolder', { value: unit.code });
  const names = unit.sub_units.flatMap((sub, index) => [
    [`sub_units.${index}.code`, sub.code] as const,
    ...sub.level3.map((level3, place) => [`sub_units.${index}.level3.${place}.code`, `${sub.code}/${level3.code}`] as const),
  ]);
  for (const [index, [field, value]] of names.entries())
    if (names.findIndex((other) => other[1] === value) !== index) content.find(file, field, 'twice', { value });
  const sub_units = unit.sub_units.map((sub) => ({
    code: `${code}/${sub.code}`,
    name: sub.name,
    ...placed(sub),
    level3: sub.level3.map((level3) => ({ code: `${code}/${sub.code}/${level3.code}`, name: level3.name, ...placed(level3) })),
  }));
  for (const folder of content.folders(`${path}/`))
    if (!unit.sub_units.some((sub) => sub.code === folder)) content.find(`${path}/${folder}`, '', 'noSubUnit');
  const items = sub_units.flatMap((sub) =>
    readItems(content, { sub_unit: sub.code, level3: sub.level3.map((level3) => level3.code), language_id }),
  );
  for (const [index, item] of items.entries())
    if (items.findIndex((other) => other.code === item.code) !== index) content.find(path, item.code, 'itemTwice');
  return {
    code,
    ...known(unit),
    name: unit.name,
    summary: unit.summary,
    translates: unit.translates ?? null,
    sort_order: unit.sort_order,
    sub_units,
    items,
    prebuilt_lessons: unit.prebuilt_lessons.map((lesson) => ({ ...lesson, items: lesson.items.map((item) => `${code}/${item}`) })),
    lesson_blocks: readLessonBlocks(content, unit, code),
  };
}

/** Items of a sub-unit, in order. */
function readItems(content: ContentFolder, place: ItemPlace): ItemContent[] {
  const folder = `courses/${place.sub_unit}/`;
  const order = ({ kind, item }: { kind: ItemKind; item: ItemContent }) =>
    (item.level3 === null ? 99 : place.level3.indexOf(item.level3)) * 10 + kindOrder.indexOf(kind);
  return [...content.files.keys()]
    .filter((name) => name.startsWith(folder) && /\.\w+\.(md|json)$/.test(name))
    .sort()
    .flatMap((name) => {
      const item = readItem(content, name, place);
      return item ? [{ kind: name.split('.').at(-2) as ItemKind, item }] : [];
    })
    .sort((a, b) => order(a) - order(b) || (a.item.lexile ?? 0) - (b.item.lexile ?? 0))
    .map(({ item }) => item);
}

type UnitFile = v.InferOutput<typeof Unit>;

function readLessonBlocks(content: ContentFolder, { lesson_blocks, sub_units }: UnitFile, code: string): LessonBlockContent[] {
  const file = `courses/${code}/unit.json`;
  return lesson_blocks.map(({ body, sub_unit, ...block }, index) => {
    const field = `lesson_blocks.${index}`;
    if (sub_unit !== undefined && !sub_units.some((sub) => sub.code === sub_unit))
      content.find(file, `${field}.sub_unit`, 'unknownSubUnit', { value: sub_unit });
    if (lesson_blocks.findIndex((other) => other.type === block.type && other.title === block.title) !== index)
      content.find(file, `${field}.title`, 'twice', { value: block.title });
    content.checkStandards(block.standards, file, `${field}.standards`);
    return {
      ...block,
      sub_unit: sub_unit === undefined ? null : `${code}/${sub_unit}`,
      html: blockHtml(content, file, `${field}.body`, body),
    };
  });
}

function blockHtml(content: ContentFolder, file: string, field: string, markdown: string): string {
  try {
    const figures = () => {
      throw new Fault('blockPicture');
    };
    const html = htmlIn(markdown);
    return html === null ? toHtml(markdown, figures) : readHtml(html, figures, true, () => false);
  } catch (error) {
    content.note(file, field, error);
    return '';
  }
}

/** Reports lessons and translations of things that do not exist. */
function checkReferences(content: ContentFolder, products: readonly ProductContent[]): void {
  const known = new Set(
    products.flatMap((p) => [p.code, ...p.units.flatMap((unit) => [unit.code, ...unit.items.map((item) => item.code)])]),
  );
  for (const product of products)
    for (const unit of product.units) {
      for (const [index, lesson] of unit.prebuilt_lessons.entries())
        for (const item of lesson.items)
          if (!known.has(item))
            content.find(`courses/${unit.code}/unit.json`, `prebuilt_lessons.${index}.items`, 'unknownItem', { value: item });
      for (const one of [product, unit, ...unit.items])
        if (one.translates !== null && !known.has(one.translates))
          content.find(`courses/${one.code}`, 'translates', 'unknownOriginal', { value: one.translates });
    }
}

/**
 * Like `readCourses`, for a folder that is still being written. Units with findings are left out and passed to `report`. Throws like
 * `readCourses` if the fault is not in a single unit.
 */
export function readUsableCourses(files: CourseFiles, report: (problem: ContentUnusable) => void): ContentSet {
  try {
    return readCourses(files);
  } catch (error) {
    if (!(error instanceof ContentUnusable)) throw error;
    const units = new Set(error.findings.map(({ file }) => /^courses\/[^/]+\/[^/]+\//.exec(file)?.[0]));
    if (units.has(undefined)) throw error;
    report(error);
    return readUsableCourses(new Map([...files].filter(([name]) => ![...units].some((unit) => name.startsWith(unit as string)))), report);
  }
}
