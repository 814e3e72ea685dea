import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens of the quiz game. They load with the first of them. */
export const quizGameScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>('./quizGame/*.screen.ts', { eager: true }),
  import.meta.glob<{ default: ComponentType }>('./quizGame/*{Page,.report}.tsx'),
);
