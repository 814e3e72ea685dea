import { emptyQuestion } from '../../../common/authoring/emptyQuiz.ts';
import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { plainLine } from '../../../contract/plainLine.ts';
import type { QuestionType } from '../../../contract/quiz.ts';
import { cleanQuestionText } from '../../content/richText.ts';
import type { StoredQuestion } from '../quiz/questions.ts';

/** A text as an author writes it: in paragraphs. The catalog's texts have no pictures that administrators upload. */
function asWritten(html: string): string {
  const clean = cleanQuestionText(html, () => false);
  return clean === '' || /^<(p|ul|ol|h3|h4|blockquote|table)[ >]/.test(clean) ? clean : `<p>${clean}</p>`;
}

const lineOf = (text: string) => plainLine(text).slice(0, quizLimits.line);

/** Numbers are as typed. */
const typed = (value: number) => (value === 0 ? '' : String(value));

/** Where the places of a drawing are, should it be replaced by a picture: beside each other. */
const placeOf = (index: number) => ({ x: 200 + (index % 3) * 300, y: 200 + (Math.floor(index / 3) % 3) * 300 });

/** What is right, in the fields of the question's type. */
function keyOf({ question_type, key, options, targets }: StoredQuestion, newKey: () => string): Partial<AuthoredQuestion> {
  const textOf = (option_id: number | undefined) => lineOf(options.find((option) => option.option_id === option_id)?.answer_text ?? '');
  const optionOf = (text: string, is_right = false, misconception: string | null = null) => ({
    ...{ key: newKey(), text: lineOf(text), is_right, misconception: lineOf(misconception ?? '') },
  });
  switch (key.kind) {
    case 'text':
      return { accepted: key.accepted.map(lineOf) };
    case 'open':
      return { is_scored_by_person: true, example: key.example.trim() };
    case 'numeric':
      return { value: String(key.value), tolerance: typed(key.tolerance), unit: plainLine(key.unit) };
    case 'order':
      return { options: key.options.map((option_id) => optionOf(textOf(option_id))) };
    case 'places': {
      const right = targets.map(({ id }) => key.places[id]);
      const extras = options.filter(({ option_id }) => !right.includes(option_id)).map(({ answer_text }) => lineOf(answer_text));
      return question_type === 'matching'
        ? { extras, pairs: targets.map(({ text }, index) => ({ key: newKey(), left: lineOf(text), right: textOf(right[index]) })) }
        : { extras, spots: right.map((option_id, index) => ({ key: newKey(), ...placeOf(index), text: textOf(option_id) })) };
    }
    default: {
      if (question_type === 'true_false')
        return {
          is_true: options[0]?.is_answer === 1,
          misconception: lineOf(options.find(({ is_answer }) => is_answer === 0)?.misconception ?? ''),
        };
      return {
        options: options.map(({ answer_text, is_answer, misconception }) => optionOf(answer_text, is_answer === 1, misconception)),
      };
    }
  }
}

/** How many places the drawing of a question has to label. */
export const placesOf = ({ question_type, targets }: StoredQuestion): number => (question_type === 'label_diagram' ? targets.length : 0);

/** A question of the course as its form shows it. The same question is always the same document. */
export function authoredOf(question: StoredQuestion): AuthoredQuestion {
  let made = 0;
  const newKey = () => `p${++made}`;
  const { question_id, points, difficulty, standards } = question;
  return {
    ...emptyQuestion(newKey, question.question_type as QuestionType),
    ...{ key: `q${question_id}`, text: asWritten(question.question_html), explanation: asWritten(question.explanation_html) },
    ...{ points, difficulty, standards: JSON.parse(standards) as string[] },
    ...keyOf(question, newKey),
    kept: { question_id, places: placesOf(question) },
  };
}
