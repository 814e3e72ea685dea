import { lazy, type ReactNode, Suspense } from 'react';
import type { BankQuestion, QuestionAnswers } from '../../../contract/itemBank.ts';
import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { typeName } from '../authoring/typeNames.ts';
import { Marked } from '../glossary/Marked.tsx';
import { keyInWords, keyLabel } from '../quiz/answers.ts';
import { type OpenReport, type Place, type ReportParts, type ReportSection, sectionTable } from '../reports/declaration.ts';
import { addressOf } from '../screen.ts';
import { assessments, type Bank, quizzes } from './banks.ts';
import { home, type Numbered, numbered } from './bankWords.ts';

const Html = lazy(async () => ({ default: (await import('../../ui/Html.tsx')).Html }));
const AsStudents = lazy(() => import('./AsStudents.tsx'));

type AtQuestion = QuestionAnswers & { question_id: number };
const openOf = (data: AtQuestion): Numbered | undefined => numbered(data).find(({ id }) => id === data.question_id);

/** Where an option belongs: at which place, or at which target. */
function placeOf({ question_type, correct_option_ids = [], targets }: BankQuestion, option_id: number): string {
  const at = correct_option_ids.indexOf(option_id);
  if (at < 0) return m.records_no();
  return question_type === 'ordering' ? String(at + 1) : (targets[at]?.text ?? '');
}

const optionsOf = (question: Numbered): ReportSection => ({
  key: 'options',
  title: m.itemBank_options(),
  tables: [
    sectionTable({
      key: 'options',
      rows: question.answer_options,
      rowKey: ({ id }) => id,
      caption: m.itemBank_options,
      isSmall: true,
      empty: m.itemBank_no_options,
      columns: {
        option: { header: m.itemBank_option, value: ({ answer_text }) => answer_text, isRowHeader: true, width: 'l' },
        right: {
          header: m.reports_key,
          value: ({ id, is_answer }) => (is_answer === undefined ? placeOf(question, id) : is_answer ? m.records_yes() : m.records_no()),
        },
        misconception: { header: m.itemBank_misconception, value: ({ misconception }) => misconception ?? null, width: 'l' },
      },
    }),
  ],
});

/** The question to try out, and the ways to the ones beside it. */
function QuestionParts({ page, children }: { page: OpenReport<AtQuestion>; children: (parts: ReportParts) => ReactNode }) {
  const { data } = page;
  const question = data && openOf(data);
  if (!question) return children({});
  const screen = data.delivery === 'assessment' ? assessments.question : quizzes.question;
  const to = (by: -1 | 1, label: string) => {
    const other = data.questions[question.number - 1 + by];
    return other ? <LinkButton href={addressOf(screen, data.quiz_id, other.id)}>{label}</LinkButton> : null;
  };
  return children({
    more: (
      <>
        {to(-1, m.preview_previous())}
        {to(1, m.preview_next())}
      </>
    ),
    panel: (
      <Suspense fallback={<Skeleton shape="text" count={4} />}>
        <AsStudents key={question.id} question={question} />
      </Suspense>
    ),
  });
}

/** One question, as students see it and with its key: what both screens have in common. */
export const questionOf = (bank: Bank) => ({
  also: async ({ ids: [, question_id] }: Place<2>) => ({ question_id }),
  name: m.reports_question,
  title: (data: AtQuestion) => m.quiz_question_of({ at: openOf(data)?.number ?? 0, of: data.questions.length }),
  lead: ({ title }: AtQuestion) => title,
  back: (data: AtQuestion | undefined) => [
    home(),
    { label: bank.name(), href: addressOf(bank.banks) },
    ...(data ? [{ label: data.title, href: addressOf(bank.questions, data.quiz_id) }] : []),
  ],
  figures: [
    { name: m.itemBank_type, value: (data: AtQuestion) => typeName(openOf(data)?.question_type ?? 'single_choice'), unit: 'text' as const },
    { name: m.reports_points, value: (data: AtQuestion) => openOf(data)?.points ?? null },
    { name: m.itemBank_standards, value: (data: AtQuestion) => openOf(data)?.standards.join(', ') || null, unit: 'text' as const },
    { name: m.itemBank_difficulty, value: (data: AtQuestion) => openOf(data)?.difficulty ?? null },
  ],
  sections: {
    of: (data: AtQuestion): ReportSection[] => {
      const question = openOf(data);
      if (!question) return [];
      return [
        { key: 'key', title: keyLabel(question), note: <p>{keyInWords(question)}</p> },
        ...(question.answer_options.length > 0 ? [optionsOf(question)] : []),
        ...(question.explanation
          ? [
              {
                key: 'why',
                title: m.itemBank_explanation(),
                note: (
                  <Suspense fallback={<Skeleton shape="text" count={2} />}>
                    <Marked html={question.explanation} terms={question.terms}>
                      <Html html={question.explanation} />
                    </Marked>
                  </Suspense>
                ),
              },
            ]
          : []),
      ];
    },
    empty: { title: m.itemBank_gone, text: m.itemBank_gone_text },
  },
  Parts: QuestionParts,
});
