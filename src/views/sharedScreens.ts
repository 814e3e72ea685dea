import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/**
 * Screens of the glossary and of the quiz game, which students and staff open. They load with the first of them. What of the glossary is
 * about a class is in `classScreens.ts`.
 */
export const sharedScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(['./{glossary,quizGame}/*.screen.ts', '!./glossary/class.*'], { eager: true }),
  import.meta.glob<{ default: ComponentType }>(['./{glossary,quizGame}/*{Page,.report}.tsx', '!./glossary/class.*']),
);
