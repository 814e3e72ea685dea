import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';

const addresses = import.meta.glob<ScreenAddress>('./*/*.screen.ts', { eager: true, import: 'default' });
const pages = import.meta.glob<{ default: ComponentType }>('./*/*.{report,records}.tsx');

/**
 * Every declared screen of the staff: `name.screen.ts` says where it is, `name.report.tsx` or `name.records.tsx` beside it what it shows.
 * They stand among the screens of the staff, so that a further one costs students no byte.
 */
export const declaredScreens: readonly Screen[] = Object.entries(addresses).map(([file, address]) => {
  const load = ['report', 'records'].map((kind) => pages[file.replace(/\.screen\.ts$/, `.${kind}.tsx`)]).find(Boolean);
  if (!load) throw new Error(`There is no report and no list of records beside ${file}.`);
  return { ...address, load };
});
