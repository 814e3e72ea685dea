import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { type FindingCode, type NewKey, optionOf, paragraphs, plainLineOf, questionOf, type ReadQuestions } from './reading.ts';

// Aiken, a text format of questions with one right answer: https://docs.moodle.org/en/Aiken_format

/** A question while its lines are read. */
interface Started {
  line: number;
  words: string[];
  options: { letter: string; text: string }[];
}

/** Reads an Aiken file. Whatever cannot be taken over is a finding at the line where its question begins. */
export function readAiken(file: string, newKey: NewKey): ReadQuestions {
  const read: ReadQuestions = { questions: [], findings: [] };
  const lines = file.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  let now: Started = { line: 0, words: [], options: [] };
  const note = (code: FindingCode) => void read.findings.push({ line: now.line, code });
  const begin = (line: number) => {
    now = { line, words: [], options: [] };
  };
  /** Ends a question that has no answer. */
  const drop = () => {
    if (now.words.length > 0 || now.options.length > 0) note(now.options.length > 0 ? 'unclosed' : 'noAnswers');
  };
  const end = (letter: string) => {
    const { words, options } = now;
    if (words.length === 0) return note('noText');
    if (options.length === 0) return note('noAnswers');
    if (read.questions.length === quizLimits.questions) return note('tooMany');
    if (!options.some((one) => one.letter === letter)) note('noRight');
    if (options.length > quizLimits.options) note('moreOptions');
    read.questions.push(
      questionOf(newKey, 'single_choice', {
        text: paragraphs(words.join('\n')),
        options: options.slice(0, quizLimits.options).map((one) => optionOf(newKey, one.text, one.letter === letter)),
      }),
    );
  };
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    const answer = /^ANSWER:\s*([A-Z])$/i.exec(text)?.[1];
    const option = /^([A-Z])[.)]\s(.+)$/.exec(text);
    if (now.line === 0) begin(index + 1);
    if (answer !== undefined) {
      end(answer.toUpperCase());
      begin(0);
    } else if (option && (now.words.length + now.options.length > 0 || option[1] === 'A'))
      now.options.push({ letter: option[1] as string, text: (option[2] as string).trim() });
    else if (now.options.length > 0) {
      // Words after the options: the question before had no answer.
      drop();
      begin(index + 1);
      now.words.push(text);
    } else now.words.push(text);
  }
  drop();
  return read;
}

/** Questions as an Aiken file, and the keys of those that the format cannot hold: all but choices with one right answer of 26. */
export function writeAiken(questions: readonly AuthoredQuestion[]): { text: string; left: string[] } {
  const fits = ({ question_type, options }: AuthoredQuestion) =>
    question_type === 'single_choice' && options.filter(({ is_right }) => is_right).length === 1;
  const letter = (index: number) => String.fromCharCode(65 + index);
  const blocks = questions.filter(fits).map(({ text, options }) => {
    const lines = options.map((one, index) => `${letter(index)}. ${one.text}`);
    return [plainLineOf(text), ...lines, `ANSWER: ${letter(options.findIndex(({ is_right }) => is_right))}`].join('\n');
  });
  return {
    text: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`,
    left: questions.filter((one) => !fits(one)).map(({ key }) => key),
  };
}
