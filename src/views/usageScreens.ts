import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens on the use of a school, a district or a state, with their exports. They load with the first of them. */
export const usageScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>('./{exports,usageReports}/*.screen.ts', { eager: true }),
  import.meta.glob<{ default: ComponentType }>('./{exports,usageReports}/*{Page,.report,.records}.tsx'),
);
