import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { type AuthoredOption, emptyOption, emptyQuestion } from '../emptyQuiz.ts';

/** What of a file cannot be taken over as it is, by code; the words are messages `authoring_finding_<code>`. */
export const findingCodes = [
  /** The question is left out. */
  'unreadable',
  'noAnswers',
  'unclosed',
  'noText',
  'tooMany',
  'interaction',
  'noInteraction',
  'template',
  /** The question is taken over without it. */
  'weights',
  'moreOptions',
  'picture',
  'category',
  'noRight',
  'severalRight',
  'pictureLeft',
  'split',
  /** The file, or one in it, is left out. */
  'xml',
  'noItems',
  'oldVersion',
  'missingFile',
  'outside',
  'tooLarge',
  'damaged',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** Something in a file that its reader could not take over, with the line where its question begins, from 1. */
export interface ImportFinding {
  line: number;
  code: FindingCode;
  /** Title or file of the item, in a package. */
  item?: string;
}

/** A picture of a package, as it is there. */
export interface PackedPicture {
  name: string;
  media_type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a file has. Questions may lack something, as drafts may. */
export interface ReadQuestions {
  questions: AuthoredQuestion[];
  findings: ImportFinding[];
  /** Pictures of the questions, by the name that the questions give them until they are uploaded. */
  pictures?: ReadonlyMap<string, PackedPicture>;
}

/** Makes keys of questions and their parts. */
export type NewKey = () => string;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] as string);

/** Plain text as HTML, one paragraph for each block of lines. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map(
      (block) =>
        `<p>${escaped(block)
          .trim()
          .split('\n')
          .map((line) => line.trim())
          .join('<br>')}</p>`,
    )
    .join('');

/** The words of HTML on one line. A formula is as it was typed, a picture is its alternative text. */
export const plainLineOf = (html: string): string =>
  html
    .replace(/<math alttext="([^"]*)">(?:(?!<\/math>)[\s\S])*<\/math>/g, ' $1 ')
    .replace(/<img [^<>]*?alt="([^"]*)"[^<>]*>/g, ' $1 ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

const short = (text: string) => text.slice(0, quizLimits.line);

/** A question with some of its fields. Texts are cut to what a quiz can hold. */
export function questionOf(
  newKey: NewKey,
  question_type: AuthoredQuestion['question_type'],
  fields: Partial<AuthoredQuestion>,
): AuthoredQuestion {
  const { text = '', explanation = '', ...rest } = fields;
  return {
    ...emptyQuestion(newKey, question_type),
    ...{ options: [], pairs: [], accepted: [] },
    ...rest,
    text: text.slice(0, quizLimits.text),
    explanation: explanation.slice(0, quizLimits.text),
  };
}

export const optionOf = (newKey: NewKey, text: string, is_right: boolean, misconception = ''): AuthoredOption => ({
  ...emptyOption(newKey()),
  ...{ text: short(text), is_right, misconception: is_right ? '' : short(misconception) },
});
