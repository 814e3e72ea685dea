import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';

const addresses = import.meta.glob<Record<string, ScreenAddress>>(
  [
    './*/*.screen.ts',
    '!./{student,profile}/*',
    '!./player/{lessonPlayer,provider,studentQuiz}.*',
    '!./lessonLink/openLesson.*',
    '!./sso/selectSchool.*',
  ],
  { eager: true },
);
const pages = import.meta.glob<{ default: ComponentType }>([
  './*/*{Page,.report,.records}.tsx',
  '!./{login,profile,public,registration,student}/*',
]);

/** The loader of what stands beside `area/name.screen.ts`: `NamePage.tsx`, `name.report.tsx` or `name.records.tsx`. */
function loaderOf(file: string): Screen['load'] {
  const [, area, first = '', rest] = /^(\.\/[^/]+\/)(.)([^/.]*)\.screen\.ts$/.exec(file) ?? [];
  const beside = [`${first.toUpperCase()}${rest}Page`, `${first}${rest}.report`, `${first}${rest}.records`];
  const load = beside.map((name) => pages[`${area}${name}.tsx`]).find(Boolean);
  if (!load) throw new Error(`There is no page, report or list of records beside ${file}.`);
  return load;
}

/**
 * The staff's screens, from the `*.screen.ts` files. They load with the first of them, so that another one costs students no bytes.
 * Students' screens are in `authenticatedRoutes.tsx`.
 */
export const staffScreens: readonly Screen[] = Object.entries(addresses).flatMap(([file, screens]) =>
  Object.values(screens).map((address) => ({ ...address, load: loaderOf(file) })),
);
