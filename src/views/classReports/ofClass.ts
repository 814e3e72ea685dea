import type { GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { paths } from '../paths.ts';
import type { Place, ReportColumn, Say } from '../reports/declaration.ts';
import { classPeriod, districtCrumbs } from '../reports/onward.ts';
import { whole } from '../reports/Whole.tsx';
import { toldApart } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { viewReport } from './viewReport.screen.ts';

/** The class of a report. */
interface OfClass {
  group_puid: number;
  group_name: string;
  other_district?: GroupAssignment['other_district'];
}

/** A student as every report on a class names them. */
export interface Person {
  user_puid: number;
  user_name: string;
  student_number: string | null;
  first_name: string;
  last_name: string;
}

/** Breadcrumbs of a report on a class, from the top. A class of another district is reached from its usage reports. */
export const classCrumbs = (data: OfClass | undefined): Crumb[] =>
  data?.other_district
    ? districtCrumbs(data.other_district)
    : [{ label: m.groups_title(), href: paths.groups }, ...(data ? [{ label: data.group_name, href: paths.group(data.group_puid) }] : [])];

/** The same, below the page that leads to the reports of the class. */
export const reportCrumbs = (data: OfClass | undefined): Crumb[] => [
  ...classCrumbs(data),
  ...(data
    ? [{ label: data.other_district ? data.group_name : m.classReports_reports(), href: addressOf(viewReport, data.group_puid) }]
    : []),
];

interface Given {
  group_assignment_id: number;
  lesson_name: string;
  from_date: string;
}

const withDay = ({ lesson_name, from_date }: Given, { language, timeZone }: Say) =>
  m.classReports_choice({ lesson: lesson_name, day: formatDay(from_date, language, timeZone) });

/** Assignments to choose one from. */
export const assignmentOptions = ({ choices }: { choices: readonly Given[] }, say: Say) =>
  choices.map((choice) => ({ key: String(choice.group_assignment_id), label: withDay(choice, say) }));

/** Unique titles of assignments, in order: the lesson, and its first day if it was given several times. */
export const titlesOf = (all: readonly Given[], say: Say): string[] =>
  toldApart(
    all.map((one) => (all.filter(({ lesson_name }) => lesson_name === one.lesson_name).length > 1 ? withDay(one, say) : one.lesson_name)),
  );

/** The chosen assignment as a parameter of a call. */
export const chosenAssignment = ({ assignment }: { assignment?: string | undefined }) =>
  assignment === undefined ? {} : { group_assignment_id: Number(assignment) };

/** Parameters of a report on a class over a period. */
export const classInput = ({ ids: [group_puid], from, to, chosen }: Place<1>) => ({
  ...{ group_puid, from_date: from, to_date: to },
  ...chosenAssignment(chosen),
});

/** The same for one of its students. */
export const studentInput = ({ ids: [group_puid, student_puid], from, to, chosen }: Place<2>) => ({
  ...{ group_puid, student_puid, from_date: from, to_date: to },
  ...chosenAssignment(chosen),
});

/** The filters of these reports. */
export const classFilters = { period: classPeriod, assignment: { options: assignmentOptions } };

/** What the reports on one student of a class over a period have in common. */
export const ofStudent = {
  input: studentInput,
  lead: ({ group_name }: OfClass) => group_name,
  back: reportCrumbs,
  students: ({ student }: { student: Person }) => [student],
  filters: classFilters,
};

/** The columns that name a student. User name and number identify students to other programs. */
export const personColumns = {
  name: { header: m.teacher_student, value: (row, { name }) => name(row), isRowHeader: true, width: 'l', look: whole },
  userName: { header: m.rostering_user_name, value: ({ user_name }) => user_name, only: 'namedFile' },
  number: { header: m.rostering_student_id, value: ({ student_number }) => student_number, only: 'namedFile' },
} as const satisfies Record<string, ReportColumn<Person>>;
