import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens of the help, which all roles open. They load with the first of them. */
export const helpScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>('./help/*.screen.ts', { eager: true }),
  import.meta.glob<{ default: ComponentType }>('./help/*Page.tsx'),
);
