import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens of the glossary, which all roles open. They load with the first of them. What is about a class is in `classScreens.ts`. */
export const glossaryScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(['./glossary/*.screen.ts', '!./glossary/class.*'], { eager: true }),
  import.meta.glob<{ default: ComponentType }>(['./glossary/*Page.tsx', './glossary/*.records.tsx']),
);
