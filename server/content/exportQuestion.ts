import type { AnswerKey } from '../areas/quiz/score.ts';
import type { Row } from '../db/schema.ts';
import type { QuestionContent, QuestionKey } from './contentSet.ts';

/** Puts the parts of a question into a file. */
export interface QuestionParts {
  text: (html: string) => string;
  /** Name of the file of a drawing. `targets`: ids of those that were numbered. */
  drawing: (svg: string, targets?: readonly string[]) => string;
}

/** A stored question as a course's reader gives it. */
export function contentOf(question: Row<'question'>, options: readonly Row<'question_option'>[]): QuestionContent {
  const textOf = (option_id: number) => options.find((option) => option.option_id === option_id)?.answer_text ?? '';
  const key = JSON.parse(question.answer_key) as AnswerKey;
  const named = (): QuestionKey => {
    switch (key.kind) {
      case 'one':
      case 'many':
        return { kind: key.kind };
      case 'order':
        return { kind: 'order', texts: key.options.map(textOf) };
      case 'places':
        return { kind: 'places', places: Object.fromEntries(Object.entries(key.places).map(([target, id]) => [target, textOf(id)])) };
      default:
        return key;
    }
  };
  return {
    question_type: question.question_type as QuestionContent['question_type'],
    ...{ question_html: question.question_html, explanation_html: question.explanation_html, diagram: question.diagram },
    ...{ points: question.points, difficulty: question.difficulty, unit: question.unit },
    ...{ standards: JSON.parse(question.standards), targets: JSON.parse(question.targets) },
    options: options.map(({ answer_text, is_answer, misconception }) => ({
      ...{ text: answer_text, is_answer: is_answer === 1, misconception },
    })),
    key: named(),
  };
}

/** The texts of options that are right nowhere. */
const extrasOf = ({ options }: QuestionContent, right: readonly string[]) =>
  options.flatMap(({ text }) => (right.includes(text) ? [] : [text]));

/** The fields of a question's type as its author writes them; null: the type has no field for what the question has. */
function fieldsOf(question: QuestionContent, { drawing }: QuestionParts): object | null {
  const { key, options, targets, diagram, question_type } = question;
  switch (key.kind) {
    case 'one':
    case 'many': {
      if (question_type === 'true_false')
        return { answer: options[0]?.is_answer === true, misconception: options.find(({ is_answer }) => !is_answer)?.misconception };
      return {
        options: options.map(({ text, is_answer, misconception }) => ({
          ...{ text, ...(is_answer ? { correct: true } : {}), ...(misconception ? { misconception } : {}) },
        })),
      };
    }
    case 'text':
      return { accepted: key.accepted };
    case 'open':
      return { example: key.example, ...(key.ideas ? { ideas: key.ideas } : {}) };
    case 'numeric': {
      const { value, tolerance, unit, units, figures } = key;
      if (key.takesAnyUnit || key.drawing) return null;
      return { value, tolerance, unit, ...(units.length > 0 ? { accepted_units: units } : {}), ...(figures ? { figures } : {}) };
    }
    case 'order':
      return { items: key.texts };
    case 'places': {
      const right = targets.map(({ id }) => key.places[id] ?? '');
      const extras = extrasOf(question, right);
      if (question_type === 'matching')
        return {
          pairs: targets.map(({ text }, at) => ({ left: text, right: right[at] })),
          ...(extras.length > 0 ? { extra_right: extras } : {}),
        };
      if (diagram === null || diagram.startsWith('<div')) return null;
      const name = drawing(
        diagram,
        targets.map(({ id }) => id),
      );
      return {
        diagram: name,
        labels: right.map((text, at) => ({ target: String(at + 1), text })),
        ...(extras.length > 0 ? { extra_labels: extras } : {}),
      };
    }
  }
}

/** A question as its author writes it; null: no type has fields for all that it has. */
export function authorsQuestion(question: QuestionContent, parts: QuestionParts): object | null {
  const own = fieldsOf(question, parts);
  if (own === null) return null;
  const { question_type, points, difficulty, standards, diagram } = question;
  return {
    type: question_type,
    stem: parts.text(question.question_html),
    ...(points === 1 ? {} : { points }),
    difficulty,
    ...(standards.length > 0 ? { standards } : {}),
    ...own,
    ...(diagram !== null && question_type !== 'label_diagram' ? { diagram: parts.drawing(diagram) } : {}),
    explanation: parts.text(question.explanation_html),
  };
}

/** A question as the catalog has it. */
export function catalogQuestion(question: QuestionContent, parts: QuestionParts): object {
  const { question_type, points, difficulty, standards, unit, targets, options, key, diagram } = question;
  const drawn = diagram === null ? {} : diagram.startsWith('<div') ? { picture: diagram } : { diagram: parts.drawing(diagram) };
  return {
    ...{ type: 'catalog', question_type, stem: parts.text(question.question_html), points, difficulty, standards, ...drawn },
    ...{ unit, targets, options, key, explanation: parts.text(question.explanation_html) },
  };
}
