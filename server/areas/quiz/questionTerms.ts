import { Language } from '../../../contract/content.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { textOf } from '../../content/plainText.ts';
import { compiled } from '../../db/compiled.ts';
import type { Db } from '../../kit/access.ts';
import { isOffFor } from '../../kit/rights.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { readersGlossary } from '../glossary/readers.ts';
import { type Glossary, itemTerm } from '../glossary/terms.ts';
import type { StoredQuestion } from './questions.ts';
import { normaliseText } from './score.ts';

interface OfQuiz {
  glossary: Glossary;
  /** The language of the quiz. */
  language_id: number;
}

async function ofQuiz(db: Db, reader: Pick<TokenUser, 'user_puid'>, quiz_id: number): Promise<OfQuiz> {
  const item = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select('i.language_id')
    .where('q.quiz_id', '=', quiz_id)
    .executeTakeFirst();
  return { glossary: await readersGlossary(db, reader), language_id: item?.language_id ?? Language.english };
}

/** The terms that the explanation of each question of a quiz uses. None for a reader whose glossary is switched off. */
export async function explanationTerms(
  db: Db,
  reader: Pick<TokenUser, 'user_puid'>,
  { quiz_id }: { quiz_id: number },
): Promise<(question: StoredQuestion) => ItemTerm[]> {
  if (await isOffFor(db, reader, 'glossary')) return () => [];
  const { glossary, language_id } = await ofQuiz(db, reader, quiz_id);
  return ({ explanation_html }) => [...glossary.usedIn(textOf(explanation_html), language_id)].map((term) => itemTerm(term, language_id));
}

const helpOf = compiled((db, named: { district_id: number; user_puid: number; group_assignment_id: number }) =>
  db
    .selectFrom('term_help')
    .select('is_timed_too')
    .where('user_puid', '=', named.user_puid)
    .where('group_assignment_id', '=', named.group_assignment_id),
);

/** What a student has to find out: the right options, or words that are right. */
function keyTexts({ key, options }: StoredQuestion): string[] {
  switch (key.kind) {
    case 'text':
      return key.accepted;
    case 'open':
      return [key.example];
    case 'numeric':
      return [];
    case 'one':
    case 'many':
      return options.filter(({ is_answer }) => is_answer === 1).map(({ answer_text }) => answer_text);
    case 'order':
    case 'places':
      return options.map(({ answer_text }) => answer_text);
  }
}

/** Shorter keys, such as "5 N" or "A", are in many definitions by chance. */
const shortestKey = 4;

/**
 * The terms to mark in the text of each question of a quiz, if the teacher allows this student to open their definitions and the glossary is
 * on. Left out are terms that the key uses, and terms whose definition contains the key.
 */
export async function textTerms(
  db: Db,
  {
    quiz_id,
    isTimed,
    ...whose
  }: { quiz_id: number; isTimed: boolean; district_id: number; user_puid: number; group_assignment_id: number },
): Promise<(question: StoredQuestion) => { terms?: ItemTerm[] }> {
  const [help] = await helpOf(db, whose);
  if (!help || (isTimed && help.is_timed_too === 0) || (await isOffFor(db, whose, 'glossary'))) return () => ({});
  const { glossary, language_id } = await ofQuiz(db, whose, quiz_id);
  return (question) => {
    const keys = keyTexts(question);
    const given = glossary.usedIn(keys.join(' . '), language_id);
    const secrets = keys.map(normaliseText).filter(({ length }) => length >= shortestKey);
    const terms = [...glossary.usedIn(textOf(question.question_html), language_id)]
      .filter((term) => !given.has(term))
      .map((term) => itemTerm(term, language_id))
      .filter(({ definition }) => !secrets.some((secret) => normaliseText(definition).includes(secret)));
    return { terms };
  };
}
