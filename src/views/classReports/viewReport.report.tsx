import { type ClassReport, classReports, type GroupAssementReport } from '../../../contract/classReports.ts';
import { Role } from '../../../contract/kit.ts';
import { type LedGame, quizGame } from '../../../contract/quizGame.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Row, Text } from '../../ui/Layout.tsx';
import { percent } from '../../ui/numbers.ts';
import { groupAssignmentReport } from '../assignmentReports/groupAssignmentReport.screen.ts';
import { glossaryClass } from '../glossary/class.screen.ts';
import { glossaryOwnTerms } from '../glossary/ownTerms.screen.ts';
import { useUser } from '../hooks.ts';
import { progressMonitoringGroupReport } from '../progressMonitoring/progressMonitoringGroupReport.screen.ts';
import { standardsReport } from '../progressMonitoring/standardsReport.screen.ts';
import { gameReport } from '../quizGame/gameReport.screen.ts';
import { teacherExitTicket } from '../quizGame/teacherExitTicket.screen.ts';
import { type ReportColumn, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { inUnit } from '../reports/units.ts';
import { lowestFirst } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { htmlReaderReport } from '../studentReports/htmlReaderReport.screen.ts';
import { readerReport } from '../studentReports/readerReport.screen.ts';
import { assessmentAddress, keyOfAssessment } from './assessmentWords.ts';
import { classFigures } from './classFigures.ts';
import { classReport } from './classReport.screen.ts';
import { groupAssementReport } from './groupAssementReport.screen.ts';
import { itemWiseReport } from './itemWiseReport.screen.ts';
import { helpFrom, inNeed, needsOf } from './needsHelp.ts';
import { OnwardButton } from './OnwardButton.tsx';
import { classCrumbs, classFilters, classInput, personColumns } from './ofClass.ts';
import { questions } from './questions.ts';
import { trackAssessments } from './trackAssessments.screen.ts';
import { viewReport } from './viewReport.screen.ts';

type Assessment = GroupAssementReport['assessments'][number];
type Student = ClassReport['students'][number];

const reasons = (student: Student, { language }: Say): string =>
  needsOf(student)
    .map((need) =>
      need === 'missing'
        ? m.classReports_help_missing({ count: student.missing })
        : m.classReports_help_score({ score: percent((student.score ?? 0) / 100, language) }),
    )
    .join('; ');

const shared: Record<string, ReportColumn<Student>> = {
  completed: {
    header: m.classReports_completed_of,
    value: ({ completed }) => completed,
    unit: 'number',
    text: ({ completed, assigned }) => m.reports_of({ value: completed, max: assigned }),
  },
  missing: { header: m.classReports_missing, value: ({ missing }) => missing, unit: 'number' },
  score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
};

function classSection(data: ClassReport, say: Say): ReportSection {
  return {
    key: 'class',
    title: questions.class(),
    figures: classFigures.map(({ name, value, unit }) => [name(), inUnit(value(data), unit, say)]),
    note: (
      <Row>
        <OnwardButton href={addressOf(classReport, data.group_puid)}>{m.classReports_to_class()}</OnwardButton>
        <OnwardButton href={addressOf(groupAssignmentReport, data.group_puid)}>{m.assignmentReports_to_assignments()}</OnwardButton>
      </Row>
    ),
  };
}

function helpSection({ group_puid, students }: ClassReport, say: Say): ReportSection {
  const rows = inNeed(students);
  return {
    key: 'help',
    title: questions.help(),
    note: (
      <>
        <Text tone="soft">
          {m.classReports_help_rule({ missing: helpFrom.missing, score: percent(helpFrom.score / 100, say.language) })}
        </Text>
        {rows.length === 0 ? (
          <Text>{students.some(({ completed }) => completed > 0) ? m.classReports_help_nobody() : m.classReports_help_few()}</Text>
        ) : null}
      </>
    ),
    tables:
      rows.length === 0
        ? []
        : [
            sectionTable<Student, string>({
              key: 'list',
              rows,
              rowKey: ({ user_puid }) => user_puid,
              caption: questions.help,
              isSmall: true,
              empty: m.classReports_help_nobody,
              columns: { ...personColumns, why: { header: m.classReports_help_why, value: reasons, width: 'l' }, ...shared },
              drill: { to: ({ user_puid }) => addressOf(studentProgress, group_puid, user_puid) },
            }),
          ],
  };
}

/** How many of the assessments with the lowest averages are listed. */
const mostAssessments = 5;

function questionSection({ group_puid, assessments, other_district }: GroupAssementReport): ReportSection {
  const rows = lowestFirst(assessments, ({ score }) => score).slice(0, mostAssessments);
  return {
    key: 'questions',
    title: questions.questions(),
    note: (
      <>
        <Text tone="soft">{rows.length === 0 ? m.classReports_no_scores() : m.classReports_went_wrong_lead()}</Text>
        <Row>
          <OnwardButton href={addressOf(groupAssementReport, group_puid)}>{m.classReports_to_assessments()}</OnwardButton>
          {other_district ? null : <OnwardButton href={addressOf(trackAssessments, group_puid)}>{m.classReports_to_track()}</OnwardButton>}
        </Row>
      </>
    ),
    tables:
      rows.length === 0
        ? []
        : [
            sectionTable<Assessment, string>({
              key: 'list',
              rows,
              rowKey: (row) => keyOfAssessment(row),
              caption: questions.questions,
              isSmall: true,
              empty: m.classReports_no_scores,
              columns: {
                title: { header: m.classReports_assessment, value: ({ title }) => title, isRowHeader: true, width: 'l' },
                lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name, width: 'l' },
                from: { header: m.teacher_from, value: ({ from_date }) => from_date, unit: 'day' },
                score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
              },
              drill: { to: (row) => assessmentAddress(itemWiseReport, group_puid, row) },
            }),
          ],
  };
}

/** Questions that a report of its own answers. */
const onwardSections = (group_puid: number): ReportSection[] => [
  {
    key: 'standards',
    title: questions.standards(),
    note: (
      <>
        <Text tone="soft">{m.progressMonitoring_ask_standards_lead()}</Text>
        <OnwardButton href={addressOf(standardsReport, group_puid)}>{m.progressMonitoring_to_standards()}</OnwardButton>
      </>
    ),
  },
  {
    key: 'growth',
    title: questions.growth(),
    note: (
      <>
        <Text tone="soft">{m.progressMonitoring_ask_lead()}</Text>
        <OnwardButton href={addressOf(progressMonitoringGroupReport, group_puid)}>{m.progressMonitoring_to_class()}</OnwardButton>
      </>
    ),
  },
];

const readingSection = ({ group_puid }: ClassReport): ReportSection => ({
  key: 'reading',
  title: questions.reading(),
  note: (
    <>
      <Text tone="soft">{m.studentReports_reading_lead()}</Text>
      <Row>
        <OnwardButton href={addressOf(readerReport, group_puid)}>{m.studentReports_to_readers()}</OnwardButton>
        <OnwardButton href={addressOf(htmlReaderReport, group_puid)}>{m.studentReports_to_readings()}</OnwardButton>
      </Row>
    </>
  ),
});

/** To the terms that the teacher adds for the class. */
function OwnTermsLink({ group_puid }: { group_puid: number }) {
  return useUser().role === Role.teacher ? (
    <OnwardButton href={`${addressOf(glossaryOwnTerms)}?class=${group_puid}`}>{m.ownTerms_title()}</OnwardButton>
  ) : null;
}

const termsSection = ({ group_puid }: ClassReport): ReportSection => ({
  key: 'terms',
  title: questions.terms(),
  note: (
    <>
      <Text tone="soft">{m.glossary_ask_lead()}</Text>
      <Row>
        <OnwardButton href={addressOf(glossaryClass, group_puid)}>{m.glossary_to_class()}</OnwardButton>
        <OwnTermsLink group_puid={group_puid} />
      </Row>
    </>
  ),
});

const gamesSection = (games: readonly LedGame[]): ReportSection => ({
  key: 'games',
  title: questions.games(),
  note: <Text tone="soft">{games.length > 0 ? m.quizGame_ask_lead() : m.quizGame_ask_none()}</Text>,
  tables:
    games.length === 0
      ? []
      : [
          sectionTable<LedGame, string>({
            key: 'list',
            rows: games,
            rowKey: ({ game_id }) => game_id,
            caption: questions.games,
            isSmall: true,
            empty: m.quizGame_nobody,
            columns: {
              title: { header: m.quizGame_title, value: ({ title }) => title, isRowHeader: true, width: 'l' },
              day: { header: m.quizGame_date, value: ({ at }) => at, unit: 'day' },
              players: { header: m.quizGame_played, value: ({ players }) => players, unit: 'number' },
            },
            drill: { to: ({ game_id, mode }) => addressOf(mode === 'ticket' ? teacherExitTicket : gameReport, game_id) },
          }),
        ],
});

const studentSection = ({ group_puid, students }: ClassReport): ReportSection => ({
  key: 'student',
  title: questions.student(),
  tables: [
    sectionTable<Student, string>({
      key: 'list',
      rows: students,
      rowKey: ({ user_puid }) => user_puid,
      caption: questions.student,
      help: m.classReports_student_lead,
      sort: 'name',
      empty: m.teacher_no_students,
      columns: { ...personColumns, ...shared },
      drill: { to: ({ user_puid }) => addressOf(studentProgress, group_puid, user_puid) },
    }),
  ],
});

/** Where the quiz game is switched off, a class has none. */
function noneIfOff(problem: Problem): LedGame[] {
  if (problem.reason === 'moduleOff') return [];
  throw problem;
}

/** What a teacher asks about a class: short answers from the class report, and the way to the reports that say more. */
export default reportScreen({
  ...viewReport,
  call: classReports.classReport,
  input: classInput,
  also: async (place, ask) => {
    const [assessed, led] = await Promise.all([
      ask(classReports.groupAssementReport, classInput(place)),
      ask(quizGame.ledGames, { group_puid: place.ids[0] }).catch(noneIfOff),
    ]);
    return { assessed, games: led.filter(({ is_over }) => is_over) };
  },
  name: m.classReports_reports,
  title: ({ group_name }) => m.classReports_reports_of({ name: group_name }),
  back: classCrumbs,
  students: ({ students }) => students,
  filters: classFilters,
  sections: {
    of: (data, say) =>
      data.choices.length === 0
        ? data.games.length > 0
          ? [gamesSection(data.games)]
          : []
        : [
            classSection(data, say),
            helpSection(data, say),
            questionSection(data.assessed),
            ...onwardSections(data.group_puid),
            readingSection(data),
            termsSection(data),
            gamesSection(data.games),
            studentSection(data),
          ],
    empty: { title: m.classReports_nothing, text: m.classReports_nothing_text },
  },
});
