import type { ChartLayout } from '../../../developer/picture.ts';

const layouts = import.meta.glob<{ default: ChartLayout }>('./*.json', { base: '../../../developer/layouts' });

/** The layout of a chart, if there is one. In a file of its own, because the list of all layouts is not needed to show the page. */
export const loadLayout = async (chart: string): Promise<ChartLayout | undefined> => (await layouts[`./${chart}.json`]?.())?.default;
