import type { AuthoredQuestion, AuthoredQuiz } from '../../contract/authoring.ts';

export type AuthoredOption = AuthoredQuestion['options'][number];
export type AuthoredVariable = AuthoredQuestion['variables'][number];
export type AuthoredIdea = AuthoredQuestion['ideas'][number];
export type AuthoredSpot = AuthoredQuestion['spots'][number];
export type AuthoredPair = AuthoredQuestion['pairs'][number];

export const emptyOption = (key: string): AuthoredOption => ({ key, text: '', is_right: false, misconception: '' });
export const emptyPair = (key: string): AuthoredPair => ({ key, left: '', right: '' });

export const emptyVariable = (key: string): AuthoredVariable => ({
  ...{ key, name: '', is_list: false, min: '1', max: '10', step: '1', list: '' },
});

/** What a wrong number of significant figures costs, in percent of the points, until the author says otherwise. */
const usualCost = 50;

/** A document from before questions had all of their fields. */
export const withEveryField = (quiz: AuthoredQuiz): AuthoredQuiz => ({
  ...quiz,
  questions: quiz.questions.map((question) => ({
    ...question,
    ...{ ideas: question.ideas ?? [], figures: question.figures ?? 0, figures_cost: question.figures_cost ?? usualCost },
    ...{ variables: question.variables ?? [], picture: question.picture ?? null, spots: question.spots ?? [] },
  })),
});

/** How many options, items and pairs a new question has room for. */
const startingParts = 3;

/** A new question: a choice of one of three, the first of which is right. `newKey` makes keys that no other part has. */
export function emptyQuestion(newKey: () => string, question_type: AuthoredQuestion['question_type'] = 'single_choice'): AuthoredQuestion {
  const parts = Array.from({ length: startingParts });
  return {
    ...{ key: newKey(), question_type, text: '', explanation: '', points: 1, difficulty: 0, standards: [] },
    options: parts.map((_, index) => ({ ...emptyOption(newKey()), is_right: index === 0 })),
    ...{ is_true: null, misconception: '', accepted: [''], is_scored_by_person: false, example: '', ideas: [] },
    ...{ value: '', tolerance: '', unit: '', figures: 0, figures_cost: usualCost, variables: [] },
    pairs: parts.map(() => emptyPair(newKey())),
    extras: [],
    ...{ picture: null, spots: [] },
  };
}

/** A new quiz without questions. */
export const emptyQuiz = (language_id: number): AuthoredQuiz => ({ title: '', intro: '', minutes: 0, language_id, questions: [] });
