import { m } from '../../paraglide/messages.js';
import type { ReportColumn } from '../reports/declaration.ts';

/** The columns that name an assignment. */
export const lessonColumns = {
  lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name, isRowHeader: true, width: 'l' },
  from: { header: m.teacher_from, value: ({ from_date }) => from_date, unit: 'day' },
  due: { header: m.teacher_to, value: ({ to_date }) => to_date, unit: 'day' },
} as const satisfies Record<string, ReportColumn<{ lesson_name: string; from_date: string; to_date: string | null }>>;
