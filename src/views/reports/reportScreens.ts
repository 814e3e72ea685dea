import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from '../screen.ts';

const addresses = import.meta.glob<ScreenAddress>('../*/*.screen.ts', { eager: true, import: 'default' });
const pages = import.meta.glob<{ default: ComponentType }>('../*/*.report.tsx');

/**
 * Every report of the staff: `name.screen.ts` says where it is, `name.report.tsx` beside it what it shows. They stand
 * among the screens of the staff, so that a further report costs students no byte.
 */
export const reportScreens: readonly Screen[] = Object.entries(addresses).map(([file, address]) => {
  const load = pages[file.replace(/\.screen\.ts$/, '.report.tsx')];
  if (!load) throw new Error(`There is no report beside ${file}.`);
  return { ...address, load };
});
