import { describe, expect, it } from 'vitest';
import { readAiken, writeAiken } from '../../common/authoring/formats/aiken.ts';
import { readGift, writeGift } from '../../common/authoring/formats/gift.ts';
import type { ReadQuestions } from '../../common/authoring/formats/reading.ts';
import { quizProblems } from '../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { everyAuthoredType, ownQuiz } from '../server/ownQuiz.ts';
import { inShort, keys } from './questionsInShort.ts';

const result = ({ questions, findings }: ReadQuestions) => [
  ...questions.map(inShort),
  ...findings.map(({ line, code }) => `${line}: ${code}`),
];

describe('GIFT', () => {
  it.each<[name: string, file: string, read: string[]]>([
    ['one right answer', 'Boils to?{=steam ~ice ~fog}', ['single_choice / <p>Boils to?</p> / *steam|ice|fog']],
    ['a title, which is no part of the question', '::Q1:: Boils to? {=a ~b}', ['single_choice / <p>Boils to?</p> / *a|b']],
    ['a title alone, which is the question', '::Boils to?::{=a ~b}', ['single_choice / <p>Boils to?</p> / *a|b']],
    ['comments on answers', 'Q{=a #Yes ~b #No way}', ['single_choice / <p>Q</p> / *a|b (No way)']],
    ['lines', 'Q {\n  =a\n\n  ~b\n}', ['single_choice / <p>Q</p> / *a|b']],
    ['several right answers by weight', 'Q{~%50%a ~%50%b ~%-100%c}', ['multiple_choice / <p>Q</p> / *a|*b|c']],
    ['a weight for a half right answer', 'Q{=a ~%0%b}', ['single_choice / <p>Q</p> / *a|b', '1: weights']],
    ['no right answer', 'Q{~a ~b}', ['single_choice / <p>Q</p> / a|b', '1: noRight']],
    ['true', 'Ice is cold.{T}', ['true_false / <p>Ice is cold.</p> / true']],
    ['false, with a comment', 'Ice is hot.{FALSE#It is cold.}', ['true_false / <p>Ice is hot.</p> / false (It is cold.)']],
    ['accepted answers', 'Gas?{=steam =vapor}', ['short_text / <p>Gas?</p> / steam|vapor']],
    ['an accepted answer with half the points', 'Gas?{=steam =%50%fog}', ['short_text / <p>Gas?</p> / steam|fog', '1: weights']],
    ['an essay', 'Why?{}', ['short_text / <p>Why?</p> / by a person']],
    ['a number', 'g?{#9.81:0.02}', ['numeric / <p>g?</p> / 9.81 ± 0.02']],
    ['a number without tolerance', 'Legs?{#8}', ['numeric / <p>Legs?</p> / 8 ± 0']],
    ['a range', 'pi?{#3.1..3.2}', ['numeric / <p>pi?</p> / 3.1500000000000004 ± 0.050000000000000044']],
    ['numbers with weights', 'When?{#=1822:0 =%50%1822:2}', ['numeric / <p>When?</p> / 1822 ± 0', '1: weights']],
    ['no number', 'g?{#about ten}', ['1: unreadable']],
    ['pairs', 'Match{=Solid -> rows =Gas -> apart}', ['matching / <p>Match</p> / Solid=rows|Gas=apart']],
    ['pairs and an answer that matches nothing', 'Match{=a -> b =c -> d = -> e}', ['matching / <p>Match</p> / a=b|c=d|=e']],
    ['a missing word', 'Water {=boils ~freezes} at 100 °C.', ['single_choice / <p>Water _____ at 100 °C.</p> / *boils|freezes']],
    ['an explanation', 'Q{=a ~b ####Because.}', ['single_choice / <p>Q</p> / *a|b / <p>Because.</p>']],
    ['signs with a backslash', 'Is 2\\=2 \\{yes\\}?{=a\\~b ~c\\#d}', ['single_choice / <p>Is 2=2 {yes}?</p> / *a~b|c#d']],
    ['markup as words', 'Is <b> a tag & bold?{T}', ['true_false / <p>Is &lt;b&gt; a tag &amp; bold?</p> / true']],
    ['HTML', '[html]Is <b>ice</b> cold?{T}', ['true_false / Is <b>ice</b> cold? / true']],
    [
      'a picture, which is not in the file',
      '[html]See <img src\\="a.png">{T}',
      ['true_false / See <img src="a.png"> / true', '1: picture'],
    ],
    ['comments and categories', '// by me\n$CATEGORY: Heat/Water\n\nQ{T}', ['true_false / <p>Q</p> / true', '2: category']],
    ['two questions', 'A{T}\n\n\nB{F}', ['true_false / <p>A</p> / true', 'true_false / <p>B</p> / false']],
    [
      'Windows line ends and a byte order mark',
      '\ufeffA{T}\r\n\r\nB{F}',
      ['true_false / <p>A</p> / true', 'true_false / <p>B</p> / false'],
    ],
    ['no braces', 'A{T}\n\nJust words', ['true_false / <p>A</p> / true', '3: noAnswers']],
    ['a brace that stays open', 'A{=a ~b', ['1: unclosed']],
    ['a brace that opens late', 'A}T{', ['1: unclosed']],
    ['words in the braces that are no answers', 'A{maybe}', ['1: unreadable']],
    ['no words', '{T}', ['true_false /  / true', '1: noText']],
    ['more answers than a question holds', `Q{=a${'~b'.repeat(10)}}`, [`single_choice / <p>Q</p> / *a${'|b'.repeat(9)}`, '1: moreOptions']],
    ['nothing', '', []],
    ['a file of another kind', '<?xml version="1.0"?>\n<quiz/>', ['1: noAnswers']],
  ])('%s', (_, file, read) => expect(result(readGift(file, keys()))).toEqual(read));

  it('takes 200 questions', () => {
    const { questions, findings } = readGift(Array.from({ length: 203 }, (_, at) => `Q${at}{T}`).join('\n\n'), keys());
    expect([questions.length, findings]).toEqual([200, [{ line: 401, code: 'tooMany' }]]);
  });
  it.each(['{'.repeat(50_000), '=~#'.repeat(30_000), '\\'.repeat(99_999), `::${'a'.repeat(90_000)}`, `Q{${'=a->b'.repeat(20_000)}}`])(
    'reads odd files of a hundred thousand letters quickly (case %#)',
    (file) => {
      const started = performance.now();
      readGift(file, keys());
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
  it('gets back what it writes', () => {
    const { text, left } = writeGift(everyAuthoredType);
    const { questions, findings } = readGift(text, keys());
    expect(left).toEqual(['order']);
    expect(findings).toEqual([]);
    const plain = ({ key: _, ...one }: AuthoredQuestion) => ({ ...one, value: one.value.replace(',', '.') });
    const wanted = everyAuthoredType.filter(({ key }) => key !== 'order').map((one) => inShort(plain(one) as AuthoredQuestion));
    expect(questions.map(inShort)).toEqual(wanted.map((one) => one.replace('Evaporation|', 'Evaporation')));
    const odd = ownQuiz({ questions: [{ ...everyAuthoredType[0]!, text: '<p>{a} = ~b~ #1: \\c</p>', explanation: '<p>{}</p>' }] });
    expect(readGift(writeGift(odd.questions).text, keys()).questions.map(inShort)).toEqual(odd.questions.map(inShort));
  });
});

describe('Aiken', () => {
  it.each<[name: string, file: string, read: string[]]>([
    ['a question', 'Boils to?\nA. steam\nB. ice\nANSWER: A', ['single_choice / <p>Boils to?</p> / *steam|ice']],
    ['parentheses', 'Q\nA) a\nB) b\nANSWER: B', ['single_choice / <p>Q</p> / a|*b']],
    [
      'two questions',
      'Q\nA. a\nB. b\nANSWER: B\n\nR\nA. c\nB. d\nANSWER: A',
      ['single_choice / <p>Q</p> / a|*b', 'single_choice / <p>R</p> / *c|d'],
    ],
    [
      'no empty line between questions',
      'Q\nA. a\nB. b\nANSWER: B\nR\nA. c\nB. d\nANSWER: A',
      ['single_choice / <p>Q</p> / a|*b', 'single_choice / <p>R</p> / *c|d'],
    ],
    ['empty lines inside', 'Q\n\nA. a\n\nB. b\n\nANSWER: B', ['single_choice / <p>Q</p> / a|*b']],
    ['several lines of words', 'Look:\nwhat is it?\nA. a\nB. b\nANSWER: A', ['single_choice / <p>Look:<br>what is it?</p> / *a|b']],
    ['Windows line ends and a byte order mark', '\ufeffQ\r\nA. a\r\nB. b\r\nANSWER: A\r\n', ['single_choice / <p>Q</p> / *a|b']],
    ['old Mac line ends', 'Q\rA. a\rB. b\rANSWER: A', ['single_choice / <p>Q</p> / *a|b']],
    ['the answer in small letters', 'Q\nA. a\nB. b\nanswer: b', ['single_choice / <p>Q</p> / a|*b']],
    ['spaces around', '  Q  \n  A.  a  \n  B.  b  \n  ANSWER:  B  ', ['single_choice / <p>Q</p> / a|*b']],
    ['markup as words', 'Is <b> bold?\nA. yes & no\nB. no\nANSWER: A', ['single_choice / <p>Is &lt;b&gt; bold?</p> / *yes & no|no']],
    ['an answer that is none of the options', 'Q\nA. a\nB. b\nANSWER: C', ['single_choice / <p>Q</p> / a|b', '1: noRight']],
    ['no answer at the end', 'Q\nA. a\nB. b', ['1: unclosed']],
    ['no answer before the next question', 'Q\nA. a\nB. b\nR\nA. c\nB. d\nANSWER: A', ['single_choice / <p>R</p> / *c|d', '1: unclosed']],
    ['no options', 'Q\nANSWER: A', ['1: noAnswers']],
    ['words alone', 'Just words\nand more', ['1: noAnswers']],
    ['an answer alone', 'ANSWER: A', ['1: noText']],
    ['options without a question', 'A. a\nB. b\nANSWER: A', ['1: noText']],
    ['two letters for an answer, which is no answer', 'Q\nA. a\nB. b\nANSWER: A, B', ['1: unclosed', '4: noAnswers']],
    ['a place in the middle of a file', 'Q\nA. a\nB. b\nANSWER: B\n\n\nR\nANSWER: A', ['single_choice / <p>Q</p> / a|*b', '7: noAnswers']],
    [
      'eleven options',
      `Q\n${[...'ABCDEFGHIJK'].map((one) => `${one}. ${one}`).join('\n')}\nANSWER: A`,
      ['single_choice / <p>Q</p> / *A|B|C|D|E|F|G|H|I|J', '1: moreOptions'],
    ],
    ['right to left', 'ما هو؟\nA. ماء\nB. نار\nANSWER: A', ['single_choice / <p>ما هو؟</p> / *ماء|نار']],
    ['nothing', '', []],
  ])('%s', (_, file, read) => expect(result(readAiken(file, keys()))).toEqual(read));

  it('takes 200 questions', () => {
    const { questions, findings } = readAiken(Array.from({ length: 202 }, (_, at) => `Q${at}\nA. a\nB. b\nANSWER: A`).join('\n'), keys());
    expect([questions.length, findings.map(({ line }) => line)]).toEqual([200, [801, 805]]);
  });
  it('gets back what it writes, and says what it left out', () => {
    const { text, left } = writeAiken(everyAuthoredType);
    expect(left).toEqual(['choices', 'truth', 'word', 'open', 'number', 'order', 'match']);
    const { questions, findings } = readAiken(text, keys());
    expect(findings).toEqual([]);
    expect(questions.map(inShort)).toEqual(['single_choice / <p>About choice</p> / ice|*steam|water']);
    expect(quizProblems(ownQuiz({ questions }))).toEqual([]);
  });
});
