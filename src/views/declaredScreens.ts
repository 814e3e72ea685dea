import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';

const addresses = import.meta.glob<ScreenAddress>(['./*/*.screen.ts', '!./student/*'], { eager: true, import: 'default' });
const pages = import.meta.glob<{ default: ComponentType }>('./*/*.{report,records}.tsx');

/**
 * Every declared staff screen: `name.screen.ts` holds its address, `name.report.tsx` or `name.records.tsx` beside it its content. They
 * belong to the staff screens, so that another one costs students no bytes. Students' own screens are in `authenticatedRoutes.tsx`.
 */
export const declaredScreens: readonly Screen[] = Object.entries(addresses).map(([file, address]) => {
  const load = ['report', 'records'].map((kind) => pages[file.replace(/\.screen\.ts$/, `.${kind}.tsx`)]).find(Boolean);
  if (!load) throw new Error(`There is no report and no list of records beside ${file}.`);
  return { ...address, load };
});
