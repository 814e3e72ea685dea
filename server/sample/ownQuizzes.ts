import * as v from 'valibot';
import { emptyQuiz, emptyVariable } from '../../common/authoring/emptyQuiz.ts';
import { readGift } from '../../common/authoring/formats/gift.ts';
import { type AuthoredQuestion, authoring } from '../../contract/authoring.ts';
import { Language } from '../../contract/content.ts';
import { handlers } from '../areas/index.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';

interface OwnQuiz {
  teacher: string;
  title: string;
  minutes: number;
  /** In GIFT. */
  questions: string;
  isReady: boolean;
  /** Numbers of each student's own in a question, by its place. */
  drawn?: { at: number; fields: Partial<AuthoredQuestion> };
  sharedWith?: string;
}

const drawn = (name: string, list: string) => ({ ...emptyVariable(name), name, is_list: true, list });

/** Quizzes that teachers wrote: one ready for lessons, one not complete yet, one shared by a colleague. */
const quizzes: readonly OwnQuiz[] = [
  {
    teacher: 'rivera',
    title: 'Circuits, five quick questions',
    minutes: 8,
    isReady: true,
    drawn: {
      at: 3,
      fields: { value: 'u / r', tolerance: '2 %', unit: 'A', variables: [drawn('u', '6; 9; 12'), drawn('r', '15; 20; 30; 60')] },
    },
    questions: `A bulb in a loop with one battery is bright. What happens with a second bulb in the same loop? {
=Both bulbs are dimmer. ~Both bulbs are as bright. #The battery is not a source of constant brightness. ~Only the second bulb is dim. #Current is not used up on the way.
####The second bulb adds resistance, so less current flows everywhere in the loop.}

Which of these conduct electricity well? {~%50%copper ~%-50%glass ~%50%salt water ~%-50%dry wood}

A bulb uses up the current that flows through it. {F#Thinks that current is used up ####As much current leaves the bulb as enters it.}

A battery of \\{u\\} V drives a current through \\{r\\} Ω. How large is the current? {#0.3 ####[html]<p><math alttext\\="I \\= U/R"></math></p>}

Match the part with what it does. {=battery -> pushes the charges =switch -> opens the loop =bulb -> turns energy into light}`,
  },
  {
    teacher: 'rivera',
    title: 'Waves: before we begin',
    minutes: 5,
    isReady: false,
    questions: 'What moves along a wave on a rope? {}\n\nSound is faster in {=steel ~air ~} than in water.',
  },
  {
    teacher: 'brandt',
    title: 'Hot, cold, or just metal?',
    minutes: 6,
    isReady: true,
    sharedWith: 'rivera',
    questions: `Why does a metal spoon feel colder than a wooden one in the same room? {=It takes heat from the hand faster. ~It is colder. #Takes what is felt for a temperature ~It holds more cold. #Thinks of cold as a substance}

Both spoons have the temperature of the room. {T}

What do we call the flow of energy from warm to cold? {=heat =heat transfer =heat flow}`,
  },
];

/** Writes the teachers' quizzes through the regular handlers. */
export async function makeOwnQuizzes(ports: TenantPorts, district_id: number): Promise<void> {
  const people = await ports.db
    .selectFrom('app_user')
    .select(['user_key', 'user_puid', 'role_id'])
    .where('user_key', 'in', ['rivera', 'brandt'])
    .execute();
  const query = {} as never;
  for (const [index, { teacher, title, minutes, questions, isReady, drawn: numbers, sharedWith }] of quizzes.entries()) {
    const person = people.find(({ user_key }) => user_key === teacher);
    if (!person) continue;
    const user: TokenUser = { district_id, user_puid: person.user_puid, role: person.role_id, session_id: 0, token_version: 1 };
    // These calls neither read the request nor set a cookie.
    const context = { ports, user } as Parameters<typeof handlers.createQuiz>[1];
    let keys = 0;
    const read = readGift(questions, () => `sample-${index}-${++keys}`);
    const own = read.questions.map((question, at) => (at === numbers?.at ? { ...question, ...numbers.fields } : question));
    const quiz = { ...emptyQuiz(Language.english), title, minutes, questions: own };
    const body = v.parse(authoring.createQuiz.body, { creation_key: `sample-${index}`, quiz });
    const { item_id, version } = await handlers.createQuiz({ query, body }, context);
    if (isReady) await handlers.publishQuiz({ query, body: { item_id, version } }, context);
    const colleague = people.find(({ user_key }) => user_key === sharedWith);
    if (colleague) await handlers.shareQuiz({ query, body: { item_id, user_puid_list: [colleague.user_puid] } }, context);
  }
}
