import { emptyQuestion, emptyQuiz } from '../../common/authoring/emptyQuiz.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../contract/authoring.ts';
import { Language, ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { ids } from './fixtureSchool.ts';
import { days, type TestClient, type TestServer } from './testServer.ts';

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

/** A lesson of a published own quiz, assigned to the class since yesterday, and how the calls of students name the quiz. */
export async function assignOwnQuiz(server: TestServer, teacher: TestClient, item_id: number) {
  const lesson = await teacher.ok(calls.createLesson, {
    ...{ user_puid: teacher.user.userPuid, lesson_name: 'With a quiz' },
    lesson_resources: JSON.stringify([{ item_id, resource_type_id: ResourceType.quiz, time: 10, sort_order: 1, remarks: '' }]),
  });
  const given = await teacher.ok(calls.assign, {
    ...{ lesson_id: lesson.lesson_id, group_puid: ids.class, assignment_no: 1 },
    assignment_details: JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null }),
  });
  const { quiz_id } = await server.db.selectFrom('quiz').select('quiz_id').where('item_id', '=', item_id).executeTakeFirstOrThrow();
  return { item_id, given, named: { quiz_id, lesson_id: given.lesson_id, lesson_resource_tracking_id: 0 } };
}
