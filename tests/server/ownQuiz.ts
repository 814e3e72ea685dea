import { emptyQuestion, emptyQuiz } from '../../common/authoring/emptyQuiz.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../contract/authoring.ts';
import { Language } from '../../contract/content.ts';

let made = 0;
const newKey = () => `part-${++made}`;

const options = (texts: readonly string[], right: readonly string[] = []): AuthoredQuestion['options'] =>
  texts.map((text) => ({ key: newKey(), text, is_right: right.includes(text), misconception: right.includes(text) ? '' : `Not ${text}` }));

/** A question with some of its fields, under a key of its own. */
export const authored = (
  key: string,
  question_type: AuthoredQuestion['question_type'],
  fields: Partial<AuthoredQuestion>,
): AuthoredQuestion => ({ ...emptyQuestion(newKey, question_type), key, text: `<p>About ${key}</p>`, options: [], pairs: [], ...fields });

/** A complete question of each type that an author can write. */
export const everyAuthoredType: readonly AuthoredQuestion[] = [
  authored('choice', 'single_choice', { options: options(['ice', 'steam', 'water'], ['steam']), explanation: '<p>It is hot.</p>' }),
  authored('choices', 'multiple_choice', { points: 2, options: options(['gold', 'air', 'iron'], ['gold', 'iron']) }),
  authored('truth', 'true_false', { is_true: false, misconception: 'Mixes up heat and temperature' }),
  authored('word', 'short_text', { accepted: ['Evaporation', ''] }),
  authored('open', 'short_text', { points: 3, is_scored_by_person: true, example: 'Because it is hot.' }),
  authored('number', 'numeric', { value: '1,5', tolerance: '0.1', unit: 'kg', standards: ['MS-PS1-4'] }),
  authored('order', 'ordering', { points: 3, options: options(['first', 'second', 'third']) }),
  authored('match', 'matching', {
    points: 2,
    pairs: [
      { key: newKey(), left: 'Solid', right: 'rows' },
      { key: newKey(), left: 'Gas', right: 'apart' },
    ],
    extras: ['none'],
  }),
];

/** A complete quiz. */
export const ownQuiz = (further: Partial<AuthoredQuiz> = {}): AuthoredQuiz => ({
  ...emptyQuiz(Language.english),
  title: 'Heat and matter',
  intro: '<p>Ready?</p>',
  questions: [...everyAuthoredType],
  ...further,
});
