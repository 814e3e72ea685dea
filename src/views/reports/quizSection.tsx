import type { QuizStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { formatMoment } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { aMinute, useNow } from '../hooks.ts';
import { type ReportSection, type Say, sectionTable } from './declaration.ts';
import { facilityChart, figure, type Item, itemColumns, number, optionsOf } from './optionsOf.ts';
import { plainText } from './plainText.ts';
import { figureWords } from './words.ts';

function questionsOf(items: readonly Item[], captionOf: (name: string) => string) {
  // Parsed once: a table asks for a value again whenever it is drawn.
  const texts = new Map(items.map((item) => [item, plainText(item.question_text)]));
  return sectionTable({
    key: 'questions',
    rows: items,
    rowKey: ({ question_id }) => question_id,
    caption: () => captionOf(m.reports_by_question()),
    heading: m.reports_by_question,
    help: m.reports_figures_help,
    isMatrix: true,
    empty: m.teacher_no_responses,
    columns: {
      number,
      question: { header: m.reports_question, value: (item) => texts.get(item), isRowHeader: true, width: 'xl' },
      answered: { header: m.teacher_answered, value: ({ answered }) => answered, unit: 'number' },
      correct: { header: m.teacher_correct, value: ({ correct }) => correct, unit: 'number' },
      facility: figure<Item>(m.reports_facility, ({ facility }) => facility, 'percent'),
      ...itemColumns,
    },
    chart: facilityChart,
  });
}

/** When the whole class sees the results; redrawn when that time comes. */
function ReleaseNote({ release_at, say: { language, timeZone } }: Pick<QuizStatistics, 'release_at'> & { say: Say }) {
  const now = useNow(aMinute);
  const day = release_at && formatMoment(release_at, language, timeZone);
  return (
    <Text tone="soft">
      {!day
        ? m.reports_not_released()
        : Date.parse(release_at) > now
          ? m.reports_group_scheduled({ day })
          : m.reports_group_released({ day })}
    </Text>
  );
}

/**
 * A class's results in a quiz: overall, by question, and by option. The server computes all numbers. `missing`: students who have not
 * submitted, by their displayed names. `isOneOfMany`: other sections have tables of the same names.
 */
export function quizSection(quiz: QuizStatistics, missing: readonly string[], isOneOfMany: boolean, say: Say): ReportSection {
  const { language } = say;
  const captionOf = (name: string) => (isOneOfMany ? `${name}: ${quiz.title}` : name);
  const items = quiz.items.map<Item>((item, at) => ({ ...item, number: at + 1 }));
  const hasOptions = items.some(({ options }) => options.length > 0);
  const tables = [questionsOf(items, captionOf), ...(hasOptions ? [optionsOf(items, captionOf)] : [])];
  return {
    key: String(quiz.quiz_id),
    title: quiz.title,
    figures: [
      [m.reports_handed_in(), m.reports_of({ value: quiz.students, max: quiz.students + quiz.missing })],
      [
        m.reports_mean(),
        quiz.mean === null ? m.reports_not_enough() : m.reports_of({ value: figureWords(quiz.mean, language), max: quiz.max_score }),
      ],
      [m.reports_median(), figureWords(quiz.median, language)],
      [m.reports_sd(), figureWords(quiz.sd, language)],
      [m.reports_alpha(), figureWords(quiz.alpha, language)],
    ],
    note: (
      <>
        {quiz.is_removed ? <Notice tone="info">{m.reports_removed()}</Notice> : null}
        <ReleaseNote release_at={quiz.release_at} say={say} />
        {quiz.students > 0 ? null : <EmptyState title={m.teacher_no_responses()} />}
      </>
    ),
    missing: { names: missing, words: m.reports_missing_names },
    ...(quiz.students > 0 ? { tables } : {}),
  };
}
