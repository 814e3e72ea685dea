import { answerOf, drawingOf, readTolerance, someDraws } from '../../../common/authoring/drawing.ts';
import { readDecimal } from '../../../common/readDecimal.ts';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { Language } from '../../../contract/content.ts';
import type { QuestionContent } from '../../content/contentSet.ts';
import { truthWords } from '../../content/readQuiz.ts';

/** A single paragraph is shown without one, as in the catalog. */
const withoutParagraph = (html: string) => html.replace(/^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>$/, '$1');

const filled = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];

const plainOption = (text: string) => ({ text, is_answer: false, misconception: null });

/** What a type decides: options, targets, unit and key. */
function kindOf(question: AuthoredQuestion, language_id: number): Pick<QuestionContent, 'key'> & Partial<QuestionContent> {
  const { options, pairs, is_true, misconception } = question;
  switch (question.question_type) {
    case 'true_false': {
      const [yes, no] = (truthWords[language_id] ?? truthWords[Language.english]) as [string, string];
      const option = (text: string, is_answer: boolean) => ({ text, is_answer, misconception: (!is_answer && misconception) || null });
      return { options: [option(yes, is_true === true), option(no, is_true === false)], key: { kind: 'one' } };
    }
    case 'short_text':
      return {
        key: question.is_scored_by_person
          ? { kind: 'open', example: question.example.trim() }
          : { kind: 'text', accepted: filled(question.accepted) },
      };
    case 'numeric': {
      const { unit } = question;
      const drawing = drawingOf(question);
      // Of an example, if each student has numbers of his own.
      const [first = {}] = drawing ? someDraws(drawing.variables) : [];
      const value = drawing ? answerOf(drawing, first) : (readDecimal(question.value) ?? 0);
      const { amount = 0, isPercent = false } = readTolerance(question.tolerance) ?? {};
      const tolerance = isPercent ? (Math.abs(value) * amount) / 100 : amount;
      return { unit: unit || null, key: { kind: 'numeric', value, tolerance, unit, units: [], ...(drawing ? { drawing } : {}) } };
    }
    case 'ordering': {
      const texts = options.map(({ text }) => text);
      return { options: texts.map(plainOption), key: { kind: 'order', texts } };
    }
    case 'matching': {
      const target = (index: number) => `t${index + 1}`;
      return {
        targets: pairs.map(({ left }, index) => ({ id: target(index), text: left })),
        options: filled([...pairs.map(({ right }) => right), ...question.extras]).map(plainOption),
        key: { kind: 'places', places: Object.fromEntries(pairs.map(({ right }, index) => [target(index), right.trim()])) },
      };
    }
    default:
      return {
        options: options.map((option) => ({
          text: option.text,
          is_answer: option.is_right,
          misconception: (!option.is_right && option.misconception) || null,
        })),
        key: { kind: question.question_type === 'single_choice' ? 'one' : 'many' },
      };
  }
}

/** A complete question as content. Its texts are already sanitized. */
export const questionContent = (question: AuthoredQuestion, language_id: number): QuestionContent => ({
  question_type: question.question_type,
  question_html: withoutParagraph(question.text),
  explanation_html: withoutParagraph(question.explanation),
  diagram: null,
  points: question.points,
  difficulty: question.difficulty,
  unit: null,
  standards: filled(question.standards),
  targets: [],
  options: [],
  ...kindOf(question, language_id),
});
