import type { ClassReport } from '../../../contract/classReports.ts';

type Student = Pick<ClassReport['students'][number], 'missing' | 'score'>;

/** From this many missing assignments on, or below this score in percent, a student needs help. */
export const helpFrom = { missing: 2, score: 40 };

const isLow = ({ score }: Student) => score !== null && score < helpFrom.score;

/** What a student needs help with; empty if with nothing. */
export const needsOf = (student: Student): ('missing' | 'score')[] => [
  ...(student.missing >= helpFrom.missing ? (['missing'] as const) : []),
  ...(isLow(student) ? (['score'] as const) : []),
];

/** The students who need help: most missing work first, then the lowest scores. */
export const inNeed = <S extends Student>(students: readonly S[]): S[] =>
  students
    .filter((student) => needsOf(student).length > 0)
    .toSorted((a, b) => b.missing - a.missing || (a.score ?? Number.POSITIVE_INFINITY) - (b.score ?? Number.POSITIVE_INFINITY));
