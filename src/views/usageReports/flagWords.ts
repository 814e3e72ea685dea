import type { AnalysedItem } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';

type Flag = AnalysedItem['flags'][number];

/** A, B, C … */
export const letterOf = (at: number): string => String.fromCharCode(65 + at);

/** What a figure suggests to check, in a sentence. `nameOf` names an option by its place. */
export function flagWords({ flag, option: at, share }: Flag, language: string, nameOf: (option: number) => string = letterOf): string {
  const option = at === null ? '' : nameOf(at);
  switch (flag) {
    case 'key':
      return m.usageReports_flag_key({ option });
    case 'negative':
      return m.usageReports_flag_negative();
    case 'distractor':
      return m.usageReports_flag_distractor({ option });
    case 'hard':
      return m.usageReports_flag_hard();
    case 'skipped':
      return m.usageReports_flag_skipped({ share: percent(share ?? 0, language) });
    case 'misconception':
      return m.usageReports_flag_misconception({ option, share: percent(share ?? 0, language) });
    case 'weak':
      return m.usageReports_flag_weak();
    case 'easy':
      return m.usageReports_flag_easy();
    case 'unused':
      return m.usageReports_flag_unused({ option });
  }
}
