import type { AssignmentResult } from '../../../contract/assignments.ts';
import type { StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import type { ReportFigure } from './declaration.ts';
import { progressWords } from './words.ts';

/** How many students of an assignment are how far. */
export const assignmentFigures: readonly ReportFigure<Pick<AssignmentResult, 'assignment'>>[] = [
  { name: m.teacher_students_title, value: ({ assignment }) => assignment.students },
  { name: m.teacher_not_started, value: ({ assignment }) => assignment.not_started },
  { name: m.teacher_in_progress, value: ({ assignment }) => assignment.in_progress },
  { name: m.teacher_completed, value: ({ assignment }) => assignment.completed },
];

/** How far one student is in an assignment. */
export const studentFigures: readonly ReportFigure<Pick<StudentAnswers, 'student'>>[] = [
  { name: m.teacher_state, value: ({ student }) => progressWords(student.state), unit: 'text' },
  { name: m.teacher_done, value: ({ student }) => student.percentage_completed, unit: 'percent' },
  { name: m.teacher_time, value: ({ student }) => student.time_spent, unit: 'minutes' },
  { name: m.teacher_last_active, value: ({ student }) => student.last_active_at, unit: 'moment' },
];
