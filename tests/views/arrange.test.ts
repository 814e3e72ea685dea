import { describe, expect, it } from 'vitest';
import type { StudentAssignment } from '../../contract/student.ts';
import { arrange } from '../../src/views/student/arrange.ts';

let ids = 0;
const work = (state: StudentAssignment['state'], further: Partial<StudentAssignment> = {}): StudentAssignment => ({
  assignment_id: 1,
  group_assignment_id: ++ids,
  lesson_id: 1,
  lesson_name: `Lesson ${ids}`,
  lesson_objective: '',
  group_name: 'Science 6',
  teacher_name: 'Tess Person',
  from_date: '2030-01-01T06:00:00Z',
  to_date: null,
  total_time: null,
  resource_count: 2,
  resources_completed: 0,
  percentage_completed: 0,
  time_spent: 0,
  state,
  is_overdue: false,
  next_resource: null,
  completed_at: null,
  score: null,
  max_score: null,
  ...further,
});
const due = (day: number) => ({ to_date: `2030-01-${String(day).padStart(2, '0')}T06:00:00Z` });

describe('what a student is to do next', () => {
  it('is what was begun, even if something else is due sooner', () => {
    const begun = work('inProgress', due(20));
    expect(arrange([work('notStarted', due(10)), begun]).next).toBe(begun);
  });
  it('is what is due first among what was begun', () => {
    const first = work('inProgress', due(11));
    expect(arrange([work('inProgress', due(20)), work('inProgress'), first]).next).toBe(first);
  });
  it('is what is due first when nothing was begun; without a due date comes last', () => {
    const first = work('notStarted', due(11));
    const { next, toDo } = arrange([work('notStarted'), work('notStarted', due(12)), first]);
    expect(next).toBe(first);
    expect(toDo.map(({ to_date }) => to_date)).toEqual([due(12).to_date, null]);
  });
  it('is something that can still be in time before something overdue', () => {
    const late = work('inProgress', { ...due(2), is_overdue: true });
    const inTime = work('notStarted', due(20));
    const arranged = arrange([late, inTime]);
    expect(arranged.next).toBe(inTime);
    expect(arranged.overdue).toEqual([late]);
  });
  it('is the oldest overdue work when there is nothing else', () => {
    const older = work('notStarted', { ...due(2), is_overdue: true });
    const newer = work('notStarted', { ...due(3), is_overdue: true });
    expect(arrange([newer, older])).toMatchObject({ next: older, overdue: [newer], toDo: [] });
  });
  it('is nothing when all is done or not open yet', () => {
    expect(arrange([work('completed'), work('upcoming')]).next).toBeNull();
    expect(arrange([])).toEqual({ next: null, overdue: [], toDo: [], upcoming: [], done: [] });
  });
});

it('shows what opens first first, and what was done last first', () => {
  const [soon, later] = [work('upcoming', { from_date: '2030-01-08T06:00:00Z' }), work('upcoming', { from_date: '2030-01-09T06:00:00Z' })];
  const [old, recent] = [
    work('completed', { completed_at: '2030-01-02T06:00:00Z' }),
    work('completed', { completed_at: '2030-01-03T06:00:00Z' }),
  ];
  expect(arrange([later, soon, old, recent])).toMatchObject({ upcoming: [soon, later], done: [recent, old] });
});

it('loses nothing, shows nothing twice, and leaves its input as it was', () => {
  const all = (['notStarted', 'inProgress', 'upcoming', 'completed'] as const).flatMap((state) =>
    [1, 2, 3].map((day) => work(state, { ...due(day), is_overdue: day === 1 && state !== 'upcoming' && state !== 'completed' })),
  );
  const before = [...all];
  const { next, overdue, toDo, upcoming, done } = arrange(all);
  const shown = [next, ...overdue, ...toDo, ...upcoming, ...done];
  expect(new Set(shown)).toEqual(new Set(all));
  expect(shown).toHaveLength(all.length);
  expect(all).toEqual(before);
});
