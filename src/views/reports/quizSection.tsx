import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ItemStatistics, QuizStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { sanitize } from '../../ui/sanitize.ts';
import { formatMoment } from '../dates.ts';
import { aMinute, useNow, useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { Figures } from './Figures.tsx';
import s from './reports.module.css';
import { figureWords, shareWords } from './words.ts';

const Chart = lazy(() => import('../../ui/Chart.tsx').then(({ Chart }) => ({ default: Chart })));

const plain = (html: string) => sanitize(html, '').textContent?.trim() ?? '';

type Item = ItemStatistics & { number: number; text: string };
type Option = ItemStatistics['options'][number] & { key: string; number: number; text: string };

/** A figure from −1 to 1 in hundredths, as such figures are usually read. */
const hundredths = (figure: number | null) => (figure === null ? null : figure * 100);

interface QuizReportProps {
  quiz: QuizStatistics;
  /** Other reports on the page have tables with the same names. */
  isOneOfMany: boolean;
  /** Students who have not submitted, by their displayed names. */
  missing: readonly string[];
  /** Actions on its results. */
  actions: ReactNode;
  /** File name without extension. */
  fileName: string;
}

const mostNames = 8;

/** A class's results in a quiz: overall, by question, and by option. The server computes all numbers. */
export function QuizReport({ quiz, isOneOfMany, missing, actions, fileName }: QuizReportProps) {
  const now = useNow(aMinute);
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const [isShowing, setShowing] = useState(false);
  const captionOf = (name: string) => (isOneOfMany ? `${name}: ${quiz.title}` : name);
  const items = quiz.items.map<Item>((item, at) => ({ ...item, number: at + 1, text: plain(item.question_text) }));
  const options = items.flatMap(({ number, text, options: of }) =>
    of.map<Option>((option, at) => ({ ...option, key: `${number}-${at}`, number, text })),
  );
  const figure = (key: 'discrimination' | 'efficiency', header: string): TableColumn<Item> => ({
    key,
    header,
    align: 'end',
    width: 's',
    value: (row) => hundredths(row[key]),
    text: (row) => figureWords(hundredths(row[key]), language, 0),
  });
  const columns: TableColumn<Item>[] = [
    { key: 'number', header: m.teacher_number(), align: 'end', width: 'xs', value: (row) => row.number },
    { key: 'question', header: m.reports_question(), isRowHeader: true, width: 'xl', value: (row) => row.text },
    { key: 'answered', header: m.teacher_answered(), align: 'end', width: 's', value: (row) => row.answered },
    { key: 'correct', header: m.teacher_correct(), align: 'end', width: 's', value: (row) => row.correct },
    {
      key: 'facility',
      header: m.reports_facility(),
      align: 'end',
      width: 's',
      value: (row) => hundredths(row.facility),
      text: (row) => shareWords(row.facility, language),
    },
    figure('discrimination', m.reports_discrimination()),
    figure('efficiency', m.reports_efficiency()),
  ];
  const share = (key: 'upper' | 'middle' | 'lower', header: string): TableColumn<Option> => ({
    key,
    header,
    align: 'end',
    width: 's',
    value: (row) => hundredths(row[key]),
    text: (row) => shareWords(row[key], language),
  });
  const hasGroups = options.some(({ upper }) => upper !== null);
  const optionColumns: TableColumn<Option>[] = [
    { key: 'number', header: m.teacher_number(), align: 'end', width: 'xs', value: (row) => row.number },
    { key: 'option', header: m.reports_option(), isRowHeader: true, width: 'l', value: (row) => row.answer_text },
    { key: 'right', header: m.reports_right(), width: 's', value: (row) => (row.is_answer ? m.reports_yes() : m.reports_no()) },
    { key: 'count', header: m.reports_chosen(), align: 'end', width: 's', value: (row) => row.count },
    ...(hasGroups ? [share('upper', m.reports_upper()), share('middle', m.reports_middle()), share('lower', m.reports_lower())] : []),
    { key: 'misconception', header: m.reports_misconception(), width: 'xl', value: (row) => row.misconception ?? m.reports_none() },
  ];
  const releaseText = () => {
    if (quiz.release_at === null) return m.reports_not_released();
    const day = formatMoment(quiz.release_at, language, time_zone);
    return Date.parse(quiz.release_at) > now ? m.reports_group_scheduled({ day }) : m.reports_group_released({ day });
  };
  const names = missing.slice(0, mostNames).join('; ');
  return (
    <Section title={quiz.title} action={actions}>
      <Stack gap={5}>
        <Figures
          figures={[
            [m.reports_handed_in(), m.reports_of({ value: quiz.students, max: quiz.students + quiz.missing })],
            [
              m.reports_mean(),
              quiz.mean === null ? m.reports_not_enough() : m.reports_of({ value: figureWords(quiz.mean, language), max: quiz.max_score }),
            ],
            [m.reports_median(), figureWords(quiz.median, language)],
            [m.reports_sd(), figureWords(quiz.sd, language)],
            [m.reports_alpha(), figureWords(quiz.alpha, language)],
          ]}
        />
        {quiz.is_removed ? <Notice tone="info">{m.reports_removed()}</Notice> : null}
        <Text tone="soft">{releaseText()}</Text>
        {missing.length > 0 ? (
          <Text>
            {m.reports_missing_names({
              count: missing.length,
              names: missing.length > mostNames ? m.reports_missing_more({ names, count: missing.length - mostNames }) : names,
            })}
          </Text>
        ) : null}
        {quiz.students > 0 ? (
          <>
            <Suspense fallback={<Skeleton shape="card" count={1} />}>
              <Chart
                title={m.reports_facility_title()}
                summary={m.reports_facility_summary()}
                kind="bar"
                // Room for the number above a full bar.
                max={110}
                labelHeader={m.reports_question()}
                valueHeader={m.reports_per_cent()}
                format={(value) => figureWords(value, language, 0)}
                data={{
                  labels: items.map(({ number }) => String(number)),
                  series: [{ name: m.reports_facility(), values: items.map(({ facility }) => hundredths(facility)) }],
                }}
              />
            </Suspense>
            <Stack gap={2}>
              <h3>{m.reports_by_question()}</h3>
              <Text tone="soft" size={2}>
                {m.reports_figures_help()}
              </Text>
              <DataTable
                caption={captionOf(m.reports_by_question())}
                isCaptionHidden
                rows={items}
                columns={columns}
                rowKey={(row) => String(row.question_id)}
                fileName={`${fileName} ${quiz.title}`}
                isMatrix
                empty={<EmptyState title={m.teacher_no_responses()} />}
              />
            </Stack>
            {options.length > 0 ? (
              <div className={s.onScreen}>
                <Row>
                  <Button onPress={() => setShowing(!isShowing)}>{isShowing ? m.reports_options_hide() : m.reports_options_show()}</Button>
                </Row>
              </div>
            ) : null}
            {isShowing ? (
              <Stack gap={2}>
                <h3>{m.reports_options()}</h3>
                <Text tone="soft" size={2}>
                  {hasGroups ? m.reports_options_lead() : m.reports_options_counts()}
                </Text>
                <DataTable
                  caption={captionOf(m.reports_options())}
                  isCaptionHidden
                  rows={options}
                  columns={optionColumns}
                  rowKey={(row) => row.key}
                  fileName={`${fileName} ${quiz.title} ${m.reports_options()}`}
                  isMatrix
                  empty={<EmptyState title={m.teacher_no_responses()} />}
                />
              </Stack>
            ) : null}
          </>
        ) : (
          <EmptyState title={m.teacher_no_responses()} />
        )}
      </Stack>
    </Section>
  );
}
