import { Language } from '../../contract/content.ts';
import type { CourseFault } from '../../contract/courseImport.ts';
import { type IdeaProblem, ideaProblems } from '../areas/quiz/rubric.ts';
import type { QuestionContent, QuizContent } from './contentSet.ts';
import { idsOf, inlineFigure, numberTargets } from './figure.ts';
import type { Question } from './format.ts';
import { toInlineHtml } from './markdown.ts';
import type { SourceFile } from './sourceFile.ts';

/** True and false by language. */
export const truthWords: Record<number, [string, string]> = {
  [Language.english]: ['True', 'False'],
  [Language.spanish]: ['Verdadero', 'Falso'],
};

/** Options in the order of the texts, none of them marked as an answer. */
function optionsOf(source: SourceFile, field: string, texts: readonly string[]): QuestionContent['options'] {
  for (const [index, one] of texts.entries()) if (texts.indexOf(one) !== index) source.find(field, 'twice', { value: one });
  return texts.map((one) => ({ text: one, is_answer: false, misconception: null }));
}

/** What a question's kind decides: options, targets and key, and the diagram if it has one. */
type Kind = Pick<QuestionContent, 'key'> & Partial<QuestionContent>;

function choiceOf(source: SourceFile, q: Extract<Question, { type: 'single_choice' | 'multiple_choice' }>, field: string): Kind {
  const options = optionsOf(
    source,
    field,
    q.options.map((option) => option.text),
  );
  return {
    options: options.map((option, index) => ({
      ...option,
      is_answer: q.options[index]?.correct === true,
      misconception: q.options[index]?.misconception ?? null,
    })),
    key: { kind: q.type === 'single_choice' ? 'one' : 'many' },
  };
}

function truthOf(source: SourceFile, q: Extract<Question, { type: 'true_false' }>): Kind {
  const [yes, no] = truthWords[source.language_id] as [string, string];
  const option = (word: string, is_answer: boolean) => ({ text: word, is_answer, misconception: is_answer ? null : q.misconception });
  return { options: [option(yes, q.answer), option(no, !q.answer)], key: { kind: 'one' } };
}

function matchingOf(source: SourceFile, q: Extract<Question, { type: 'matching' }>, field: string): Kind {
  return {
    targets: q.pairs.map((pair, index) => ({ id: `t${index + 1}`, text: pair.left })),
    options: optionsOf(source, field, [...new Set(q.pairs.map((pair) => pair.right)), ...q.extra_right]),
    key: { kind: 'places', places: Object.fromEntries(q.pairs.map((pair, index) => [`t${index + 1}`, pair.right])) },
  };
}

function labelsOf(source: SourceFile, q: Extract<Question, { type: 'label_diagram' }>, field: string, svg: string): Kind {
  const known = idsOf(svg);
  for (const { target } of q.labels)
    if (svg && !known.includes(target)) source.find(`${field}.labels`, 'placeMissing', { file: q.diagram, value: target });
  const numbered = numberTargets(
    svg,
    source.nextPrefix(),
    q.labels.map((label) => label.target),
  );
  const id = (target: string) => numbered.ids.get(target) as string;
  return {
    diagram: numbered.svg,
    targets: q.labels.map(({ target }, index) => ({ id: id(target), text: String(index + 1) })),
    options: optionsOf(source, field, [...q.labels.map((label) => label.text), ...q.extra_labels]),
    key: { kind: 'places', places: Object.fromEntries(q.labels.map((label) => [id(label.target), label.text])) },
  };
}

const ideaFaults: Record<IdeaProblem['problem'], CourseFault> = {
  nameMissing: 'ideaNameMissing',
  nameTwice: 'ideaNameTwice',
  pointsTooMany: 'ideaPointsTooMany',
  wayMissing: 'ideaWayMissing',
  wayTwice: 'ideaWayTwice',
  wayUnreadable: 'ideaWayUnreadable',
};

function openKey(
  source: SourceFile,
  { example = '', ideas, points }: Extract<Question, { type: 'short_text' }>,
  field: string,
): Kind['key'] {
  if (!ideas) return { kind: 'open', example };
  for (const { problem, idea, way } of ideaProblems(ideas, points))
    source.find(`${field}.ideas.${idea}${way === undefined ? '' : `.ways.${way}`}`, ideaFaults[problem]);
  if (ideas.reduce((sum, one) => sum + one.points, 0) < points) source.find(`${field}.ideas`, 'ideasTooFew');
  return { kind: 'open', example, ideas };
}

function kindOf(source: SourceFile, q: Exclude<Question, { type: 'catalog' }>, field: string, svg: string): Kind {
  switch (q.type) {
    case 'single_choice':
    case 'multiple_choice':
      return choiceOf(source, q, field);
    case 'true_false':
      return truthOf(source, q);
    case 'short_text':
      return { key: q.accepted ? { kind: 'text', accepted: q.accepted } : openKey(source, q, field) };
    case 'numeric':
      return {
        unit: q.unit || null,
        key: {
          kind: 'numeric',
          value: q.value,
          tolerance: q.tolerance,
          unit: q.unit,
          units: q.accepted_units,
          ...(q.figures && { figures: q.figures }),
        },
      };
    case 'ordering':
      return { options: optionsOf(source, field, q.items), key: { kind: 'order', texts: q.items } };
    case 'matching':
      return matchingOf(source, q, field);
    case 'label_diagram':
      return labelsOf(source, q, field, svg);
  }
}

/** A picture with numbered points, as the product writes it for a question. */
const numberedPicture =
  /^<div class="d-picture"><img src="picture\/([0-9a-f]{32})" alt="[^"<>]*"><svg viewBox="0 0 \d+ \d+" aria-hidden="true">(?:<circle class="d-solid-1" cx="-?\d+" cy="-?\d+" r="\d+" stroke="#fff" stroke-width="\d+"><\/circle><text class="d-text-inv" x="-?\d+" y="-?\d+" dy="0\.36em" font-size="\d+" text-anchor="middle">\d+<\/text>)*<\/svg><\/div>$/;

/** A question as the catalog has it, which was written in the product. */
function readCatalogQuestion(source: SourceFile, q: Extract<Question, { type: 'catalog' }>, field: string): QuestionContent {
  const { question_type, points, difficulty, standards, unit, targets, options, key } = q;
  const svg = q.diagram === undefined ? undefined : source.svg(q.diagram, `${field}.diagram`);
  const picture_id = q.picture === undefined ? undefined : numberedPicture.exec(q.picture)?.[1];
  if (q.picture !== undefined && (picture_id === undefined || !source.show(picture_id)))
    source.find(`${field}.picture`, 'pictureMissing', { value: picture_id ?? '' });
  return {
    question_type,
    question_html: source.html(`${field}.stem`, q.stem, toInlineHtml),
    explanation_html: q.explanation && source.html(`${field}.explanation`, q.explanation, toInlineHtml),
    ...{ points, difficulty, standards, unit, targets, options },
    diagram: q.picture ?? (svg === undefined ? null : inlineFigure(svg, source.nextPrefix())),
    key: key as QuestionContent['key'],
  };
}

/** Reads a question at a field of an item. */
function readQuestion(source: SourceFile, q: Question, field: string): QuestionContent {
  source.checkStandards(q.standards, `${field}.standards`);
  if (q.type === 'catalog') return readCatalogQuestion(source, q, field);
  const texts = {
    question_html: source.html(`${field}.stem`, q.stem, toInlineHtml),
    explanation_html: source.html(`${field}.explanation`, q.explanation, toInlineHtml),
  };
  const svg = q.diagram === undefined ? undefined : source.svg(q.diagram, `${field}.diagram`);
  return {
    question_type: q.type,
    ...texts,
    points: q.points,
    difficulty: q.difficulty,
    standards: q.standards,
    unit: null,
    targets: [],
    options: [],
    diagram: svg === undefined ? null : inlineFigure(svg, source.nextPrefix()),
    ...kindOf(source, q, field, svg ?? ''),
  };
}

/** Reads the questions in a field of an item; null if there are none. */
export function readQuiz(
  source: SourceFile,
  questions: readonly Question[],
  field: string,
  { intro = '', delivery }: { intro?: string; delivery?: string } = {},
): QuizContent | null {
  if (questions.length === 0) return null;
  // A check is marked at once, so nobody could score it.
  if (delivery === undefined)
    for (const [index, q] of questions.entries())
      if ((q.type === 'short_text' && !q.accepted) || (q.type === 'catalog' && q.key.kind === 'open'))
        source.find(`${field}.${index}`, 'scoredInCheck');
  return {
    intro_html: intro && source.html('intro', intro),
    delivery: delivery ?? 'quiz',
    questions: questions.map((q, index) => readQuestion(source, q, `${field}.${index}`)),
  };
}
