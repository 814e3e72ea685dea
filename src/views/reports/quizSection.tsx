import type { ItemStatistics, QuizStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { percent } from '../../ui/numbers.ts';
import { formatMoment } from '../dates.ts';
import { aMinute, useNow } from '../hooks.ts';
import { type AnyTable, type ReportColumn, type ReportSection, type Say, sectionTable } from './declaration.ts';
import { plainText } from './plainText.ts';
import { figureWords } from './words.ts';

/** The share of students in the top and bottom groups (Kelley, 1939), as the server counts them. */
const shareOfGroup = 0.27;

/** A figure from −1 to 1 in hundredths, as such figures are usually read. */
const hundredths = (figure: number | null) => (figure === null ? null : figure * 100);

type Item = ItemStatistics & { number: number };
type Option = ItemStatistics['options'][number] & { key: string; number: number };

/** A column of a figure in hundredths: `percent` for shares, `number` for the rest. */
export const figure = <Row,>(header: () => string, of: (row: Row) => number | null, unit: 'percent' | 'number'): ReportColumn<Row> => ({
  header,
  value: (row) => hundredths(of(row)),
  unit,
  missing: m.reports_not_enough,
  width: 's',
  ...(unit === 'number' ? { text: (row: Row, { language }: Say) => figureWords(hundredths(of(row)), language, 0) } : {}),
});

const number: ReportColumn<{ number: number }> = { header: m.teacher_number, value: (row) => row.number, unit: 'number', width: 'xs' };

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
      discrimination: figure<Item>(m.reports_discrimination, ({ discrimination }) => discrimination, 'number'),
      efficiency: figure<Item>(m.reports_efficiency, ({ efficiency }) => efficiency, 'number'),
    },
    chart: {
      title: m.reports_facility_title,
      summary: m.reports_facility_summary,
      kind: 'bar',
      along: 'number',
      series: ['facility'],
      axis: m.reports_per_cent,
      // Room for the number above a full bar.
      max: 110,
    },
  });
}

function optionsOf(items: readonly Item[], captionOf: (name: string) => string): AnyTable {
  const rows = items.flatMap(({ number, options }) => options.map((option, at): Option => ({ ...option, key: `${number}-${at}`, number })));
  const hasGroups = rows.some(({ upper }) => upper !== null);
  const inGroup = (name: (share: { share: string }) => string) => () => name({ share: percent(shareOfGroup) });
  const groups: Record<string, ReportColumn<Option>> = {
    upper: figure(inGroup(m.reports_upper), ({ upper }) => upper, 'percent'),
    middle: figure(m.reports_middle, ({ middle }) => middle, 'percent'),
    lower: figure(inGroup(m.reports_lower), ({ lower }) => lower, 'percent'),
  };
  return sectionTable<Option, string>({
    key: 'options',
    rows,
    rowKey: ({ key }) => key,
    caption: () => captionOf(m.reports_options()),
    heading: m.reports_options,
    help: hasGroups ? m.reports_options_lead : m.reports_options_counts,
    file: m.reports_options,
    fold: { open: m.reports_options_show, close: m.reports_options_hide },
    isMatrix: true,
    empty: m.teacher_no_responses,
    columns: {
      number,
      option: { header: m.reports_option, value: ({ answer_text }) => answer_text, isRowHeader: true, width: 'l' },
      right: { header: m.reports_right, value: ({ is_answer }) => (is_answer ? m.reports_yes() : m.reports_no()), width: 's' },
      count: { header: m.reports_chosen, value: ({ count }) => count, unit: 'number' },
      ...(hasGroups ? groups : {}),
      misconception: { header: m.reports_misconception, value: ({ misconception }) => misconception, width: 'xl' },
    },
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
