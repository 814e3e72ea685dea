import type { CourseFault } from '../../contract/courseImport.ts';

/** What can be wrong with a course, by code, for whoever imports it from the command line. Screens have messages of their own. */
const texts: Readonly<Record<CourseFault, (params: FaultParams) => string>> = {
  missing: () => 'is missing',
  notJson: ({ error }) => `is not valid JSON: ${error}`,
  fieldMissing: () => 'is missing',
  wrongValue: ({ expected, received }) => `must be ${expected}, and is ${received}`,
  wrongLength: ({ expected, received }) => `must have a length of ${expected}, and has ${received}`,
  outOfRange: ({ expected, received }) => `must be ${expected}, and is ${received}`,
  codeForm: () => 'codes are lower case words joined by hyphens',
  distractorUnexplained: () => 'every distractor names its misconception',
  oneCorrect: () => 'exactly one option is correct',
  twoCorrect: () => 'two or more options are correct',
  acceptedOrExample: () => 'short text has `accepted`, or `example` if a teacher scores it',
  ideasWithoutExample: () => 'only answers that a teacher scores have `ideas`',
  lexileOrRemark: () => 'a leveled reader has either lexile or spanish_remark',
  translationLength: () => 'every translation has as many captions',
  fileKind: () => 'a file is .csv or .svg',
  unknownStandard: ({ value }) => `"${value}" is not in standards.json`,
  besideMissing: ({ value }) => `there is no ${value} beside it`,
  notItsFolder: ({ value }) => `"${value}" is not the name of its folder`,
  noSubUnit: () => 'is no sub-unit of unit.json',
  itemTwice: () => 'two items have this name',
  unknownSubUnit: ({ value }) => `"${value}" is no sub-unit of this unit`,
  twice: ({ value }) => `"${value}" is there twice`,
  blockPicture: () => 'a lesson block has no pictures',
  unknownItem: ({ value }) => `there is no item "${value}"`,
  unknownOriginal: ({ value }) => `there is no "${value}"`,
  unknownKind: ({ value, known }) => `"${value}" is no kind of item; known are ${known}`,
  frontMatter: () => 'must begin with its fields between ---json and ---',
  unknownLevel3: ({ value }) => `"${value}" is not in unit.json`,
  ownTranslation: () => 'are in the language of the course',
  captionsMissing: () => 'has none in the language of the course',
  columnMissing: ({ file, value }) => `${file} has no column "${value}"`,
  axisMissing: ({ value }) => `"${value}" is not one of the columns`,
  placeMissing: ({ file, value }) => `${file} has no element "${value}"`,
  ideaNameMissing: () => 'an idea has a name',
  ideaNameTwice: () => 'two ideas have the same name',
  ideaPointsTooMany: () => 'an idea earns more than the question',
  ideaWayMissing: () => 'an idea has at least one way to say it',
  ideaWayTwice: () => 'two ways find the same',
  ideaWayUnreadable: () => 'a way is words, with … or & between them',
  ideasTooFew: () => 'the ideas earn less than the question is worth',
  scoredInCheck: () => 'a teacher scores answers only in a quiz or an assessment',
  unknownSimulation: ({ value }) => `there is no simulation "${value}"`,
  unknownAnimation: ({ value }) => `there is no animation "${value}"`,
  htmlInMarkdown: ({ value }) => `must be Markdown without HTML: ${value}`,
  linkStart: ({ value, start }) => `links must begin with ${start}: ${value}`,
  svgStart: () => 'must be an SVG file that begins with <svg …>',
  svgViewBox: () => 'must have a viewBox',
  svgSize: () => 'must have no width or height: the page gives its size',
  svgTitle: () => 'must begin with <title> and <desc>',
  svgForbidden: ({ value }) => `must not contain ${value}`,
  pictureMissing: ({ value }) => `there is no picture ${value} in the folder pictures`,
  pictureName: () => 'has a name that does not follow from what it shows',
  wrongKey: () => 'has no right answer among its options',
  vttStart: () => 'must begin with WEBVTT',
  vttTimes: ({ value }) => `has no times such as "00:05.000 --> 00:10.000" at "${value}"`,
};

export type FaultParams = Readonly<Record<string, string>>;
export const isFaultCode = (code: string): code is CourseFault => Object.hasOwn(texts, code);

/** A fault of a course by code. Its message is in English. */
export class Fault extends Error {
  readonly code: CourseFault;
  readonly params: FaultParams;
  /** Where it is, if it is not where its field is. */
  readonly line: number | null;

  constructor(code: CourseFault, params: FaultParams = {}, line: number | null = null) {
    super(texts[code](params));
    this.line = line;
    this.code = code;
    this.params = params;
  }
}

/** A problem in a content file. */
export interface ContentFinding {
  file: string;
  field: string;
  /** Where the field begins, 1 for the first line; null: unknown. */
  line: number | null;
  code: CourseFault;
  params: FaultParams;
  /** The code in English. */
  reason: string;
}

/** Thrown when content cannot be imported. Nothing was written. */
export class ContentUnusable extends Error {
  readonly findings: readonly ContentFinding[];

  constructor(findings: readonly ContentFinding[]) {
    super(
      findings
        .map(({ file, line, field, reason }) => `${file}${line === null ? '' : `:${line}`}${field ? ` (${field})` : ''}: ${reason}`)
        .join('\n'),
    );
    this.findings = findings;
  }
}
