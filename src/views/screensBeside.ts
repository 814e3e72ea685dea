import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';

type Loaders = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;

/** The loader of what stands beside `area/name.screen.ts`: `NamePage.tsx`, `name.report.tsx` or `name.records.tsx`. */
function loaderOf(file: string, pages: Loaders): Screen['load'] {
  const [, area, first = '', rest] = /^(\.\/[^/]+\/)(.)([^/.]*)\.screen\.ts$/.exec(file) ?? [];
  const beside = [`${first.toUpperCase()}${rest}Page`, `${first}${rest}.report`, `${first}${rest}.records`];
  const load = beside.map((name) => pages[`${area}${name}.tsx`]).find(Boolean);
  if (!load) throw new Error(`There is no page, report or list of records beside ${file}.`);
  return load;
}

/** Screens from `*.screen.ts` files and the pages beside them. Throws if a file has none. */
export const screensBeside = (addresses: Readonly<Record<string, Readonly<Record<string, ScreenAddress>>>>, pages: Loaders): Screen[] =>
  Object.entries(addresses).flatMap(([file, screens]) =>
    Object.values(screens).map((address) => ({ ...address, load: loaderOf(file, pages) })),
  );
