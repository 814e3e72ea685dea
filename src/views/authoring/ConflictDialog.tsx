import { plainLineOf } from '../../../common/authoring/formats/reading.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { ConflictFrame } from './ConflictFrame.tsx';

const mostLetters = 60;

/** A text without what the server adds when it saves it: the look of formulas, and scopes of heads. */
const asTyped = (html: string) => html.replace(/(<math alttext="[^"]*">)(?:(?!<\/math>)[\s\S])*/g, '$1').replaceAll(' scope="col"', '');

/** What a question says, in one order, to compare. The size of a picture follows from its name. */
const gistOf = ({ text, explanation, picture, ...question }: AuthoredQuestion) =>
  JSON.stringify([asTyped(text), asTyped(explanation), picture?.picture_id, picture?.alt, Object.entries(question).toSorted(byName)]);
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** How two versions of a quiz differ, in words. */
function differencesOf(mine: AuthoredQuiz, theirs: AuthoredQuiz): string[] {
  const theirOwn = new Map(theirs.questions.map((question) => [question.key, gistOf(question)]));
  const own = new Set(mine.questions.map(({ key }) => key));
  const wordsOf = (text: string) => plainLineOf(text).slice(0, mostLetters) || m.authoring_no_text();
  const order = (quiz: AuthoredQuiz, of: { has: (key: string) => boolean }) =>
    quiz.questions.flatMap(({ key }) => (of.has(key) ? [key] : [])).join();
  return [
    ...(mine.title === theirs.title ? [] : [m.authoring_differs_title()]),
    ...(mine.minutes === theirs.minutes && mine.intro === theirs.intro ? [] : [m.authoring_differs_facts()]),
    ...mine.questions.flatMap((question) => {
      const other = theirOwn.get(question.key);
      if (other === gistOf(question)) return [];
      const text = wordsOf(question.text);
      return [other === undefined ? m.authoring_differs_mine({ text }) : m.authoring_differs_question({ text })];
    }),
    ...theirs.questions.flatMap(({ key, text }) => (own.has(key) ? [] : [m.authoring_differs_theirs({ text: wordsOf(text) })])),
    ...(order(mine, theirOwn) === order(theirs, own) ? [] : [m.authoring_differs_order()]),
  ];
}

interface ConflictDialogProps {
  mine: AuthoredQuiz;
  /** What somebody else saved. */
  theirs: AuthoredQuiz;
  onMine: () => void;
  onTheirs: () => void;
}

/** Asks which of two versions of a quiz holds. It has to be answered: until then nothing is saved. */
export function ConflictDialog({ mine, theirs, onMine, onTheirs }: ConflictDialogProps) {
  const differences = differencesOf(mine, theirs);
  const factsOf = ({ title, questions }: AuthoredQuiz) => ({ title: title || m.authoring_untitled(), count: questions.length });
  return (
    <ConflictFrame
      title={m.authoring_conflict_title()}
      lines={[m.authoring_conflict_text(), m.authoring_conflict_this(factsOf(mine)), m.authoring_conflict_other(factsOf(theirs))]}
      {...{ differences, onMine, onTheirs }}
    />
  );
}
