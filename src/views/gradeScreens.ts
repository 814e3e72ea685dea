import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens for grading. They load with the first of them. */
export const gradeScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>('./autograde/*.screen.ts', { eager: true }),
  import.meta.glob<{ default: ComponentType }>('./autograde/*{Page,.report}.tsx'),
);
