import type { QuizProblem, QuizProblemCode } from '../../../common/authoring/quizProblems.ts';
import { m } from '../../paraglide/messages.js';

const problems: Record<QuizProblemCode, (values: { at: number; part: string; braces: string }) => string> = {
  title: m.authoring_problem_title,
  noQuestions: m.authoring_problem_no_questions,
  manyPictures: m.authoring_problem_many_pictures,
  text: m.authoring_problem_text,
  alternative: m.authoring_problem_alternative,
  points: m.authoring_problem_points,
  fewOptions: m.authoring_problem_few_options,
  emptyOption: m.authoring_problem_empty_option,
  sameOption: m.authoring_problem_same_option,
  noRight: m.authoring_problem_no_right,
  fewRight: m.authoring_problem_few_right,
  truth: m.authoring_problem_truth,
  accepted: m.authoring_problem_accepted,
  example: m.authoring_problem_example,
  personInCheck: m.authoring_problem_person_in_check,
  ideaName: m.authoring_problem_idea_name,
  sameIdea: m.authoring_problem_same_idea,
  ideaPoints: m.authoring_problem_idea_points,
  ideaWays: m.authoring_problem_idea_ways,
  value: m.authoring_problem_value,
  tolerance: m.authoring_problem_tolerance,
  toleranceNeeded: m.authoring_problem_tolerance_needed,
  variableName: m.authoring_problem_variable_name,
  sameVariable: m.authoring_problem_same_variable,
  variableNumbers: m.authoring_problem_variable_numbers,
  variableUnused: m.authoring_problem_variable_unused,
  variableUnknown: m.authoring_problem_variable_unknown,
  formulaEmpty: m.authoring_problem_formula_empty,
  formulaSign: m.authoring_problem_formula_sign,
  formulaName: m.authoring_problem_formula_name,
  formulaEnd: m.authoring_problem_formula_end,
  formulaNesting: m.authoring_problem_formula_nesting,
  formulaNumbers: m.authoring_problem_formula_numbers,
  fewItems: m.authoring_problem_few_items,
  fewPairs: m.authoring_problem_few_pairs,
  emptyPair: m.authoring_problem_empty_pair,
  samePair: m.authoring_problem_same_pair,
  noPicture: m.authoring_problem_no_picture,
  fewSpots: m.authoring_problem_few_spots,
  emptySpot: m.authoring_problem_empty_spot,
  sameSpot: m.authoring_problem_same_spot,
};
export const quizProblemText = ({ code, values }: QuizProblem): string =>
  problems[code]({ at: 0, part: '', braces: `{${values?.part}}`, ...values });

/** The problem at a field, in words; null if there is none. `part`: an option or a pair; absent: the field as a whole. */
export function problemAt(
  found: readonly QuizProblem[],
  question: string | null,
  field: QuizProblem['field'],
  part?: string,
): string | null {
  const problem = found.find((one) => one.question === question && one.field === field && one.part === part);
  return problem ? quizProblemText(problem) : null;
}
