import type { ClassReport } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0);

/** The figures of a class over a period. */
export const classFigures = [
  {
    name: m.classReports_completed_of,
    value: ({ students }: ClassReport) =>
      m.reports_of({ value: sum(students, ({ completed }) => completed), max: sum(students, ({ assigned }) => assigned) }),
    unit: 'text' as const,
  },
  { name: m.classReports_late, value: ({ students }: ClassReport) => sum(students, ({ late }) => late), unit: 'number' as const },
  { name: m.classReports_missing, value: ({ students }: ClassReport) => sum(students, ({ missing }) => missing), unit: 'number' as const },
  { name: m.classReports_mean_score, value: ({ score }: ClassReport) => score, unit: 'percent' as const },
];
