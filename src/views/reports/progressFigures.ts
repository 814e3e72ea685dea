import type { GroupAssignment, StudentResult } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import { progressWords } from './words.ts';

type Assignment = Pick<GroupAssignment, 'students' | 'not_started' | 'in_progress' | 'completed'>;
type Student = Pick<StudentResult, 'state' | 'percentage_completed' | 'time_spent' | 'last_active_at'>;

/** How far the students of an assignment are. */
export const assignmentFigures = [
  { name: m.teacher_students_title, value: ({ assignment }: { assignment: Assignment }) => assignment.students },
  { name: m.teacher_not_started, value: ({ assignment }: { assignment: Assignment }) => assignment.not_started },
  { name: m.teacher_in_progress, value: ({ assignment }: { assignment: Assignment }) => assignment.in_progress },
  { name: m.teacher_completed, value: ({ assignment }: { assignment: Assignment }) => assignment.completed },
];

/** How far one student is. */
export const studentFigures = [
  { name: m.teacher_state, value: ({ student }: { student: Student }) => progressWords(student.state), unit: 'text' },
  { name: m.teacher_done, value: ({ student }: { student: Student }) => student.percentage_completed, unit: 'percent' },
  { name: m.teacher_time, value: ({ student }: { student: Student }) => student.time_spent, unit: 'minutes' },
  { name: m.teacher_last_active, value: ({ student }: { student: Student }) => student.last_active_at, unit: 'moment' },
] as const;
