import type { ChangedKey } from '../../../contract/scoring.ts';
import { hasNumbers } from '../quiz/drawing.ts';
import type { StoredQuestion } from '../quiz/questions.ts';

/** A question's key in the form of a changed one; null: a person scores the question, or each student has numbers of his own. */
export function ownKey({ key }: Pick<StoredQuestion, 'key'>): ChangedKey | null {
  switch (key.kind) {
    case 'one':
      return { kind: key.kind, option: key.option };
    case 'many':
    case 'order':
      return { kind: key.kind, options: key.options };
    case 'text':
      return { kind: key.kind, accepted: key.accepted };
    case 'numeric':
      return hasNumbers(key) ? null : { kind: key.kind, value: key.value, tolerance: key.tolerance };
    case 'places':
      return { kind: key.kind, places: key.places };
    default:
      return null;
  }
}

/** The part of a question that stays the same in all of its author's versions. */
const partOf = ({ author_key }: StoredQuestion) => author_key?.split('#')[0];

/** The question as new attempts get it, if its author has changed it since. `questions`: all of its quiz. */
export function newestVersion(question: StoredQuestion, questions: readonly StoredQuestion[]): StoredQuestion | undefined {
  const part = partOf(question);
  if (question.retired_at === null || part === undefined) return undefined;
  return questions.find((one) => one.retired_at === null && partOf(one) === part);
}

/** A key of one version of a question, said with the options and places of another one; null: it cannot be said with them. */
function keyFor(question: StoredQuestion, newest: StoredQuestion): ChangedKey | null {
  const key = ownKey(newest);
  const before = ownKey(question);
  if (!key || !before || key.kind !== before.kind || newest.unit !== question.unit) return null;
  const textOf = new Map(newest.options.map(({ option_id, answer_text }) => [option_id, answer_text]));
  const idOf = new Map(question.options.map(({ option_id, answer_text }) => [answer_text, option_id]));
  const same = (option: number | undefined) => idOf.get(textOf.get(option ?? 0) ?? '');
  const sameOf = (options: readonly number[]) => options.flatMap((option) => same(option) ?? []);
  switch (key.kind) {
    case 'one': {
      const option = same(key.option);
      return option === undefined ? null : { kind: key.kind, option };
    }
    case 'many':
    case 'order': {
      const options = sameOf(key.options);
      const wanted = key.kind === 'order' && before.kind === 'order' ? before.options.length : key.options.length;
      return options.length === key.options.length && options.length === wanted ? { kind: key.kind, options } : null;
    }
    case 'places': {
      const targetOf = new Map(newest.targets.map(({ id, text }) => [text, id]));
      const places = question.targets.flatMap(({ id, text }) => {
        const option = same(key.places[targetOf.get(text) ?? '']);
        return option === undefined ? [] : [[id, option] as const];
      });
      return places.length === question.targets.length ? { kind: key.kind, places: Object.fromEntries(places) } : null;
    }
    default:
      return key;
  }
}

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
/** A key in a form that is the same for keys that mean the same. */
function meaning(key: ChangedKey | null): string {
  if (key?.kind === 'many') return JSON.stringify([key.kind, sorted(key.options)]);
  if (key?.kind === 'places') return JSON.stringify([key.kind, Object.entries(key.places).toSorted()]);
  return JSON.stringify(key);
}

/**
 * The key that the author has given a question since, for those who answered the version before; null: it is the same, or it cannot be
 * said with that version's options. `held`: the question with the key that holds now.
 */
export function correctedKey(held: StoredQuestion, questions: readonly StoredQuestion[]): ChangedKey | null {
  const newest = newestVersion(held, questions);
  const key = newest ? keyFor(held, newest) : null;
  return key && meaning(key) !== meaning(ownKey(held)) ? key : null;
}
