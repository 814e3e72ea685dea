import { dayIn } from '../../../common/day.ts';
import type { glossary as glossaryCalls } from '../../../contract/glossary.ts';
import { type HandlersOf, notFound, type UserContext } from '../../kit/handler.ts';
import { shuffle } from '../../kit/shuffle.ts';
import { judge } from './judge.ts';
import { recordAnswer } from './practice.ts';
import { type Glossary, openGlossary, type Term, textsOf } from './terms.ts';

/** Questions of a round. */
const roundLength = 10;
/** Terms to choose from. */
const choiceCount = 4;

/** Today in the district, YYYY-MM-DD. */
export async function todayOf({ ports: { db, now } }: Pick<UserContext, 'ports'>): Promise<string> {
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return dayIn(now(), time_zone);
}

export function termOf({ terms }: Glossary, term_id: number): Term {
  const term = terms.get(term_id);
  if (!term) throw notFound('term');
  return term;
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
    const all = [...glossary.terms.values()].filter((term) => (subject ?? term.subject) === term.subject);
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
      questions: round.map(({ term_id }) => {
        const term = termOf(glossary, term_id);
        const others = shuffle(
          [...glossary.terms.values()].filter((one) => one.term_id !== term_id),
          ports.randomBytes,
        ).toSorted((a, b) => Number(b.subject === term.subject) - Number(a.subject === term.subject));
        return {
          term_id,
          subject: term.subject,
          sentence: textsOf(term, language_id).fill_in,
          choices: shuffle(
            [term, ...others.slice(0, choiceCount - 1)].map((one) => textsOf(one, language_id).term),
            ports.randomBytes,
          ),
        };
      }),
    };
  },

  glossaryHint: async ({ query: { user_puid, term_id, language_id, step } }, context) => {
    const { term } = textsOf(termOf(await openGlossary(context, user_puid), term_id), language_id);
    const words = term.split(/[^\p{L}\p{M}\d]+/u).filter(Boolean);
    return { first_letter: words[0]?.charAt(0) ?? '', lengths: step > 1 ? words.map((word) => word.normalize('NFC').length) : null };
  },

  checkFillIn: async ({ body: { user_puid, term_id, answer_text, language_id, hints } }, context) => {
    const { ports, user } = context;
    const glossary = await openGlossary(context, user_puid);
    const found = termOf(glossary, term_id);
    const { term, definition } = textsOf(found, language_id);
    const others = [...glossary.terms.values()].filter((one) => one !== found).map((one) => textsOf(one, language_id).term);
    const result = judge(term, answer_text, others);
    await recordAnswer(
      ports.db,
      { district_id: user.district_id, user_puid, term_id, language_id },
      { isRight: result !== 'wrong', hasHint: hints > 0, today: await todayOf(context), now: ports.now() },
    );
    return { result, term, definition };
  },
};
