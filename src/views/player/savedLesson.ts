import type { ItemBody } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { animations, simulations } from '../../simulations/index.ts';

/** Announcements of the `offlineLessons` chart. */
export const announcements = {
  student_offline_saving: m.student_offline_saving,
  student_offline_saved: m.student_offline_saved,
  student_offline_removed: m.student_offline_removed,
  student_offline_failed: m.student_offline_failed,
  student_offline_full: m.student_offline_full,
};

/** Preloads the code that draws an item, so that the browser has it later. */
export async function warm(body: ItemBody): Promise<void> {
  const loaders: Readonly<Record<string, () => Promise<unknown>>> = { ...simulations, ...animations };
  if (body.kind === 'terms') await import('../termSets/TermSet.tsx');
  else await (body.kind === 'interactive' ? loaders[body.simulation] : body.kind === 'video' ? loaders[body.animation] : undefined)?.();
}
