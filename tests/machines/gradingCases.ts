import type { GradedQuestion, GradedResponse, QuestionResponse } from '../../contract/autograde.ts';
import type { Decision, GradedResource } from '../../src/machines/autograde/decisions.ts';

export const resource: GradedResource = { itemId: 11, itemTypeId: 10, groupPuid: null };

export const questionOf = (id: number, more: Partial<GradedQuestion> = {}): GradedQuestion => ({
  ...{ question_index: id - 1, number: id, is_retired: false, responses: 1, waiting: 1 },
  question: {
    id,
    question_type: 'short_text',
    question_text: 'Why?',
    diagram: null,
    points: 2,
    unit: null,
    targets: [],
    answer_options: [],
  },
  ...more,
});

export const responseOf = (result_id: number, more: Partial<QuestionResponse> = {}): QuestionResponse => ({
  ...{ result_id, comment_count: 0, user_puid: 100 + result_id, first_name: 'Ana', last_name: 'Lee', group_puid: 3, group_name: 'Class' },
  ...{ answer_id: null, answer_text: 'tilt', same_as: 1, points: null, grade: null, state: 'submitted' as const },
  ...{ scored_by: null, suggestion: null, reasons: [] },
  ...more,
});

export const decisionOf = (key: string, more: Partial<Decision> = {}): Decision => ({
  ...{ key, resource, questionId: 1, points: 1, feedback: '', responses: [{ resultId: 1, seenGradeId: null }] },
  ...more,
});

const grade = { grade_id: 71, user_puid: 9, user_name: 'Sue Hill', score: 2 };
export const scored: GradedResponse = { result_id: 1, outcome: 'scored', points: 1, grade: { ...grade, score: 1 }, comment_count: 0 };
export const taken: GradedResponse = { result_id: 1, outcome: 'taken', points: 2, grade, comment_count: 0 };
export const gone: GradedResponse = { result_id: 1, outcome: 'gone', points: null, grade: null, comment_count: 0 };
