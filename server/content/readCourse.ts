import * as v from 'valibot';
import { contentFiles } from '../../common/contentFiles.ts';
import { type ItemBody, Language, ResourceType } from '../../contract/content.ts';
import type { ContentSet, ItemContent, ProductContent, QuestionContent, QuizContent, UnitContent } from './contentSet.ts';
import { figureProblems, idsOf, inlineFigure, numberTargets } from './figure.ts';
import { type ContentFinding, ContentUnusable } from './findings.ts';
import { Course, Glossary, type ItemKind, itemFields, type Question, Standards, Unit } from './format.ts';
import { idOf } from './ids.ts';
import { toHtml, toInlineHtml } from './markdown.ts';
import { type Caption, readWebVtt } from './webVtt.ts';

/** Text of every file in a content folder by relative path, such as `courses/middle-school-science/course.json`. */
export type CourseFiles = ReadonlyMap<string, string>;

const kindOrder: readonly ItemKind[] = [
  'reading',
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
const typeOf: Record<Exclude<ItemKind, 'quiz'>, number> = {
  reading: ResourceType.reading,
  leveled_reader: ResourceType.leveledReader,
  video: ResourceType.video,
  film: ResourceType.video,
  interactive: ResourceType.interactive,
  data_lab: ResourceType.dataLab,
  investigation: ResourceType.investigation,
  file: ResourceType.file,
  link: ResourceType.link,
};
const mediaTypes: Record<string, string> = { csv: 'text/csv', svg: 'image/svg+xml' };
const captionLanguages = { en: Language.english, es: Language.spanish } as const;
const typeOfDelivery = {
  quiz: ResourceType.quiz,
  assessment: ResourceType.assessment,
  printable: ResourceType.printableQuiz,
  provider: ResourceType.providerAssessment,
};
const truthWords: Record<number, [string, string]> = { [Language.english]: ['True', 'False'], [Language.spanish]: ['Verdadero', 'Falso'] };

/**
 * Reads a content folder (format in format.ts and the README) into input for the content API. Markdown becomes HTML, and diagrams are
 * inlined. Throws `ContentUnusable` with all findings at once.
 */
export function readCourses(files: CourseFiles): ContentSet {
  const findings: ContentFinding[] = [];
  const find = (file: string, field: string, reason: string) => void findings.push({ file, field, reason });

  function json<S extends v.GenericSchema>(file: string, schema: S, text = files.get(file)): v.InferOutput<S> | undefined {
    if (text === undefined) return void find(file, '', 'is missing');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return void find(file, '', `is not valid JSON: ${(error as Error).message}`);
    }
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    for (const issue of result.issues) find(file, v.getDotPath(issue) ?? '', issue.message);
  }

  const standards = json('standards.json', Standards) ?? {};
  const glossary = files.has('glossary.json') ? (json('glossary.json', Glossary) ?? []) : [];
  const folders = (path: string) => [
    ...new Set(
      [...files.keys()].filter((name) => name.startsWith(path)).flatMap((name) => /^([^/]+)\//.exec(name.slice(path.length))?.[1] ?? []),
    ),
  ];

  /** URL of a course file in the browser (`createSite`). */
  const addressOf = (file: string) => `${contentFiles}${file.slice('courses/'.length)}`;

  function readItem(file: string, place: { sub_unit: string; level3: readonly string[]; language_id: number }): ItemContent | undefined {
    const [, slug, kind, extension] = /(?:^|\/)([^/.]+)\.(\w+)\.(md|json)$/.exec(file) as unknown as [string, string, ItemKind, string];
    if (!Object.hasOwn(itemFields, kind)) return void find(file, 'name', `"${kind}" is no kind of item; known are ${kindOrder.join(', ')}`);
    const folder = file.slice(0, file.lastIndexOf('/'));
    const code = `${place.sub_unit}/${slug}`;
    const source = files.get(file) ?? '';
    const front = extension === 'md' ? /^---json\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) : [source, source, ''];
    if (!front) return void find(file, '', 'must begin with its fields between ---json and ---');
    const fields = json(file, itemFields[kind] as v.GenericSchema, front[1]) as v.InferOutput<(typeof itemFields)[ItemKind]> | undefined;
    if (!fields) return;
    const text = front[2] ?? '';

    let figureCount = 0;
    const nextPrefix = () => `f${idOf(`${code}#figure${++figureCount}`).toString(36)}`;
    const svgOf = (name: string, field: string): string | undefined => {
      const svg = files.get(`${folder}/${name}`);
      if (svg === undefined) return void find(file, field, `there is no ${name} beside it`);
      for (const problem of figureProblems(svg)) find(`${folder}/${name}`, '', problem);
      return svg;
    };
    const html = (field: string, markdown: string, convert = toHtml) => {
      try {
        return convert(markdown, (name, alt) => {
          const svg = svgOf(name, field);
          return svg === undefined ? '' : inlineFigure(svg, nextPrefix(), alt);
        });
      } catch (error) {
        find(file, field, (error as Error).message);
        return '';
      }
    };

    const question = (q: Question, field: string): QuestionContent => {
      for (const standard of q.standards)
        if (!standards[standard]) find(file, `${field}.standards`, `"${standard}" is not in standards.json`);
      const base = {
        question_type: q.type,
        question_html: html(`${field}.stem`, q.stem, toInlineHtml),
        explanation_html: html(`${field}.explanation`, q.explanation, toInlineHtml),
        points: q.points,
        difficulty: q.difficulty,
        standards: q.standards,
        unit: null,
        targets: [],
        options: [],
      };
      const svg = q.diagram === undefined ? undefined : svgOf(q.diagram, `${field}.diagram`);
      const diagram = svg === undefined ? null : inlineFigure(svg, nextPrefix());
      const options = (texts: readonly string[]) => {
        for (const [index, one] of texts.entries()) if (texts.indexOf(one) !== index) find(file, field, `"${one}" is there twice`);
        return texts.map((one) => ({ text: one, is_answer: false, misconception: null }));
      };
      switch (q.type) {
        case 'single_choice':
        case 'multiple_choice':
          options(q.options.map((option) => option.text));
          return {
            ...base,
            diagram,
            options: q.options.map((option) => ({
              text: option.text,
              is_answer: option.correct,
              misconception: option.misconception ?? null,
            })),
            key: { kind: q.type === 'single_choice' ? 'one' : 'many' },
          };
        case 'true_false': {
          const [yes, no] = truthWords[place.language_id] as [string, string];
          const option = (word: string, is_answer: boolean) => ({
            text: word,
            is_answer,
            misconception: is_answer ? null : q.misconception,
          });
          return { ...base, diagram, options: [option(yes, q.answer), option(no, !q.answer)], key: { kind: 'one' } };
        }
        case 'short_text':
          return { ...base, diagram, key: { kind: 'text', accepted: q.accepted } };
        case 'numeric':
          return {
            ...base,
            diagram,
            unit: q.unit || null,
            key: { kind: 'numeric', value: q.value, tolerance: q.tolerance, unit: q.unit, units: q.accepted_units },
          };
        case 'ordering':
          return { ...base, diagram, options: options(q.items), key: { kind: 'order', texts: q.items } };
        case 'matching': {
          const targets = q.pairs.map((pair, index) => ({ id: `t${index + 1}`, text: pair.left }));
          return {
            ...base,
            diagram,
            targets,
            options: options([...new Set(q.pairs.map((pair) => pair.right)), ...q.extra_right]),
            key: { kind: 'places', places: Object.fromEntries(q.pairs.map((pair, index) => [`t${index + 1}`, pair.right])) },
          };
        }
        case 'label_diagram': {
          const known = idsOf(svg ?? '');
          for (const { target } of q.labels)
            if (svg && !known.includes(target)) find(file, `${field}.labels`, `${q.diagram} has no element "${target}"`);
          const numbered = numberTargets(
            svg ?? '',
            nextPrefix(),
            q.labels.map((label) => label.target),
          );
          const id = (target: string) => numbered.ids.get(target) as string;
          return {
            ...base,
            diagram: numbered.svg,
            targets: q.labels.map(({ target }, index) => ({ id: id(target), text: String(index + 1) })),
            options: options([...q.labels.map((label) => label.text), ...q.extra_labels]),
            key: { kind: 'places', places: Object.fromEntries(q.labels.map((label) => [id(label.target), label.text])) },
          };
        }
      }
    };
    const quizOf = (questions: readonly Question[], field: string, intro = '', delivery = 'quiz'): QuizContent | null =>
      questions.length === 0
        ? null
        : { intro_html: intro && html('intro', intro), delivery, questions: questions.map((q, index) => question(q, `${field}.${index}`)) };

    const level3 = fields.level3 === null ? null : `${place.sub_unit}/${fields.level3}`;
    if (level3 !== null && !place.level3.includes(level3)) find(file, 'level3', `"${fields.level3}" is not in unit.json`);
    for (const standard of fields.standards) if (!standards[standard]) find(file, 'standards', `"${standard}" is not in standards.json`);

    const common = {
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
    };
    const item = (body: ItemBody, quiz: QuizContent | null, further: Partial<ItemContent> = {}): ItemContent => ({
      ...common,
      item_type_id: kind === 'quiz' ? ResourceType.quiz : typeOf[kind],
      body,
      quiz,
      ...further,
    });
    type Fields<K extends ItemKind> = v.InferOutput<(typeof itemFields)[K]>;
    switch (kind) {
      case 'reading':
      case 'investigation':
        return item({ kind: 'html', html: html('text', text) }, null);
      case 'leveled_reader': {
        const { lexile = null, spanish_remark = null, family, quiz } = fields as Fields<'leveled_reader'>;
        const pages = text.split(/^---page---$/m).map((page) => html('text', page));
        return item({ kind: 'pages', pages, lexile, spanish_remark, family }, quizOf(quiz, 'quiz'), { lexile, spanish_remark });
      }
      case 'video': {
        const { animation, duration, captions, translations, questions } = fields as Fields<'video'>;
        const others = Object.entries(translations).map(([language, texts]) => ({
          language_id: captionLanguages[language as keyof typeof captionLanguages],
          captions: captions.map(({ at, text: own }, index) => ({ at, text: texts[index] ?? own })),
        }));
        if (others.some(({ language_id }) => language_id === place.language_id))
          find(file, 'translations', 'are in the language of the course');
        return item({ kind: 'video', animation, duration, captions, translations: others }, quizOf(questions, 'questions'));
      }
      case 'film': {
        const { video, duration, captions, text_alternative } = fields as Fields<'film'>;
        if (!files.has(`${folder}/${video}`)) find(file, 'video', `there is no ${video} beside it`);
        const spoken = Object.entries(captions).map(([language, name]) => {
          const vtt = files.get(`${folder}/${name}`);
          let read: Caption[] = [];
          try {
            if (vtt === undefined) find(file, `captions.${language}`, `there is no ${name} beside it`);
            else read = readWebVtt(vtt);
          } catch (error) {
            find(`${folder}/${name}`, '', (error as Error).message);
          }
          return { language_id: captionLanguages[language as keyof typeof captionLanguages], captions: read };
        });
        const own = spoken.find(({ language_id }) => language_id === place.language_id);
        if (!own) find(file, 'captions', 'has none in the language of the course');
        return item(
          {
            kind: 'film',
            url: addressOf(`${folder}/${video}`),
            media_type: 'video/webm',
            duration,
            captions: own?.captions ?? [],
            translations: spoken.filter((one) => one !== own),
            text_alternative_html: html('text_alternative', text_alternative),
          },
          null,
        );
      }
      case 'interactive': {
        const { simulation, parameters, instructions, text_alternative, questions } = fields as Fields<'interactive'>;
        return item(
          {
            kind: 'interactive',
            simulation,
            parameters,
            instructions_html: html('instructions', instructions),
            text_alternative_html: html('text_alternative', text_alternative),
          },
          quizOf(questions, 'questions'),
        );
      }
      case 'data_lab': {
        const { csv: name, columns, plot, task, questions } = fields as Fields<'data_lab'>;
        const csv = files.get(`${folder}/${name}`);
        if (csv === undefined) find(file, 'csv', `there is no ${name} beside it`);
        const header = csv?.split(/\r?\n/, 1)[0]?.split(',');
        for (const column of columns)
          if (header && !header.includes(column.name)) find(file, 'columns', `${name} has no column "${column.name}"`);
        for (const axis of [plot.x, plot.y])
          if (!columns.some((column) => column.name === axis)) find(file, 'plot', `"${axis}" is not one of the columns`);
        return item({ kind: 'data', csv: csv ?? '', columns, plot, task_html: html('task', task) }, quizOf(questions, 'questions'));
      }
      case 'file': {
        const { file: name, why } = fields as Fields<'file'>;
        const data = files.get(`${folder}/${name}`);
        if (data === undefined) find(file, 'file', `there is no ${name} beside it`);
        return item(
          {
            kind: 'file',
            url: addressOf(`${folder}/${name}`),
            file_name: name,
            media_type: mediaTypes[name.split('.').at(-1) ?? ''] as string,
            size: Buffer.byteLength(data ?? ''),
            why_html: html('why', why),
          },
          null,
        );
      }
      case 'link': {
        const { url, why } = fields as Fields<'link'>;
        return item({ kind: 'link', url, why_html: html('why', why) }, null);
      }
      case 'quiz': {
        const { intro, questions, delivery } = fields as Fields<'quiz'>;
        const quiz = quizOf(questions, 'questions', intro, delivery) as QuizContent;
        return item({ kind: 'quiz', intro_html: quiz.intro_html }, quiz, {
          item_type_id: typeOfDelivery[delivery],
          is_learnosity_enabled: delivery === 'provider',
        });
      }
    }
  }

  function blockHtml(file: string, field: string, markdown: string): string {
    try {
      return toHtml(markdown, () => {
        throw new Error('a lesson block has no pictures');
      });
    } catch (error) {
      find(file, field, (error as Error).message);
      return '';
    }
  }

  function readUnit(path: string, code: string, language_id: number): UnitContent | undefined {
    const file = `${path}/unit.json`;
    const unit = json(file, Unit);
    if (!unit) return;
    if (!code.endsWith(`/${unit.code}`)) find(file, 'code', `"${unit.code}" is not the name of its folder`);
    const sub_units = unit.sub_units.map((sub) => ({
      code: `${code}/${sub.code}`,
      name: sub.name,
      level3: sub.level3.map((level3) => ({ code: `${code}/${sub.code}/${level3.code}`, name: level3.name })),
    }));
    for (const folder of folders(`${path}/`))
      if (!unit.sub_units.some((sub) => sub.code === folder)) find(`${path}/${folder}`, '', 'is no sub-unit of unit.json');
    const items = sub_units.flatMap((sub) => {
      const folder = `${path}/${sub.code.slice(code.length + 1)}/`;
      const place = { sub_unit: sub.code, level3: sub.level3.map((level3) => level3.code), language_id };
      const order = ({ kind, item }: { kind: ItemKind; item: ItemContent }) =>
        (item.level3 === null ? 99 : place.level3.indexOf(item.level3)) * 10 + kindOrder.indexOf(kind);
      return [...files.keys()]
        .filter((name) => name.startsWith(folder) && /\.\w+\.(md|json)$/.test(name))
        .sort()
        .flatMap((name) => {
          const item = readItem(name, place);
          return item ? [{ kind: name.split('.').at(-2) as ItemKind, item }] : [];
        })
        .sort((a, b) => order(a) - order(b) || (a.item.lexile ?? 0) - (b.item.lexile ?? 0))
        .map(({ item }) => item);
    });
    for (const [index, item] of items.entries())
      if (items.findIndex((other) => other.code === item.code) !== index) find(path, item.code, 'two items have this name');
    const lesson_blocks = unit.lesson_blocks.map(({ body, sub_unit, ...block }, index) => {
      const field = `lesson_blocks.${index}`;
      if (sub_unit !== undefined && !unit.sub_units.some((sub) => sub.code === sub_unit))
        find(file, `${field}.sub_unit`, `"${sub_unit}" is no sub-unit of this unit`);
      if (unit.lesson_blocks.findIndex((other) => other.type === block.type && other.title === block.title) !== index)
        find(file, `${field}.title`, `"${block.title}" is there twice`);
      for (const standard of block.standards)
        if (!standards[standard]) find(file, `${field}.standards`, `"${standard}" is not in standards.json`);
      return { ...block, sub_unit: sub_unit === undefined ? null : `${code}/${sub_unit}`, html: blockHtml(file, `${field}.body`, body) };
    });
    return {
      code,
      name: unit.name,
      summary: unit.summary,
      translates: unit.translates ?? null,
      sort_order: unit.sort_order,
      sub_units,
      items,
      prebuilt_lessons: unit.prebuilt_lessons.map((lesson) => ({ ...lesson, items: lesson.items.map((item) => `${code}/${item}`) })),
      lesson_blocks,
    };
  }

  const products = folders('courses/').flatMap((code): ProductContent[] => {
    const file = `courses/${code}/course.json`;
    const course = json(file, Course);
    if (!course) return [];
    if (course.code !== code) find(file, 'code', `"${course.code}" is not the name of its folder`);
    const language_id = course.language === 'es' ? Language.spanish : Language.english;
    const units = folders(`courses/${code}/`).flatMap((unit) => readUnit(`courses/${code}/${unit}`, `${code}/${unit}`, language_id) ?? []);
    return [
      {
        code,
        name: course.name,
        description: course.description,
        language_id,
        grades: course.grades,
        translates: course.translates ?? null,
        sort_order: course.sort_order,
        units: units.sort((a, b) => a.sort_order - b.sort_order),
      },
    ];
  });
  products.sort((a, b) => a.sort_order - b.sort_order);

  const known = new Set(
    products.flatMap((p) => [p.code, ...p.units.flatMap((unit) => [unit.code, ...unit.items.map((item) => item.code)])]),
  );
  for (const product of products)
    for (const unit of product.units) {
      const file = `courses/${unit.code}/unit.json`;
      for (const [index, lesson] of unit.prebuilt_lessons.entries())
        for (const item of lesson.items) if (!known.has(item)) find(file, `prebuilt_lessons.${index}.items`, `there is no item "${item}"`);
      for (const one of [product, unit, ...unit.items])
        if (one.translates !== null && !known.has(one.translates))
          find(`courses/${one.code}`, 'translates', `there is no "${one.translates}"`);
    }

  if (findings.length > 0) throw new ContentUnusable(findings);
  return {
    products,
    standards: Object.entries(standards).map(([code, standard]) => ({ code, ...standard })),
    glossary,
  };
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
