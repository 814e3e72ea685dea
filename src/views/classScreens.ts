import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/** Screens on classes and their work: classes, assignments, reports. They load with the first of them. */
export const classScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(
    [
      './{assignmentReports,assignments,classReports,classroom,groups,progressMonitoring,reports,studentReports}/*.screen.ts',
      './glossary/class.screen.ts',
    ],
    { eager: true },
  ),
  import.meta.glob<{ default: ComponentType }>([
    './{assignmentReports,assignments,classReports,classroom,groups,progressMonitoring,reports,studentReports}/*{Page,.report,.records}.tsx',
    './glossary/class.report.tsx',
  ]),
);
