import { describe, expect, it } from 'vitest';
import { askedIn, numberIn } from '../../server/areas/autograde/numbers.ts';
import type { StoredQuestion } from '../../server/areas/quiz/questions.ts';

const question = (question_id: number, sort_order = 0) => ({ question_id, sort_order, place: null }) as StoredQuestion;
const layout = (questions: number[], shown?: number[]) => JSON.stringify({ questions, options: {}, ...(shown ? { shown } : {}) });
const numbers = (layouts: string[], ...ids: number[]) => ids.map((id) => numberIn(layouts, question(id, id)));

describe('the number of a question', () => {
  it('is the one that most students see before it', () => {
    expect(numbers([layout([7, 8]), layout([8, 7]), layout([7, 8])], 7, 8)).toEqual([1, 2]);
    expect(numbers([layout([7, 8]), layout([8, 7]), layout([8, 7])], 7, 8)).toEqual([2, 1]);
  });
  it('is the later one, if as many see the one as the other', () => {
    expect(numbers([layout([7, 8]), layout([8, 7])], 7, 8)).toEqual([2, 1]);
    expect(numbers([layout([8, 7]), layout([7, 8])], 7, 8)).toEqual([1, 2]);
  });
  it('counts questions that the teacher has dropped since', () => {
    expect(numbers([layout([8], [7, 8])], 7, 8)).toEqual([1, 2]);
  });
  it('is its place in the quiz, if no student has it', () => {
    expect(numbers([layout([7])], 9)).toEqual([9]);
    expect(askedIn([question(9, 1), question(8, 0), question(7, 2)], [layout([7, 8])]).map(({ number }) => number)).toEqual([1, 2]);
  });
});
