import type { AnswerKey } from '../areas/quiz/score.ts';
import type { NewRow } from '../db/schema.ts';
import type { QuestionContent } from './contentSet.ts';
import { idOf } from './ids.ts';

/** Option ids are derived from the text, not the position, so that an id does not reveal the right order. */
const optionIdOf = (question: string, text: string) => idOf(`${question}#${text}`);

function answerKeyOf(code: string, question: QuestionContent): AnswerKey {
  const { key, options } = question;
  const answers = options.filter((option) => option.is_answer).map((option) => optionIdOf(code, option.text));
  switch (key.kind) {
    case 'one':
      return { kind: 'one', option: answers[0] as number };
    case 'many':
      return { kind: 'many', options: answers };
    case 'order':
      return { kind: 'order', options: key.texts.map((text) => optionIdOf(code, text)) };
    case 'places':
      return {
        kind: 'places',
        places: Object.fromEntries(Object.entries(key.places).map(([target, text]) => [target, optionIdOf(code, text)])),
      };
    default:
      return key;
  }
}

/** Rows of a question with this code, from which every id follows, without its place in a quiz. */
export function questionRows(
  code: string,
  question: QuestionContent,
): { question: Omit<NewRow<'question'>, 'quiz_id' | 'sort_order'>; options: NewRow<'question_option'>[] } {
  const question_id = idOf(code);
  return {
    question: {
      question_id,
      question_type: question.question_type,
      question_html: question.question_html,
      explanation_html: question.explanation_html,
      diagram: question.diagram,
      points: question.points,
      difficulty: question.difficulty,
      unit: question.unit,
      standards: JSON.stringify(question.standards),
      targets: JSON.stringify(question.targets),
      answer_key: JSON.stringify(answerKeyOf(code, question)),
    },
    options: question.options.map((option, place) => ({
      option_id: optionIdOf(code, option.text),
      question_id,
      sort_order: place + 1,
      answer_text: option.text,
      is_answer: option.is_answer ? 1 : 0,
      misconception: option.misconception,
    })),
  };
}
