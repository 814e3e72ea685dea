import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { readDecimal } from '../../readDecimal.ts';
import { readTolerance } from '../drawing.ts';
import { emptyPair } from '../emptyQuiz.ts';
import { type FindingCode, type NewKey, optionOf, paragraphs, plainLineOf, questionOf, type ReadQuestions } from './reading.ts';

// GIFT, Moodle's text format of questions: https://docs.moodle.org/en/GIFT_format

/** A question's text in the file, and its first line. */
interface Block {
  line: number;
  text: string;
}

/** An answer of a question: its sign, its weight in percent (null: none is given), its text, and the comment on it. */
interface Answer {
  isRight: boolean;
  weight: number | null;
  text: string;
  comment: string;
}

/** Signs that a backslash takes for themselves, hidden while the file is read. One private character each. */
const special = ':~=#{}\\n';
const hiddenFrom = 0xe000;
const hide = (text: string) =>
  text
    .replace(/[\ue000-\uf8ff]/g, '')
    .replace(/\\([:~=#{}\\n])/g, (_, sign: string) => String.fromCharCode(hiddenFrom + special.indexOf(sign)));
const show = (text: string) =>
  text.replace(/[\ue000-\ue007]/g, (sign) => {
    const found = special[sign.charCodeAt(0) - hiddenFrom] as string;
    return found === 'n' ? '\n' : found;
  });

/** The questions of a file: blocks of lines between empty ones, without comments. An empty line inside of braces ends nothing. */
function* blocksOf(file: string): Generator<Block> {
  let lines: string[] = [];
  let first = 1;
  let depth = 0;
  const all = file.split('\n');
  for (let index = 0; index < all.length; index++) {
    const line = all[index] as string;
    const words = line.trim();
    if (words.startsWith('//')) continue;
    if (words === '' && depth <= 0) {
      if (lines.length > 0) yield { line: first, text: lines.join('\n') };
      lines = [];
      depth = 0;
      continue;
    }
    if (lines.length === 0) first = index + 1;
    for (let at = 0; at < words.length; at++) depth += words[at] === '{' ? 1 : words[at] === '}' ? -1 : 0;
    lines.push(line);
  }
  if (lines.length > 0) yield { line: first, text: lines.join('\n') };
}

/** Takes a format mark like `[html]` off a text. */
function formatted(text: string): { isHtml: boolean; text: string } {
  const [, format, rest] = /^\s*\[(html|moodle|plain|markdown)\]([\s\S]*)$/i.exec(text) ?? [];
  return { isHtml: format?.toLowerCase() === 'html', text: show(rest ?? text).trim() };
}
const htmlOf = (text: string): string => {
  const { isHtml, text: words } = formatted(text);
  return isHtml ? words : paragraphs(words);
};
const lineOf = (text: string): string => {
  const { isHtml, text: words } = formatted(text);
  return isHtml ? plainLineOf(words) : words.replace(/\s+/g, ' ');
};

function answersOf(text: string): Answer[] {
  return [...text.matchAll(/([=~])([^=~]*)/g)].map(([, sign, body = '']) => {
    const given = body.trimStart();
    const [mark = '', weight] = /^%(-?\d+(?:\.\d+)?)%/.exec(given) ?? [];
    const [words = '', ...comment] = given.slice(mark.length).split('#');
    return { isRight: sign === '=', weight: weight === undefined ? null : Number(weight), text: words, comment: lineOf(comment.join(' ')) };
  });
}

/** Takes a title like `::Heat::` off a question. */
function titled(text: string): { title: string; question: string } {
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
  return end < 0 ? { title: '', question: text } : { title: text.slice(2, end), question: text.slice(end + 2) };
}

type Read = Partial<AuthoredQuestion> & { question_type: AuthoredQuestion['question_type'] };

/** Reads "3.14:0.05", "3..4" or "3". */
function numberOf(text: string): { value: string; tolerance: string } | undefined {
  const range = /^([^.:]+(?:\.[^.:]+)?)\.\.([^:]+)$/.exec(text.trim());
  if (range) {
    const [low, high] = [readDecimal(range[1] ?? ''), readDecimal(range[2] ?? '')];
    if (low === undefined || high === undefined) return undefined;
    return { value: String((low + high) / 2), tolerance: String(Math.abs(high - low) / 2) };
  }
  const [value = '', tolerance = ''] = text.split(':').map((part) => part.trim());
  const isNumber = readDecimal(value) !== undefined && (tolerance === '' || readDecimal(tolerance) !== undefined);
  return isNumber ? { value, tolerance } : undefined;
}

/** Numbers: one, or several with weights, of which the first with full points counts. */
function readNumeric(body: string, note: (code: FindingCode) => void): Read | undefined {
  const answers = answersOf(body);
  const full = answers.find(({ isRight, weight }) => isRight && (weight === null || weight === 100));
  if (answers.length > 1) note('weights');
  const number = numberOf(full?.text ?? body.split('#')[0] ?? '');
  return number && { question_type: 'numeric', ...number };
}

function readPairs(answers: readonly Answer[], newKey: NewKey, note: (code: FindingCode) => void): Read {
  const sides = answers.map(({ text }) => text.split('->').map(lineOf) as [string, string]);
  const pairs = sides.filter(([left]) => left !== '');
  if (pairs.length > quizLimits.options) note('moreOptions');
  return {
    question_type: 'matching',
    pairs: pairs.slice(0, quizLimits.options).map(([left, right]) => ({ ...emptyPair(newKey()), left, right })),
    extras: sides
      .filter(([left]) => left === '')
      .map(([, right]) => right)
      .slice(0, quizLimits.options),
  };
}

function readChoice(answers: readonly Answer[], newKey: NewKey, note: (code: FindingCode) => void): Read {
  const hasFull = answers.some((one) => one.isRight);
  // Beside an answer with all points, a weight is a part of them.
  const isRight = (one: Answer) => (hasFull ? one.isRight : (one.weight ?? 0) > 0);
  const right = answers.filter(isRight);
  const isOne = right.length === 1;
  if (hasFull && answers.some(({ weight }) => weight !== null)) note('weights');
  if (right.length === 0) note('noRight');
  if (answers.length > quizLimits.options) note('moreOptions');
  const options = answers.map((one) => optionOf(newKey, lineOf(one.text), isRight(one), one.comment));
  return {
    question_type: isOne || right.length === 0 ? 'single_choice' : 'multiple_choice',
    options: options.slice(0, quizLimits.options),
  };
}

/** Reads what stands in the braces of a question. Undefined if it is none of the types. */
function readAnswers(body: string, newKey: NewKey, note: (code: FindingCode) => void): Read | undefined {
  const given = body.trim();
  if (given === '') return { question_type: 'short_text', is_scored_by_person: true };
  if (given.startsWith('#')) return readNumeric(given.slice(1), note);
  const truth = /^(TRUE|T|FALSE|F)\s*(?:$|#([^#]*))/i.exec(given);
  if (truth) return { question_type: 'true_false', is_true: /^t/i.test(given), misconception: lineOf(truth[2] ?? '') };
  const answers = answersOf(given);
  if (answers.length === 0) return undefined;
  if (answers.every(({ text, isRight }) => isRight && text.includes('->'))) return readPairs(answers, newKey, note);
  if (answers.every(({ isRight }) => isRight)) {
    if (answers.some(({ weight }) => weight !== null && weight !== 100)) note('weights');
    const accepted = answers.filter(({ weight }) => weight === null || weight > 0).map(({ text }) => lineOf(text));
    return { question_type: 'short_text', accepted: accepted.slice(0, quizLimits.accepted) };
  }
  return readChoice(answers, newKey, note);
}

const withoutCategories = (text: string) =>
  /\$CATEGORY:/i.test(text)
    ? text
        .split('\n')
        .filter((line) => !/^\$CATEGORY:/i.test(line.trimStart()))
        .join('\n')
    : text;

/** Reads a GIFT file. Whatever cannot be taken over is a finding at its line. */
export function readGift(file: string, newKey: NewKey): ReadQuestions {
  const read: ReadQuestions = { questions: [], findings: [] };
  for (const { line, text } of blocksOf(hide(file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')))) {
    const note = (code: FindingCode) => void read.findings.push({ line, code });
    const rest = withoutCategories(text);
    if (rest !== text) note('category');
    if (rest.trim() === '') continue;
    if (read.questions.length === quizLimits.questions) {
      note('tooMany');
      break;
    }
    const { title, question } = titled(rest.trimStart());
    const open = question.indexOf('{');
    const close = question.lastIndexOf('}');
    if (open < 0 || close < open) {
      note(open < 0 ? 'noAnswers' : 'unclosed');
      continue;
    }
    const [body = '', explanation = ''] = question.slice(open + 1, close).split('####');
    const found = readAnswers(body, newKey, note);
    if (!found) {
      note('unreadable');
      continue;
    }
    const [before, after] = [question.slice(0, open), question.slice(close + 1)];
    // Text after the braces: the answer is a missing word.
    const words = after.trim() === '' ? before : `${before.trimEnd()} _____ ${after.trimStart()}`;
    const html = htmlOf(words.trim() === '' ? title : words);
    if (html === '') note('noText');
    if (/<img\b/i.test(html)) note('picture');
    const { question_type, ...fields } = found;
    read.questions.push(questionOf(newKey, question_type, { ...fields, text: html, explanation: htmlOf(explanation) }));
  }
  return read;
}

const escapedSign = (text: string) => text.replace(/[\\:~=#{}]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n');

/** The answers of a question in GIFT; undefined for a type that GIFT lacks. */
function giftAnswers(question: AuthoredQuestion): string | undefined {
  const { options } = question;
  const comment = (text: string) => (text === '' ? '' : `#${escapedSign(text)}`);
  switch (question.question_type) {
    case 'single_choice':
      return options.map((one) => `${one.is_right ? '=' : '~'}${escapedSign(one.text)}${comment(one.misconception)}`).join('\n');
    case 'multiple_choice': {
      const right = options.filter(({ is_right }) => is_right).length;
      const weight = Number((100 / Math.max(1, right)).toFixed(5));
      return options.map((one) => `~%${one.is_right ? weight : -weight}%${escapedSign(one.text)}${comment(one.misconception)}`).join('\n');
    }
    case 'true_false':
      return `${question.is_true ? 'TRUE' : 'FALSE'}${comment(question.misconception)}`;
    case 'short_text':
      return question.is_scored_by_person
        ? ''
        : question.accepted
            .filter(Boolean)
            .map((text) => `=${escapedSign(text)}`)
            .join('\n');
    case 'numeric': {
      if (question.variables.length > 0) return undefined;
      const value = readDecimal(question.value);
      const { amount = 0, isPercent = false } = readTolerance(question.tolerance) ?? {};
      return `#${value ?? ''}:${isPercent ? (Math.abs(value ?? 0) * amount) / 100 : amount}`;
    }
    case 'matching':
      return [...question.pairs, ...question.extras.map((right) => ({ left: '', right }))]
        .map(({ left, right }) => `=${escapedSign(left)} -> ${escapedSign(right)}`)
        .join('\n');
    default:
      return undefined;
  }
}

/** Questions as a GIFT file, and the keys of those that the format has no type for. */
export function writeGift(questions: readonly AuthoredQuestion[]): { text: string; left: string[] } {
  const left: string[] = [];
  const blocks = questions.flatMap((question) => {
    const answers = giftAnswers(question);
    if (answers === undefined) {
      left.push(question.key);
      return [];
    }
    const explanation = question.explanation === '' ? '' : `\n####[html]${escapedSign(question.explanation)}`;
    return [`[html]${escapedSign(question.text)} {${answers}${explanation}}`];
  });
  return { text: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`, left };
}
