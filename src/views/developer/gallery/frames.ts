import type { Language } from '../../../ui/FrameTools.tsx';
import type { Theme } from '../../../ui/theme.ts';
import { words } from '../gallerySamples.ts';

/** Target of the gallery's links: nowhere. */
export const HERE = '#gallery';

export const FRAMES = ['teacher', 'student', 'player', 'public'] as const;
export type Frame = (typeof FRAMES)[number];

export const frameWords: Record<Frame, string> = {
  teacher: words.frameTeacher,
  student: words.frameStudent,
  player: words.framePlayer,
  public: words.framePublic,
};

export interface Switches {
  language: Language;
  onLanguageChange: (language: Language) => void;
  theme: Theme;
  onThemeChange: (theme: Theme) => void;
}
