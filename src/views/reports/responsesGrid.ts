import { counts } from '../../../common/answered.ts';
import type { ResponsesReport } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { type Person, personColumns } from '../classReports/ofClass.ts';
import { paths } from '../paths.ts';
import { answerInWords } from '../quiz/answers.ts';
import { addressOf } from '../screen.ts';
import { groupItems } from '../usageReports/groupItems.screen.ts';
import { type AnyTable, type GridMark, type ReportColumn, sectionTable } from './declaration.ts';
import { plainText } from './plainText.ts';
import { figureWords } from './words.ts';

type Quiz = ResponsesReport[number];
type Question = Quiz['questions'][number];

/** What became of a question in a student's hands. */
interface Answer {
  shape: GridMark['shape'];
  /** null: not submitted, not asked, or waiting. */
  points: number | null;
  text: (language: string) => string;
}

const nothing = (text: () => string): Answer => ({ shape: 'dash', points: null, text });

function answerOf(question: Question, of: Quiz['students'][number] | undefined, all: readonly Question[]): Answer {
  const asked = of && (of.question_ids === undefined ? (of.responses.length > 0 ? all.map(({ id }) => id) : null) : of.question_ids);
  if (!of || !asked) return nothing(m.reports_cell_open);
  if (!asked.includes(question.id)) return nothing(m.reports_cell_not_asked);
  const response = of.responses.find(({ question_id }) => question_id === question.id);
  if (!response || !counts(response.answer_id, response.answer_text)) return { shape: 'empty', points: 0, text: m.reports_cell_blank };
  const { points, is_correct } = response;
  if (points === null) return { shape: 'clock', points, text: m.reports_cell_waiting };
  if (is_correct || (question.points > 0 && points >= question.points)) return { shape: 'full', points, text: m.reports_cell_right };
  const answer = answerInWords(question, { answerId: response.answer_id, answerText: response.answer_text });
  return points > 0
    ? {
        ...{ shape: 'half', points },
        text: (language) => m.reports_cell_partly({ points: figureWords(points, language), max: question.points, answer }),
      }
    : { shape: 'cross', points, text: () => m.reports_cell_wrong({ answer }) };
}

const shareOf = ({ shape, points }: Answer, { points: max }: Question): number | null =>
  points === null ? null : max > 0 ? points / max : Number(shape === 'full');

/** The short name of a question, with the number of its quiz if there are several. */
const questionName = (quizzes: readonly unknown[], quiz: number, question: number): string =>
  m.reports_question_short({ number: quizzes.length > 1 ? `${quiz + 1}.${question + 1}` : question + 1 });

/**
 * Students × questions, over all quizzes: a row leads to the student's answers, a column to the question's figures. Files have the points;
 * what was not answered has 0, what was not submitted or waits is empty.
 */
export function responsesGrid(
  quizzes: readonly Quiz[],
  students: readonly Person[],
  { group_puid, group_assignment_id }: { group_puid: number; group_assignment_id: number },
  caption: () => string = m.reports_glance,
): AnyTable {
  const asked = quizzes.flatMap(({ quiz_id, title, questions, students: of }, quizAt) => {
    const byStudent = new Map(of.map((one) => [one.user_puid, one]));
    return questions.map((question, at) => ({
      ...{ quiz_id, question },
      name: questionName(quizzes, quizAt, at),
      title: `${title}, ${plainText(question.question_text)}`,
      answers: new Map(students.map(({ user_puid }) => [user_puid, answerOf(question, byStudent.get(user_puid), questions)])),
    }));
  });
  const answersOf = ({ user_puid }: Person) =>
    asked.flatMap(({ question, answers }) => ({ question, answer: answers.get(user_puid) ?? nothing(m.reports_cell_open) }));
  const pointsOf = (student: Person) => answersOf(student).filter(({ answer }) => answer.points !== null);
  const columns = asked.map(({ quiz_id, question, name, title, answers }): [string, ReportColumn<Person>] => {
    const of = ({ user_puid }: Person) => answers.get(user_puid) ?? nothing(m.reports_cell_open);
    return [
      `q${quiz_id}-${question.id}`,
      {
        header: () => name,
        value: (student) => of(student).points,
        text: (student, { language }) => of(student).text(language),
        head: { title, href: `${addressOf(groupItems, group_puid)}?quiz=${quiz_id}` },
        mark: (student) => ({
          shape: of(student).shape,
          share: shareOf(of(student), question),
          href: `${paths.studentAnswers(group_assignment_id, student.user_puid)}#${quiz_id}`,
        }),
      },
    ];
  });
  return sectionTable<Person, string>({
    key: 'responses',
    rows: students,
    rowKey: ({ user_puid }) => user_puid,
    caption,
    file: m.reports_glance,
    sort: 'name',
    empty: m.teacher_no_students,
    grid: {
      legend: () => [
        ['full', m.reports_cell_right()],
        ['half', m.reports_legend_partly()],
        ['cross', m.reports_legend_wrong()],
        ['empty', m.reports_cell_blank()],
        ['clock', m.reports_cell_waiting()],
        ['dash', m.reports_cell_open()],
      ],
      declared: m.reports_grid_declared,
    },
    columns: {
      ...personColumns,
      points: {
        header: m.reports_points,
        value: (student) => {
          const known = pointsOf(student);
          return known.length === 0 ? null : known.reduce((sum, { answer }) => sum + (answer.points ?? 0), 0);
        },
        unit: 'number',
        text: (student, { language }) => {
          const known = pointsOf(student);
          if (known.length === 0) return m.reports_none();
          const points = known.reduce((sum, { answer }) => sum + (answer.points ?? 0), 0);
          return m.reports_of({ value: figureWords(points, language), max: known.reduce((sum, { question }) => sum + question.points, 0) });
        },
      },
      ...Object.fromEntries(columns),
    },
    drill: { to: ({ user_puid }) => paths.studentAnswers(group_assignment_id, user_puid) },
  });
}
