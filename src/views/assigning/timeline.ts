import { type EventFrom, transition } from 'xstate';
import type { assignmentVisibilityMachine as Machine, VisibilityFacts } from '../../machines/assigning/assignmentVisibilityMachine.ts';
import { assignmentVisibilityMachine } from '../../machines/assigning/assignmentVisibilityMachine.ts';
import { type Visibility, visibilityOf } from '../student/visibility.ts';

/** How a student works: not at all, before the due date, or after it. */
export type Story = 'nothing' | 'inTime' | 'late';

/** One moment of an assignment and the student's view at that time. */
export interface Moment {
  key: 'now' | 'opens' | 'begins' | 'completes' | 'due' | 'released';
  /** ms since 1970. */
  at: number;
  visibility: Visibility;
}

type Event = EventFrom<typeof Machine>;
const dayLength = 24 * 3_600_000;

/** Runs the chart through the days of an assignment, as one student sees them; times in ms. */
export function timeline({ from, to, now }: Pick<VisibilityFacts, 'from' | 'to' | 'now'>, story: Story): Moment[] {
  const start = Math.max(from, now);
  const span = to === null || to <= start ? 3 * dayLength : to - start;
  const begins = story === 'late' && to !== null ? Math.max(to, now) + dayLength / 2 : start + span / 3;
  const completes = story === 'late' ? begins + dayLength / 2 : start + (2 * span) / 3;
  const end = Math.max(to ?? 0, now, story === 'nothing' ? 0 : completes);
  const plan: { key: Moment['key']; at: number; event: Event | null }[] = [
    { key: 'now', at: now, event: null },
    ...(from > now ? [{ key: 'opens' as const, at: from, event: null }] : []),
    ...(story === 'nothing'
      ? []
      : [
          { key: 'begins' as const, at: begins, event: { type: 'work.begun' as const } },
          { key: 'completes' as const, at: completes, event: { type: 'work.completed' as const } },
          { key: 'released' as const, at: end + dayLength, event: { type: 'result.released' as const } },
        ]),
    // The due date is the last second of its day, so the next second comes after it.
    ...(to !== null && to >= now ? [{ key: 'due' as const, at: to + 1000, event: null }] : []),
  ];
  let visibility = visibilityOf({ from, to, now, work: 'notStarted', isReleased: false });
  return plan
    .toSorted((a, b) => a.at - b.at)
    .map(({ key, at, event }) => {
      visibility = transition(assignmentVisibilityMachine, visibility, { type: 'clock.moved', now: at })[0];
      if (event) visibility = transition(assignmentVisibilityMachine, visibility, event)[0];
      return { key, at, visibility };
    });
}
