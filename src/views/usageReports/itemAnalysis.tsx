import { counts } from '../../../common/answered.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import { type AnalysedItem, type ItemAnalysis, type ItemLevel, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { IconDownload } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { percent } from '../../ui/numbers.ts';
import { dataExport } from '../exports/dataExport.screen.ts';
import { answerInWords, keyInWords } from '../quiz/answers.ts';
import { type ReportColumn, type ReportDeclaration, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { figure } from '../reports/optionsOf.ts';
import { plainText } from '../reports/plainText.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { whole } from '../reports/Whole.tsx';
import { figureWords, lowestFirst } from '../reports/words.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { districtItems } from './districtItems.screen.ts';
import { flagWords, letterOf } from './flagWords.ts';
import { groupItems } from './groupItems.screen.ts';
import { schoolItems } from './schoolItems.screen.ts';
import { stateItems } from './stateItems.screen.ts';
import { studentItems } from './studentItems.screen.ts';

const screens: Record<ItemLevel, ScreenAddress> = {
  state: stateItems,
  district: districtItems,
  school: schoolItems,
  group: groupItems,
  student: studentItems,
};

/** The analysis of a quiz at a level. */
const placeOf = (level: ItemLevel, id: number, { quiz }: Pick<ItemAnalysis, 'quiz'>): string =>
  `${addressOf(screens[level], id)}${quiz ? `?quiz=${quiz.quiz_id}` : ''}`;

type Item = AnalysedItem & { number: number; text: string };
type Quiz = NonNullable<ItemAnalysis['quiz']>;

const itemsOf = ({ items }: ItemAnalysis): Item[] =>
  items.map((item, at) => ({ ...item, number: at + 1, text: plainText(item.question_text) }));

const tooFew = m.reports_not_enough;
const number: ReportColumn<{ number: number }> = { header: m.teacher_number, value: (row) => row.number, unit: 'number', width: 'xs' };
const question: ReportColumn<Item> = { header: m.reports_question, value: ({ text }) => text, isRowHeader: true, width: 'l' };
const standards: ReportColumn<Item> = {
  header: m.usageReports_standards,
  value: ({ standards: all }) => all.join(', ') || null,
  width: 's',
};
const facility = figure<Item>(m.reports_facility, (item) => item.facility, 'percent');

/** A figure of a question in words: the mean of what students earned. */
const outOf = (points: number | null, most: number, { language }: Say, missing: () => string) =>
  points === null ? missing() : m.reports_of({ value: figureWords(points, language), max: most });

const count = (header: () => string, value: (item: Item) => number | null): ReportColumn<Item> => ({
  ...{ header, value, unit: 'number', width: 'xs', missing: tooFew },
});

const groupColumns: Readonly<Record<string, ReportColumn<Item>>> = {
  number,
  question,
  check: {
    header: m.usageReports_check,
    value: ({ flags }, { language }) => flags.map((flag) => flagWords(flag, language)).join(' '),
    width: 'l',
  },
  facility,
  error: figure<Item>(m.usageReports_facility_error, ({ standard_error }) => standard_error, 'percent'),
  discrimination: figure<Item>(m.reports_discrimination, ({ discrimination }) => discrimination, 'number'),
  efficiency: figure<Item>(m.reports_efficiency, ({ efficiency }) => efficiency, 'number'),
  // None if the question runs against the others.
  weight: { ...figure<Item>(m.usageReports_weight, ({ effective_weight }) => effective_weight, 'percent'), missing: m.reports_none },
  asked: count(m.usageReports_asked, ({ asked }) => asked),
  answered: count(m.teacher_answered, ({ answered }) => answered),
  correct: count(m.teacher_correct, ({ correct }) => correct),
  standards,
};

const studentColumns: Readonly<Record<string, ReportColumn<Item>>> = {
  number,
  question,
  answer: {
    header: m.reports_answer,
    value: ({ question: known, own }) =>
      known && own && counts(own.answer_id, own.answer_text)
        ? answerInWords(known, { answerId: own.answer_id, answerText: own.answer_text })
        : null,
  },
  key: { header: m.reports_key, value: ({ question: known }) => known && keyInWords(known) },
  points: {
    header: m.reports_points,
    value: ({ own }) => own?.points ?? null,
    unit: 'number',
    text: ({ own, points }, say) => outOf(own?.points ?? null, points, say, m.reports_none),
  },
  own: {
    header: m.usageReports_own_share,
    value: ({ own, points }) => (own?.points == null || points === 0 ? null : (100 * own.points) / points),
    unit: 'percent',
  },
  facility: { ...facility, header: m.usageReports_others, missing: tooFew },
  standards,
};

type Option = AnalysedItem['options'][number] & { key: string; number: number; letter: string; share: number };

/** What was chosen in each question with options, with the misunderstanding behind each wrong one. */
function optionsOf(items: readonly Item[]): ReportSection[] {
  const rows = items.flatMap(({ number, options, asked }) =>
    options.map(
      (option, at): Option => ({
        ...option,
        key: `${number}-${at}`,
        number,
        letter: letterOf(at),
        share: asked === 0 ? 0 : option.count / asked,
      }),
    ),
  );
  if (rows.length === 0) return [];
  const share = (header: () => string, of: (option: Option) => number | null) => figure<Option>(header, of, 'percent');
  const inGroup = (name: (share: { share: string }) => string) => () => name({ share: percent(0.27) });
  const groups: Record<string, ReportColumn<Option>> = {
    upper: share(inGroup(m.reports_upper), ({ upper }) => upper),
    middle: share(m.reports_middle, ({ middle }) => middle),
    lower: share(inGroup(m.reports_lower), ({ lower }) => lower),
  };
  const hasGroups = rows.some(({ upper }) => upper !== null);
  const table = sectionTable<Option, string>({
    key: 'list',
    rows,
    rowKey: ({ key }) => key,
    caption: m.usageReports_options,
    help: hasGroups ? m.reports_options_lead : m.reports_options_counts,
    isMatrix: true,
    empty: m.teacher_no_responses,
    columns: {
      number,
      option: {
        header: m.reports_option,
        value: ({ letter, answer_text }) => m.usageReports_option_text({ letter, text: answer_text }),
        isRowHeader: true,
        width: 'l',
      },
      right: { header: m.reports_right, value: ({ is_answer }) => (is_answer ? m.reports_yes() : m.reports_no()), width: 'xs' },
      misconception: { header: m.reports_misconception, value: ({ misconception }) => misconception, width: 'l' },
      count: { header: m.reports_chosen, value: (option) => option.count, unit: 'number', width: 'xs' },
      share: share(m.usageReports_share, (option) => option.share),
      ...(hasGroups ? groups : {}),
    },
  });
  return [{ key: 'options', title: m.usageReports_options(), tables: [table] }];
}

/** The schools of a district, the classes of a school, or the students of a class, each leading to its own analysis. */
function partsOf(data: ItemAnalysis): ReportSection[] {
  const { level, parts, people, quiz } = data;
  const most = quiz?.max_score ?? 0;
  const tables =
    level === 'group'
      ? [
          sectionTable<ItemAnalysis['people'][number], string>({
            key: 'list',
            rows: people,
            rowKey: ({ user_puid }) => user_puid,
            caption: m.usageReports_students,
            sort: 'name',
            empty: m.teacher_no_students,
            columns: {
              name: { header: m.teacher_student, value: (row, { name }) => name(row), isRowHeader: true, width: 'l', look: whole },
              score: {
                header: m.reports_score,
                value: ({ score }) => score,
                unit: 'number',
                text: ({ score }, say) => outOf(score, most, say, quiz?.is_small ? tooFew : m.classReports_waiting),
              },
            },
            drill: { to: ({ user_puid }) => placeOf('student', user_puid, data) },
          }),
        ]
      : [
          sectionTable<ItemAnalysis['parts'][number], string>({
            key: 'list',
            rows: parts,
            rowKey: ({ id }) => id,
            caption: level === 'district' ? m.usageReports_schools : m.usageReports_classes,
            empty: m.usageReports_nothing,
            columns: {
              name: {
                header: level === 'district' ? m.reports_filter_school : m.teacher_class,
                value: ({ name }) => name,
                isRowHeader: true,
                width: 'l',
              },
              students: { header: m.usageReports_submitted, value: ({ students }) => students, unit: 'number' },
              mean: {
                header: m.reports_mean,
                value: ({ mean }) => mean,
                unit: 'number',
                text: ({ mean }, say) => outOf(mean, most, say, tooFew),
              },
            },
            drill: { to: ({ level: part, id }) => placeOf(part, id, data) },
          }),
        ];
  if (level === 'student' || (parts.length === 0 && people.length === 0)) return [];
  const [table] = tables;
  return [{ key: 'parts', title: table?.caption() ?? '', tables }];
}

/** Why there are no figures, and what they mean. */
function noteOf({ level, quiz }: ItemAnalysis): ReportSection[] {
  if (!quiz || quiz.students === 0) return [];
  const few = { student: m.usageReports_few_comparison, group: m.usageReports_few_named }[level as 'student'] ?? m.usageReports_few;
  const title = quiz.title;
  if (quiz.is_small) return [{ key: 'few', title, note: <Notice tone="info">{few({ count: fewestStudents })}</Notice> }];
  return level === 'student'
    ? []
    : [{ key: 'help', title: m.usageReports_words(), note: <Text tone="soft">{m.usageReports_help()}</Text> }];
}

const quizFigure = (of: (quiz: Quiz, say: Say) => string | number | null, unit: 'text' | 'number' = 'text') => ({
  value: ({ quiz }: ItemAnalysis, say: Say) => quiz && of(quiz, say),
  unit,
});

/** Leads administrators to the exports. */
const ToExports: ReportDeclaration<1, typeof usageReports.itemAnalysis, Item, string>['Parts'] = ({ children }) =>
  children({
    more: (
      <LinkButton href={addressOf(dataExport)} icon={IconDownload}>
        {m.exports_title()}
      </LinkButton>
    ),
  });

const districtOptions = ({ districts }: ItemAnalysis) =>
  districts.map(({ district_id, name }) => ({ key: String(district_id), label: name }));

/** What the analysis is about: a chosen district, or what the address names; without either the reader's own. */
const idOf = (ids: readonly number[], { district }: { district?: string | undefined }) => {
  const id = district ?? ids[0];
  return id === undefined ? {} : { id };
};

/**
 * The screen of an item analysis at a level: the questions of one quiz with what their figures suggest to check, what was chosen, and the
 * way to the next level. Without an id in its address, it is about the reader's own school, district or state.
 */
export function itemAnalysisScreen(address: ScreenAddress & { ids: 1 }, level: ItemLevel) {
  const isOfStudent = level === 'student';
  return reportScreen({
    ...address,
    call: usageReports.itemAnalysis,
    input: ({ ids, from, to, chosen }) => ({
      level,
      ...idOf(ids, chosen),
      ...{ from_date: from, to_date: to },
      ...(chosen.quiz === undefined ? {} : { quiz_assessment_id: chosen.quiz }),
    }),
    rows: itemsOf,
    name: m.usageReports_items,
    title: ({ name: known, people: [student] }, { name }) =>
      m.usageReports_items_of({
        name: isOfStudent && student ? name(student) : known,
      }),
    lead: ({ quiz }) => quiz?.title ?? '',
    file: ({ name: known, quiz, people: [student] }, { name }) => `${isOfStudent && student ? name(student) : known} ${quiz?.title ?? ''}`,
    back: (data) =>
      (data?.within ?? []).map((place) => ({ label: place.name, href: placeOf(place.level, place.id, data as ItemAnalysis) })),
    ...(isOfStudent || level === 'group' ? { students: ({ people }: ItemAnalysis) => people } : {}),
    figures: isOfStudent
      ? [
          {
            name: m.reports_score,
            value: ({ quiz, people: [student] }, say) =>
              quiz && outOf(student?.score ?? null, quiz.max_score, say, quiz.submissions === 0 ? m.reports_none : m.classReports_waiting),
            unit: 'text',
          },
          { name: m.usageReports_others_mean, ...quizFigure(({ mean, max_score }, say) => outOf(mean, max_score, say, tooFew)) },
        ]
      : [
          { name: m.usageReports_submitted, ...quizFigure(({ students }) => students, 'number') },
          { name: m.reports_mean, ...quizFigure(({ mean, max_score }, say) => outOf(mean, max_score, say, m.reports_not_enough)) },
          { name: m.reports_alpha, ...quizFigure(({ alpha }, { language }) => figureWords(alpha, language)) },
          {
            name: m.usageReports_standard_error,
            ...quizFigure(({ standard_error }, { language }) => figureWords(standard_error, language)),
          },
          { name: m.usageReports_to_check, value: ({ items }) => items.filter(({ flags }) => flags.length > 0).length, unit: 'number' },
        ],
    filters: {
      period: { back: 365, ahead: 0 },
      ...(level === 'district' ? { district: { options: districtOptions, usual: ({ id }: ItemAnalysis) => String(id) } } : {}),
      quiz: {
        options: ({ quizzes, quiz }) =>
          [...quizzes, ...(quiz && !quizzes.some(({ quiz_id }) => quiz_id === quiz.quiz_id) ? [{ ...quiz, students: 0 }] : [])].map(
            ({ quiz_id, title, students }) => ({
              key: String(quiz_id),
              label: isOfStudent ? title : m.usageReports_quiz_choice({ title, count: students }),
            }),
          ),
        usual: ({ quizzes, quiz }) => String(quizzes[0]?.quiz_id ?? quiz?.quiz_id ?? ''),
      },
      standard: { of: ({ standards: all }) => all },
    },
    rowKey: ({ question_id }) => question_id,
    caption: m.reports_by_question,
    columns: isOfStudent ? studentColumns : groupColumns,
    chart: isOfStudent
      ? {
          title: m.usageReports_student_chart,
          finding: (rows) => {
            const compared = rows.flatMap(({ own, points, facility }) =>
              own?.points == null || points === 0 || facility === null ? [] : [own.points / points < facility],
            );
            return compared.length === 0
              ? m.usageReports_student_chart()
              : m.usageReports_student_finding({ count: compared.filter(Boolean).length, of: compared.length });
          },
          kind: 'bar',
          along: 'number',
          series: ['own', 'facility'],
          axis: m.reports_per_cent,
          max: 110,
        }
      : {
          title: m.reports_facility_title,
          summary: m.reports_facility_summary,
          finding: (rows, { language }) => {
            const [hardest] = lowestFirst(rows, ({ facility }) => facility);
            return hardest
              ? m.usageReports_finding({ number: hardest.number, share: percent(hardest.facility ?? 0, language) })
              : m.reports_facility_title();
          },
          kind: 'bar',
          along: 'number',
          series: ['facility'],
          axis: m.reports_per_cent,
          max: 110,
        },
    empty: { title: m.usageReports_nothing, text: m.usageReports_nothing_text },
    ...(isOfStudent || level === 'group' ? {} : { Parts: ToExports }),
    sections: {
      of: (data) => (data.quiz === null ? [] : [...noteOf(data), ...(isOfStudent ? [] : optionsOf(itemsOf(data))), ...partsOf(data)]),
    },
  });
}
