import { type AuthoredQuestion, type AuthoredQuiz, quizLimits } from '../../contract/authoring.ts';
import { mostWayLetters, mostWays } from '../../contract/scoring.ts';
import { readDecimal } from '../readDecimal.ts';
import { readArithmetic, reservedNames, variableName } from './arithmetic.ts';
import { answersOf, drawingOf, placeholdersIn, readTolerance, readVariable, someDraws } from './drawing.ts';
import { numbersText } from './numbersText.ts';
import { hasWords, lacksAlternative, picturesIn } from './richQuestion.ts';

/** What a quiz lacks, by code; the words are messages `authoring_problem_<code>`. */
export const quizProblemCodes = [
  'title',
  'noQuestions',
  'manyPictures',
  'text',
  'alternative',
  'points',
  'fewOptions',
  'emptyOption',
  'sameOption',
  'noRight',
  'fewRight',
  'truth',
  'accepted',
  'example',
  'personInCheck',
  'ideaName',
  'sameIdea',
  'ideaPoints',
  'ideaWays',
  'value',
  'tolerance',
  'toleranceNeeded',
  'variableName',
  'sameVariable',
  'variableNumbers',
  'variableUnused',
  'variableUnknown',
  'formulaEmpty',
  'formulaSign',
  'formulaName',
  'formulaEnd',
  'formulaNesting',
  'formulaNumbers',
  'fewItems',
  'fewPairs',
  'emptyPair',
  'samePair',
  'noPicture',
  'fewSpots',
  'emptySpot',
  'sameSpot',
] as const;
export type QuizProblemCode = (typeof quizProblemCodes)[number];

/** A problem, at a question (null: the quiz itself) and a field of it. `part`: key of the option or pair. */
export interface QuizProblem {
  question: string | null;
  field:
    | 'title'
    | 'questions'
    | 'text'
    | 'explanation'
    | 'points'
    | 'options'
    | 'is_true'
    | 'accepted'
    | 'example'
    | 'ideas'
    | 'value'
    | 'tolerance'
    | 'variables'
    | 'pairs'
    | 'picture'
    | 'spots';
  part?: string;
  code: QuizProblemCode;
  /** What the words of the problem name: where it is and what is there. */
  values?: { at?: number; part?: string };
}

type Found = Omit<QuizProblem, 'question'>;

/** A text as pairs and labels are compared: without case and outer spaces. */
const folded = (text: string) => text.trim().toLowerCase();

function optionProblems({ question_type, options }: AuthoredQuestion): Found[] {
  const isOrder = question_type === 'ordering';
  const found: Found[] = [];
  if (options.length < (isOrder ? 3 : 2)) found.push({ field: 'options', code: isOrder ? 'fewItems' : 'fewOptions' });
  const seen = new Set<string>();
  for (const { key, text } of options) {
    // Case counts: Tt is not tt, and Mg is not mg.
    const same = text.trim();
    if (same === '') found.push({ field: 'options', part: key, code: 'emptyOption' });
    else if (seen.has(same)) found.push({ field: 'options', part: key, code: 'sameOption' });
    seen.add(same);
  }
  const right = options.filter(({ is_right }) => is_right).length;
  if (question_type === 'single_choice' && right !== 1) found.push({ field: 'options', code: 'noRight' });
  if (question_type === 'multiple_choice' && right < 2) found.push({ field: 'options', code: 'fewRight' });
  return found;
}

function pairProblems({ pairs }: AuthoredQuestion): Found[] {
  const found: Found[] = [];
  if (pairs.length < 2) found.push({ field: 'pairs', code: 'fewPairs' });
  const seen = new Set<string>();
  for (const { key, left, right } of pairs) {
    if (folded(left) === '' || folded(right) === '') found.push({ field: 'pairs', part: key, code: 'emptyPair' });
    else if (seen.has(folded(left))) found.push({ field: 'pairs', part: key, code: 'samePair' });
    seen.add(folded(left));
  }
  return found;
}

function spotProblems({ picture, spots, extras, kept }: AuthoredQuestion): Found[] {
  const hasDrawing = !picture && Boolean(kept?.places);
  if (!picture && !hasDrawing) return [{ field: 'picture', code: 'noPicture' }];
  const found: Found[] = picture && picture.alt.trim() === '' ? [{ field: 'picture', code: 'alternative' }] : [];
  if (hasDrawing ? spots.length !== kept?.places : spots.length < 2) found.push({ field: 'spots', code: 'fewSpots' });
  const seen = new Set(extras.map(folded).filter((text) => text !== ''));
  for (const { key, text } of spots) {
    if (folded(text) === '') found.push({ field: 'spots', part: key, code: 'emptySpot' });
    else if (seen.has(folded(text))) found.push({ field: 'spots', part: key, code: 'sameSpot' });
    seen.add(folded(text));
  }
  return found;
}

/** What is wrong with numbers that are drawn, and with the formula of the answer to them. */
function drawingProblems(question: AuthoredQuestion): Found[] {
  const { variables, text, value } = question;
  if (variables.length === 0) return [];
  const found: Found[] = [];
  const names = new Set<string>();
  const inText = placeholdersIn(text);
  for (const variable of variables) {
    const { key: part, name } = variable;
    const note = (code: QuizProblemCode) => found.push({ field: 'variables', part, code, values: { part: name } });
    if (!variableName.test(name) || reservedNames.includes(name)) note('variableName');
    else if (names.has(name)) note('sameVariable');
    else if (!readVariable(variable)) note('variableNumbers');
    else if (!inText.has(name)) note('variableUnused');
    names.add(name);
  }
  for (const name of placeholdersIn(text + question.explanation))
    if (!names.has(name)) found.push({ field: 'variables', code: 'variableUnknown', values: { part: name } });
  if (value.trim() === '') return [...found, { field: 'value', code: 'formulaEmpty' }];
  const read = readArithmetic(value, [...names]);
  if ('problem' in read) {
    const { code, at, part } = read.problem;
    const codes = { sign: 'formulaSign', name: 'formulaName', end: 'formulaEnd', nesting: 'formulaNesting' } as const;
    return [...found, { field: 'value', code: codes[code], values: { at, part } }];
  }
  const drawing = drawingOf(question);
  if (!drawing || found.length > 0) return found;
  const answer = answersOf(drawing);
  const draws = someDraws(drawing.variables).map((drawn) => ({ drawn, answer: answer(drawn) }));
  const bad = draws.find(({ answer }) => !Number.isFinite(answer));
  if (bad) return [{ field: 'value', code: 'formulaNumbers', values: { part: numbersText(bad.drawn) } }];
  // Nobody can type 2.3333… exactly.
  const isExact = draws.every(({ answer }) => Number(answer.toPrecision(6)) === answer);
  return !isExact && readTolerance(question.tolerance)?.amount === 0 ? [{ field: 'tolerance', code: 'toleranceNeeded' }] : [];
}

/** The ways to say an idea, without empty lines and repetitions. */
export const waysOf = ({ ways }: AuthoredQuestion['ideas'][number]): string[] => [
  ...new Set(
    ways
      .split('\n')
      .map((way) => way.trim())
      .filter(Boolean),
  ),
];

function ideaProblems({ ideas, points: most }: AuthoredQuestion): Found[] {
  const seen = new Set<string>();
  return ideas.flatMap((idea): Found[] => {
    const name = folded(idea.name);
    const points = readDecimal(idea.points);
    const ways = waysOf(idea);
    const isReadable = (way: string) => way.length <= mostWayLetters && /[\p{L}\p{N}]/u.test(way);
    const at = { field: 'ideas', part: idea.key } as const;
    const isSame = seen.has(name);
    seen.add(name);
    return [
      ...(name === '' ? [{ ...at, code: 'ideaName' as const }] : isSame ? [{ ...at, code: 'sameIdea' as const }] : []),
      ...(points === undefined || points < 0 || points > most ? [{ ...at, code: 'ideaPoints' as const }] : []),
      ...(ways.length === 0 || ways.length > mostWays || !ways.every(isReadable) ? [{ ...at, code: 'ideaWays' as const }] : []),
    ];
  });
}

function keyProblems(question: AuthoredQuestion): Found[] {
  switch (question.question_type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'ordering':
      return optionProblems(question);
    case 'true_false':
      return question.is_true === null ? [{ field: 'is_true', code: 'truth' }] : [];
    case 'short_text':
      if (question.is_scored_by_person)
        return [...(question.example.trim() === '' ? [{ field: 'example', code: 'example' } as const] : []), ...ideaProblems(question)];
      return question.accepted.some((text) => text.trim() !== '') ? [] : [{ field: 'accepted', code: 'accepted' }];
    case 'numeric': {
      const tolerance = readTolerance(question.tolerance);
      const isNumber = question.variables.length > 0 || readDecimal(question.value) !== undefined;
      return [
        ...(isNumber ? [] : [{ field: 'value', code: 'value' } as const]),
        ...(tolerance === undefined ? [{ field: 'tolerance', code: 'tolerance' } as const] : []),
        ...drawingProblems(question),
      ];
    }
    case 'matching':
      return pairProblems(question);
    case 'label_diagram':
      return spotProblems(question);
  }
  return [];
}

/** What a question lacks before students can answer it. `isCheck`: its answers are marked at once, so no person can give the points. */
export function questionProblems(question: AuthoredQuestion, isCheck = false): QuizProblem[] {
  const found: Found[] = [
    ...(hasWords(question.text) ? [] : [{ field: 'text', code: 'text' } as const]),
    ...(lacksAlternative(question.text) ? [{ field: 'text', code: 'alternative' } as const] : []),
    ...(lacksAlternative(question.explanation) ? [{ field: 'explanation', code: 'alternative' } as const] : []),
    ...(question.points > 0 ? [] : [{ field: 'points', code: 'points' } as const]),
    ...(isCheck && question.question_type === 'short_text' && question.is_scored_by_person
      ? [{ field: 'example', code: 'personInCheck' } as const]
      : keyProblems(question)),
  ];
  return found.map((one) => ({ question: question.key, ...one }));
}

/** Names of the pictures in questions. */
export const picturesOf = (questions: readonly Pick<AuthoredQuestion, 'text' | 'explanation' | 'picture'>[]): Set<string> =>
  new Set(
    questions.flatMap(({ text, explanation, picture }) => [...picturesIn(text + explanation), ...(picture ? [picture.picture_id] : [])]),
  );

/** What a quiz lacks before lessons can use it, in the order of the form. Empty: it is complete. */
export const quizProblems = ({ title, questions }: AuthoredQuiz, isCheck = false): QuizProblem[] => [
  ...(title.trim() === '' ? [{ question: null, field: 'title', code: 'title' } as const] : []),
  ...(questions.length === 0 ? [{ question: null, field: 'questions', code: 'noQuestions' } as const] : []),
  ...(picturesOf(questions).size > quizLimits.pictures ? [{ question: null, field: 'questions', code: 'manyPictures' } as const] : []),
  ...questions.flatMap((question) => questionProblems(question, isCheck)),
];
