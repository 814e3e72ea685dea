import { fewestStudents, flagLimits, flagsOf } from '../../../common/itemFlags.ts';
import { assignments, type ResponsesReport } from '../../../contract/assignments.ts';
import { reports } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { percent } from '../../ui/numbers.ts';
import { paths } from '../paths.ts';
import { type ReportColumn, type Say, sectionTable } from '../reports/declaration.ts';
import { facilityChart, figure, type Item, itemColumns, number, optionsOf } from '../reports/optionsOf.ts';
import { plainText } from '../reports/plainText.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { figureWords } from '../reports/words.ts';
import { flagWords } from '../usageReports/flagWords.ts';
import { assessmentAddress, assessmentTitles } from './assessmentWords.ts';
import { groupAssementReportView } from './groupAssementReportView.screen.ts';
import { itemWiseReport } from './itemWiseReport.screen.ts';
import { OnwardButton } from './OnwardButton.tsx';
import { notSubmitted, ofAssessment } from './ofAssessment.ts';
import { statisticsOf } from './statisticsOf.ts';

type Responses = ResponsesReport[number];
type Student = Responses['students'][number];

/** The wrong option that most students chose, if one was chosen at all. */
const mostWrong = ({ options }: Item): Item['options'][number] | undefined =>
  options.filter(({ is_answer, count }) => !is_answer && count > 0).toSorted((a, b) => b.count - a.count)[0];

function questionsOf(items: readonly Item[], captionOf: (name: string) => string) {
  // Parsed once: a table asks for a value again whenever it is drawn.
  const texts = new Map(items.map((item) => [item, plainText(item.question_text)]));
  return sectionTable<Item, string>({
    key: 'questions',
    rows: items,
    rowKey: ({ question_id }) => question_id,
    caption: () => captionOf(m.classReports_items()),
    heading: m.classReports_items,
    isMatrix: true,
    empty: m.teacher_no_responses,
    columns: {
      number,
      question: { header: m.reports_question, value: (item) => texts.get(item), isRowHeader: true, width: 'xl' },
      look: {
        header: m.classReports_look,
        value: (item, { language }) =>
          item.facility === null
            ? m.reports_not_enough()
            : flagsOf(item)
                .map((flag) => flagWords(flag, language, (at) => `“${item.options[at]?.answer_text}”`))
                .join(' '),
        width: 'l',
      },
      facility: figure<Item>(m.reports_facility, ({ facility }) => facility, 'percent'),
      answered: { header: m.teacher_answered, value: ({ answered }) => answered, unit: 'number' },
      wrong: {
        header: m.classReports_wrong,
        value: (item) => {
          const wrong = mostWrong(item);
          return wrong && m.classReports_wrong_of({ option: wrong.answer_text, count: wrong.count });
        },
        width: 'l',
      },
      standards: { header: m.library_standards, value: ({ standards }) => standards.join(', ') },
      ...itemColumns,
    },
    chart: facilityChart,
  });
}

/** The points of each student in each question. */
function responsesOf({ questions, students }: Responses, group_assignment_id: number, captionOf: (name: string) => string) {
  const columns = questions.map(
    ({ id, points: max }, at): ReportColumn<Student> => ({
      header: () => m.classReports_question_no({ number: at + 1 }),
      value: ({ responses }, { language }) => {
        const response = responses.find(({ question_id }) => question_id === id);
        if (!response) return null;
        return response.points === null ? m.classReports_waiting() : m.reports_of({ value: figureWords(response.points, language), max });
      },
      width: 's',
    }),
  );
  return sectionTable<Student, string>({
    key: 'responses',
    rows: students,
    rowKey: ({ user_puid }) => user_puid,
    caption: () => captionOf(m.classReports_responses()),
    heading: m.classReports_responses,
    help: m.classReports_responses_help,
    file: m.classReports_responses,
    sort: 'name',
    isMatrix: true,
    empty: m.teacher_no_students,
    columns: {
      name: { header: m.teacher_student, value: (row, { name }: Say) => name(row), isRowHeader: true, width: 'l' },
      ...Object.fromEntries(columns.map((column, at) => [`q${at + 1}`, column])),
    },
    drill: { to: ({ user_puid }) => paths.studentAnswers(group_assignment_id, user_puid) },
  });
}

/** One assessment of a class question by question: what is worth a look, what was chosen, and who got what. */
export default reportScreen({
  ...itemWiseReport,
  ...ofAssessment,
  also: async ({ userPuid }, ask, answer) => {
    const { quiz_id, given } = await answer;
    const [statistics, responses] = await Promise.all([
      statisticsOf(await answer, (input) => ask(reports.quizStatistics, input)),
      Promise.all(
        given.map(async ({ lesson_id, group_assignment_id }) => {
          const all = await ask(assignments.responses, { user_Puid: userPuid, lesson_id, group_assignment_id });
          return [group_assignment_id, all.find((one) => one.quiz_id === quiz_id)] as const;
        }),
      ),
    ]);
    return { statistics, responses: new Map(responses) };
  },
  name: m.classReports_items,
  title: ({ title }) => m.classReports_items_of({ title }),
  sections: {
    of: ({ group_puid, given, students, statistics, responses }, say) => {
      const titles = assessmentTitles(given, say);
      return given.map((one, at) => {
        const { group_assignment_id } = one;
        const title = titles[at] ?? one.title;
        const captionOf = (name: string) => (given.length > 1 ? `${name}: ${title}` : name);
        const items = (statistics.get(group_assignment_id)?.items ?? []).map((item, index): Item => ({ ...item, number: index + 1 }));
        const answers = responses.get(group_assignment_id);
        const submitted = statistics.get(group_assignment_id)?.students ?? 0;
        const own = students.filter((student) => student.group_assignment_id === group_assignment_id);
        const { hard, easy } = flagLimits;
        return {
          key: String(group_assignment_id),
          title,
          figures: [[m.reports_handed_in(), m.reports_of({ value: submitted, max: own.length })]] as const,
          note: (
            <>
              <Text tone="soft">
                {submitted === 0
                  ? m.teacher_no_responses()
                  : m.classReports_flags_help({
                      hard: percent(hard, say.language),
                      easy: percent(easy, say.language),
                      count: fewestStudents,
                    })}
              </Text>
              <OnwardButton href={assessmentAddress(groupAssementReportView, group_puid, one)}>{m.classReports_to_view()}</OnwardButton>
            </>
          ),
          missing: { names: notSubmitted(own, say), words: m.reports_missing_names },
          tables:
            submitted === 0
              ? []
              : [
                  questionsOf(items, captionOf),
                  ...(items.some(({ options }) => options.length > 0) ? [optionsOf(items, captionOf)] : []),
                  ...(answers ? [responsesOf(answers, group_assignment_id, captionOf)] : []),
                ],
        };
      });
    },
    empty: { title: m.classReports_no_scores },
  },
});
