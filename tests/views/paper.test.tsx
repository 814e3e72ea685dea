// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../contract/quiz.ts';
import { AnswerSpace } from '../../src/views/student/QuizPaper.tsx';

const option = (id: number, answer_text: string) => ({ id, answer_text });
const base = { id: 1, question_text: '', diagram: null, points: 1, unit: null, targets: [] };
const ordering: Question = {
  ...base,
  question_type: 'ordering',
  answer_options: [option(7, 'boil'), option(8, 'freeze'), option(9, 'melt')],
  correct_option_ids: [8, 9, 7],
};
const matching: Question = {
  ...base,
  question_type: 'matching',
  targets: [
    { id: 't1', text: 'solid' },
    { id: 't2', text: 'gas' },
  ],
  answer_options: [option(4, 'ice'), option(5, 'steam'), option(6, 'water')],
  correct_option_ids: [4, 5],
};
const rows = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('questions on paper whose answers are letters', () => {
  it('have a letter for each thing, and a blank for each place in the order', () => {
    render(<AnswerSpace question={ordering} />);
    expect(rows()).toEqual(['A.boil', 'B.freeze', 'C.melt', '', '', '']);
  });
  it('have a blank beside each thing to match', () => {
    render(<AnswerSpace question={matching} />);
    expect(rows()).toEqual(['solid', 'gas', 'A.ice', 'B.steam', 'C.water']);
    const [solid] = screen.getAllByRole('listitem');
    expect(within(solid!).getByText('solid').previousElementSibling?.getAttribute('data-mark')).toBe('blank');
  });
  it('have the letters written in on the key, and there alone', () => {
    const { rerender } = render(<AnswerSpace question={ordering} withKey />);
    expect(rows()).toEqual(['A.boil', 'B.freeze', 'C.melt', 'B', 'C', 'A']);
    rerender(<AnswerSpace question={matching} withKey />);
    expect(rows()).toEqual(['Asolid', 'Bgas', 'A.ice', 'B.steam', 'C.water']);
  });
});
