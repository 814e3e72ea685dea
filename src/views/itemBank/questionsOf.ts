import type { QuestionAnswers } from '../../../contract/itemBank.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { typeName } from '../authoring/typeNames.ts';
import { keyInWords } from '../quiz/answers.ts';
import type { ReportColumn } from '../reports/declaration.ts';
import { plainText } from '../reports/plainText.ts';
import { addressOf } from '../screen.ts';
import type { Bank } from './banks.ts';
import { deliveries, home, type Numbered, numbered } from './bankWords.ts';
import { EditLink } from './EditLink.tsx';

/** The questions of a quiz with their answers: what both lists have in common. */
export const questionsOf = (bank: Bank) => ({
  name: m.itemBank_questions,
  title: ({ title }: QuestionAnswers) => title,
  lead: ({ product_name, unit_name }: QuestionAnswers) => `${product_name} · ${unit_name}`,
  back: () => [home(), { label: bank.name(), href: addressOf(bank.banks) }],
  figures: [
    { name: m.itemBank_questions, value: ({ questions }: QuestionAnswers) => questions.length },
    { name: m.reports_points, value: ({ questions }: QuestionAnswers) => questions.reduce((sum, { points }) => sum + points, 0) },
    { name: m.library_delivery, value: ({ delivery }: QuestionAnswers) => deliveries[delivery](), unit: 'text' as const },
  ],
  rows: numbered,
  rowKey: ({ id }: Numbered) => id,
  filters: {
    kind: {
      label: m.itemBank_type,
      of: ({ question_type }: Numbered) => question_type,
      nameOf: (type: string) => typeName(type as Question['question_type']),
    },
    standard: { of: ({ standards }: Numbered) => standards },
  },
  caption: m.itemBank_questions,
  columns: {
    number: { header: m.teacher_number, value: ({ number }: Numbered) => number, unit: 'number', width: 'xs' },
    question: {
      header: m.reports_question,
      value: ({ question_text }: Numbered) => plainText(question_text),
      isRowHeader: true,
      width: 'l',
    },
    type: { header: m.itemBank_type, value: ({ question_type }: Numbered) => typeName(question_type) },
    key: { header: m.reports_key, value: (question: Numbered) => keyInWords(question) },
    points: { header: m.reports_points, value: ({ points }: Numbered) => points, unit: 'number', width: 'xs' },
    standards: { header: m.itemBank_standards, value: ({ standards }: Numbered) => standards.join(', ') },
    difficulty: { header: m.itemBank_difficulty, value: ({ difficulty }: Numbered) => difficulty, unit: 'number', width: 's' },
    explanation: {
      header: m.itemBank_explanation,
      value: ({ explanation }: Numbered) => plainText(explanation ?? ''),
      only: 'file',
    },
  } satisfies Record<string, ReportColumn<Numbered>>,
  drill: { to: ({ id }: Numbered, { quiz_id }: QuestionAnswers) => addressOf(bank.question, quiz_id, id) },
  empty: { title: m.itemBank_no_questions },
  Parts: EditLink,
});
