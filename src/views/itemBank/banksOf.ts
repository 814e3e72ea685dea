import type { itemBank, QuestionBank } from '../../../contract/itemBank.ts';
import type { DataOf } from '../../../contract/kit.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { typeName } from '../authoring/typeNames.ts';
import { languageName } from '../library/words.ts';
import type { ReportColumn } from '../reports/declaration.ts';
import { addressOf } from '../screen.ts';
import type { Bank } from './banks.ts';
import { deliveries, home } from './bankWords.ts';

type Banks = DataOf<typeof itemBank.questionBanks>;

/** The quizzes of the catalog, to choose one: what both lists have in common. */
export const banksOf = (bank: Bank) => ({
  name: bank.name,
  lead: bank.lead,
  back: () => [home()],
  rows: ({ quizzes }: Banks) => quizzes,
  rowKey: ({ quiz_id }: QuestionBank) => quiz_id,
  filters: {
    unit: { of: ({ product_name, unit_name }: QuestionBank) => `${product_name} · ${unit_name}` },
    kind: {
      label: m.itemBank_types,
      of: ({ question_types }: QuestionBank) => question_types,
      nameOf: (type: string) => typeName(type as Question['question_type']),
    },
  },
  caption: bank.name,
  columns: {
    title: { header: m.itemBank_title, value: ({ title }: QuestionBank) => title, isRowHeader: true, width: 'l' },
    product: { header: m.library_course, value: ({ product_name }: QuestionBank) => product_name },
    unit: { header: m.library_unit, value: ({ unit_name }: QuestionBank) => unit_name },
    level: { header: m.studentReports_level, value: ({ lexile }: QuestionBank) => lexile, unit: 'number', width: 's' },
    language: { header: m.contentSetup_language, value: ({ language_id }: QuestionBank) => languageName(language_id), width: 's' },
    delivery: { header: m.library_delivery, value: ({ delivery }: QuestionBank) => deliveries[delivery]() },
    questions: { header: m.itemBank_questions, value: ({ question_count }: QuestionBank) => question_count, unit: 'number', width: 's' },
    points: { header: m.reports_points, value: ({ points }: QuestionBank) => points, unit: 'number', width: 's' },
    types: {
      header: m.itemBank_types,
      value: ({ question_types }: QuestionBank) => question_types.map(typeName).join(', '),
      only: 'file',
    },
  } satisfies Record<string, ReportColumn<QuestionBank>>,
  drill: { to: ({ quiz_id }: QuestionBank) => addressOf(bank.questions, quiz_id) },
  empty: { title: m.itemBank_none },
});
