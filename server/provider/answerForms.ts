import * as v from 'valibot';
import type { StoredQuestion } from '../areas/quiz/questions.ts';
import type { Answer } from '../areas/quiz/score.ts';
import { textOf } from '../content/plainText.ts';

// The forms of answers at the provider (Learnosity, Questions API, response formats), by type of question: `mcq` has the places of the chosen
// options, `orderlist` the places in order, `association` and the `imagecloze…` types the words of an option for each target, and the
// types for text and numbers a text, `longtextV2` with markup. Places count from 0 in the author's order.

const place = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/))]), v.transform(Number));
const words = v.union([
  v.string(),
  v.pipe(
    v.tuple([v.string()]),
    v.transform(([text]) => text),
  ),
]);
const Places = v.array(place);
const Words = v.array(v.nullable(words));
const Text = v.union([
  v.string(),
  v.pipe(
    v.array(v.string()),
    v.transform((all) => all.join(' ')),
  ),
]);

/** Longest answer that a student's field takes. */
const longest = 500;
const longestText = 10_000;

const byAuthor = ({ options }: StoredQuestion) => options.toSorted((a, b) => a.sort_order - b.sort_order);
const nothing: Answer = { answer_id: null, answer_text: '' };

/** The value of a response in the form of its question; undefined if it is in another. */
function read(question: StoredQuestion, value: unknown): Answer | undefined {
  const { key, targets } = question;
  const ordered = byAuthor(question);
  const ids = (places: readonly number[]) => {
    const found = places.map((at) => ordered[at]?.option_id);
    return found.every((id) => id !== undefined) ? found : undefined;
  };
  switch (key.kind) {
    case 'one':
    case 'many':
    case 'order': {
      const places = v.safeParse(Places, value);
      const chosen = places.success ? ids(places.output) : undefined;
      if (!chosen) return undefined;
      if (chosen.length === 0) return nothing;
      if (key.kind !== 'one') return { answer_id: null, answer_text: JSON.stringify(chosen) };
      return chosen.length === 1 ? { answer_id: chosen[0] ?? null, answer_text: '' } : undefined;
    }
    case 'places': {
      const given = v.safeParse(Words, value);
      if (!given.success || given.output.length > targets.length) return undefined;
      const placed = given.output.map((text) =>
        text === null || text === '' ? null : ordered.find((one) => one.answer_text === textOf(text)),
      );
      if (placed.includes(undefined)) return undefined;
      const entries = targets.flatMap(({ id }, at) => (placed[at] ? [[id, placed[at].option_id]] : []));
      return entries.length === 0 ? nothing : { answer_id: null, answer_text: JSON.stringify(Object.fromEntries(entries)) };
    }
    default: {
      const text = v.safeParse(Text, value);
      if (!text.success) return undefined;
      if (key.kind !== 'open') return { answer_id: null, answer_text: text.output.trim().slice(0, longest) };
      const written = text.output.trim();
      return { answer_id: null, answer_text: (written.startsWith('<') ? textOf(written) : written).slice(0, longestText) };
    }
  }
}

/**
 * A provider's response as an answer of ours. An answer in another form than the question's is kept as its text, so that a person can read
 * it. `isRead` tells which it is.
 */
export function fromProvider(question: StoredQuestion, response: unknown): { answer: Answer; isRead: boolean } {
  const { value } = Object(response) as { value?: unknown };
  if (value === undefined || value === null) return { answer: nothing, isRead: false };
  const answer = read(question, value);
  return answer
    ? { answer, isRead: true }
    : { answer: { answer_id: null, answer_text: JSON.stringify(value).slice(0, longest) }, isRead: false };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An answer of ours as the provider's response; undefined if there is none. Options that the question does not have are no answer. */
export function toProvider(question: StoredQuestion, { answer_id, answer_text }: Answer): { value: unknown } | undefined {
  const ordered = byAuthor(question);
  const placesOf = (given: unknown) => {
    const places = (Array.isArray(given) ? given : [])
      .map((id) => ordered.findIndex(({ option_id }) => option_id === id))
      .filter((at) => at >= 0);
    return places.length === 0 ? undefined : { value: places.map(String) };
  };
  switch (question.key.kind) {
    case 'one':
      return placesOf([answer_id]);
    case 'many':
    case 'order':
      return placesOf(parsed(answer_text));
    case 'places': {
      const placed = Object(parsed(answer_text)) as Record<string, unknown>;
      const value = question.targets.map(({ id }) => ordered.find(({ option_id }) => option_id === placed[id])?.answer_text ?? null);
      return value.every((one) => one === null) ? undefined : { value };
    }
    default:
      return answer_text.trim() === '' ? undefined : { value: answer_text };
  }
}
