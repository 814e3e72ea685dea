import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { keyInWords, keyLabel } from '../../src/views/quiz/answers.ts';
import { reasonText } from '../../src/views/quiz/reasons.ts';

it('says that a number is another one, and how far off it may be only where it may', () => {
  const values = { given: 0.5, wanted: 8, unit: 'N' };
  const words = { given: '0.5', wanted: '8', unit: 'N' };
  expect(reasonText({ code: 'outsideTolerance', values: { ...values, tolerance: 0 } }, 'en')).toBe(m.quiz_reason_number_wrong(words));
  expect(reasonText({ code: 'outsideTolerance', values: { ...values, tolerance: 0.1 } }, 'en')).toBe(
    m.quiz_reason_outside_tolerance({ ...words, tolerance: '0.1' }),
  );
});

it('calls the key of a question that a person scores an example', () => {
  expect([keyLabel({ is_example: true }), keyLabel({})]).toEqual([m.quiz_review_example(), m.quiz_review_key()]);
});

it('lists right options without a period before the semicolon', () => {
  const option = (answer_text: string, is_answer = true) => ({ id: 1, sort_order: 1, answer_text, is_answer });
  const answer_options = ['It is higher.', 'And so on...', 'no', 'It is brighter.'].map((text) => option(text, text !== 'no'));
  expect(keyInWords({ answer_options })).toBe('It is higher; And so on...; It is brighter.');
});
