import type { Screen } from './screen.ts';

/** The other tables of screens. Each loads with the first address that may be in it. */
export const tables: readonly { of: RegExp; load: () => Promise<readonly Screen[]> }[] = [
  {
    of: /^\/authenticated\/(studentDashboard|profileSettings|feedbackform|selectSchool|content|workspace\/lessonPlayer)(\/|$)/,
    load: async () => (await import('./studentScreens.ts')).studentScreens,
  },
  {
    of: /^\/authenticated\/(mygroups|assignments|glossary\/class)(\/|$)/,
    load: async () => (await import('./classScreens.ts')).classScreens,
  },
  { of: /^\/authenticated\/autograde(\/|$)/, load: async () => (await import('./gradeScreens.ts')).gradeScreens },
  { of: /^\/authenticated\/admin\/usageReport(\/|$)/, load: async () => (await import('./usageScreens.ts')).usageScreens },
  { of: /^\/authenticated\/admin(\/|$)/, load: async () => (await import('./adminScreens.ts')).adminScreens },
  { of: /^\/authenticated\/quizsmart(\/|$)/, load: async () => (await import('./quizGameScreens.ts')).quizGameScreens },
  { of: /^\/authenticated\/glossary(\/|$)/, load: async () => (await import('./glossaryScreens.ts')).glossaryScreens },
  { of: /^\/authenticated\/help(\/|$)/, load: async () => (await import('./helpScreens.ts')).helpScreens },
  { of: /./, load: async () => (await import('./staffScreens.ts')).staffScreens },
];
