import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import type { MarkShape } from '../../ui/Mark.tsx';
import { percent } from '../../ui/numbers.ts';

/** How far a student has come in a resource. */
interface Progress {
  percentage_completed: number;
}

/** Progress in words; null: not begun. */
export const workWords = (work: Progress | null | undefined, language: string): string =>
  !work
    ? m.teacher_not_started()
    : work.percentage_completed >= 100
      ? m.teacher_completed()
      : m.classReports_in_progress({ percent: percent(work.percentage_completed / 100, language) });

/** The same as a shape. */
export const workShape = (work: Progress | null | undefined): MarkShape =>
  !work ? 'empty' : work.percentage_completed >= 100 ? 'full' : 'half';

/** Where a student is in a resource; null where it has no places. */
export function positionWords(resource_type_id: number, position: number): string | null {
  switch (resource_type_id) {
    case ResourceType.video:
      return m.assignmentReports_at_time({ time: `${Math.floor(position / 60)}:${String(Math.floor(position % 60)).padStart(2, '0')}` });
    case ResourceType.reading:
    case ResourceType.leveledReader:
      return m.assignmentReports_at_page({ page: Math.floor(position) + 1 });
    case ResourceType.link:
    case ResourceType.file:
      return m.player_opened({ count: position });
    case ResourceType.termSet:
      return m.termSets_right({ count: position });
    default:
      return null;
  }
}
