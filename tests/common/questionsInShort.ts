import type { AuthoredQuestion } from '../../contract/authoring.ts';

/** Makes keys of questions and their parts. */
export const keys = () => {
  let made = 0;
  return () => `key-${++made}`;
};

/** A question in short: its type, its words, and what is right. */
export function inShort({ question_type, text, explanation, options, ...one }: AuthoredQuestion): string {
  const choices = options.map(
    ({ text: words, is_right, misconception }) => `${is_right ? '*' : ''}${words}${misconception && ` (${misconception})`}`,
  );
  const key: Partial<Record<AuthoredQuestion['question_type'], () => string>> = {
    true_false: () => `${one.is_true}${one.misconception && ` (${one.misconception})`}`,
    short_text: () => (one.is_scored_by_person ? 'by a person' : one.accepted.join('|')),
    numeric: () => `${one.value} ± ${one.tolerance || 0}`,
    matching: () => [...one.pairs.map(({ left, right }) => `${left}=${right}`), ...one.extras.map((extra) => `=${extra}`)].join('|'),
  };
  return [question_type, text, (key[question_type] ?? (() => choices.join('|')))(), ...(explanation ? [explanation] : [])].join(' / ');
}
