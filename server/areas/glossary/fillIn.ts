import { dayIn } from '../../../common/day.ts';
import type { CheckedAnswer, FillInQuestion, GlossaryHint, glossary as glossaryCalls } from '../../../contract/glossary.ts';
import type { BodyOf } from '../../../contract/kit.ts';
import { type HandlersOf, notFound, type UserContext } from '../../kit/handler.ts';
import type { Ports } from '../../kit/ports.ts';
import { shuffle } from '../../kit/shuffle.ts';
import { judge } from './judge.ts';
import { practiceLanguage } from './ownTerms.ts';
import { recordAnswer } from './practice.ts';
import { openGlossary } from './readers.ts';
import { type Glossary, isAsked, type Term, textsOf } from './terms.ts';

/** Questions of a round. */
const roundLength = 10;
/** Terms to choose from. */
const choiceCount = 4;

/** Today in the district, YYYY-MM-DD. */
export async function todayOf({ ports: { db, now } }: Pick<UserContext, 'ports'>): Promise<string> {
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return dayIn(now(), time_zone);
}

/** A term, also one that was withdrawn after its reader had met it. @throws 404 */
export function termOf({ terms, withdrawn }: Glossary, term_id: number): Term {
  const term = terms.get(term_id) ?? withdrawn.get(term_id);
  if (!term) throw notFound('term');
  return term;
}

/** A sentence with a blank and four terms to choose from, one of them right. */
export function questionOf(glossary: Glossary, term: Term, asked_language_id: number, randomBytes: Ports['randomBytes']): FillInQuestion {
  const language = practiceLanguage(term, asked_language_id);
  const own = textsOf(term, language);
  const others = shuffle([...glossary.terms.values()], randomBytes)
    .toSorted((a, b) => Number(b.subject === term.subject) - Number(a.subject === term.subject))
    .map((one) => textsOf(one, language).term);
  // A class may have a term of the catalog's name.
  const different = [...new Map([own.term, ...others].map((name) => [name.toLowerCase(), name])).values()];
  const choices = [own.term, ...different.filter((name) => name.toLowerCase() !== own.term.toLowerCase())].slice(0, choiceCount);
  return {
    term_id: term.term_id,
    subject: term.subject,
    language_id: language,
    sentence: own.fill_in,
    choices: shuffle(choices, randomBytes),
  };
}

/** A hint to a term: step 1 its first letter, later ones also the lengths of its words. */
export function hintOf(of: Term, language_id: number, step: number): GlossaryHint {
  const { term } = textsOf(of, practiceLanguage(of, language_id));
  const words = term.split(/[^\p{L}\p{M}\d]+/u).filter(Boolean);
  return { first_letter: words[0]?.charAt(0) ?? '', lengths: step > 1 ? words.map((word) => word.normalize('NFC').length) : null };
}

type Given = Pick<BodyOf<typeof glossaryCalls.checkFillIn>, 'answer_text' | 'language_id' | 'hints'>;

/** Compares an answer with a term. */
export function checkTerm(glossary: Glossary, found: Term, { answer_text, language_id }: Given): CheckedAnswer {
  const language = practiceLanguage(found, language_id);
  const { term, definition } = textsOf(found, language);
  const others = [...glossary.terms.values()].filter((one) => one !== found).map((one) => textsOf(one, language).term);
  return { result: judge(term, answer_text, others), term, definition };
}

/** Sets when a person is asked for a term again. */
export async function practiceTerm(
  { ports, user }: UserContext,
  { term_id }: Pick<Term, 'term_id'>,
  { result }: Pick<CheckedAnswer, 'result'>,
  { language_id, hints }: Given,
): Promise<void> {
  const { district_id, user_puid } = user;
  await recordAnswer(
    ports.db,
    { district_id, user_puid, term_id, language_id },
    { isRight: result !== 'wrong', hasHint: hints > 0, today: await todayOf({ ports }), now: ports.now() },
  );
}

type Handlers = Pick<HandlersOf<typeof glossaryCalls>, 'glossaryFillIn' | 'glossaryHint' | 'checkFillIn'>;

export const fillIn: Handlers = {
  glossaryFillIn: async ({ query: { user_puid, subject, language_id } }, context) => {
    const { ports, user } = context;
    const glossary = await openGlossary(context, user_puid);
    const today = await todayOf(context);
    const practice = await ports.db
      .selectFrom('glossary_practice')
      .select(['term_id', 'box', 'due_day'])
      .where('user_puid', '=', user.user_puid)
      .where('language_id', '=', language_id)
      .orderBy('due_day')
      .orderBy('box')
      .orderBy('term_id')
      .execute();
    const all = [...glossary.terms.values()].filter((term) => isAsked(term) && (subject ?? term.subject) === term.subject);
    const ids = new Set(all.map(({ term_id }) => term_id));
    const known = practice.filter(({ term_id }) => ids.has(term_id));
    const seen = new Set(known.map(({ term_id }) => term_id));
    const isDue = ({ due_day }: { due_day: string }) => due_day <= today;
    const due = known.filter(isDue);
    const fresh = shuffle(
      all.filter(({ term_id }) => !seen.has(term_id)),
      ports.randomBytes,
    );
    // What is due comes first, then what is new. Who has done all that practices ahead.
    const round = [...due, ...fresh, ...known.filter((one) => !isDue(one))].slice(0, roundLength);
    return {
      due_count: due.length,
      questions: round.map(({ term_id }) => questionOf(glossary, termOf(glossary, term_id), language_id, ports.randomBytes)),
    };
  },

  glossaryHint: async ({ query: { user_puid, term_id, language_id, step } }, context) =>
    hintOf(termOf(await openGlossary(context, user_puid), term_id), language_id, step),

  checkFillIn: async ({ body: { user_puid, term_id, ...given } }, context) => {
    const glossary = await openGlossary(context, user_puid);
    const term = termOf(glossary, term_id);
    const checked = checkTerm(glossary, term, given);
    await practiceTerm(context, term, checked, given);
    return checked;
  },
};
