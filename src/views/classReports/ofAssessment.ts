import { isSubmitted } from '../../../common/assessmentResult.ts';
import { type AssessmentStatus, classReports } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { paths } from '../paths.ts';
import type { Place, ReportColumn, Say } from '../reports/declaration.ts';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { groupAssementReport } from './groupAssementReport.screen.ts';
import { assignmentOptions, chosenAssignment, personColumns, reportCrumbs } from './ofClass.ts';

export type Student = AssessmentStatus['students'][number];

/** What the reports on one assessment of a class have in common: the call, the way back, the students, and the choice of the assignment. */
export const ofAssessment = {
  call: classReports.assessmentStatus,
  input: ({ ids: [group_puid, quiz_id], chosen }: Place<2>) => ({ group_puid, quiz_id, ...chosenAssignment(chosen) }),
  lead: ({ group_name }: AssessmentStatus) => group_name,
  back: (data: AssessmentStatus | undefined) => [
    ...reportCrumbs(data),
    ...(data ? [{ label: m.classReports_assessments(), href: addressOf(groupAssementReport, data.group_puid) }] : []),
  ],
  students: ({ students }: AssessmentStatus) => students,
  filters: { assignment: { options: assignmentOptions } },
};

/** A row is a student in an assignment. */
export const keyOf = ({ user_puid, group_assignment_id }: Student): string => `${user_puid}-${group_assignment_id}`;
export const toAnswers = ({ user_puid, group_assignment_id }: Student): string => paths.studentAnswers(group_assignment_id, user_puid);

/** The columns that name a student and, if the assessment was given several times, the assignment. */
export const studentColumns: Record<'name' | 'userName' | 'number', ReportColumn<Student>> = personColumns;
export const assignmentColumns = ({ given }: AssessmentStatus): Record<string, ReportColumn<Student>> =>
  given.length < 2
    ? {}
    : {
        assigned: {
          header: m.classReports_assigned,
          value: (row) => given.find(({ group_assignment_id }) => group_assignment_id === row.group_assignment_id)?.from_date,
          unit: 'day',
        },
      };

/** The points of the student, of how many. */
export const scoreColumn: ReportColumn<Student> = {
  header: m.reports_score,
  value: ({ score }) => score,
  unit: 'number',
  text: ({ score, max_score }, { language }) =>
    score === null ? m.reports_none() : m.reports_of({ value: figureWords(score, language), max: max_score ?? 0 }),
};

/** Names of the students who have not submitted. */
export const notSubmitted = (students: readonly Student[], { name }: Say): string[] => [
  ...new Set(students.filter((student) => !isSubmitted(student)).map(name)),
];
