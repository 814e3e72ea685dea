import type { ChartLayout } from './picture.ts';

const files = import.meta.glob<{ default: ChartLayout }>(['./*.json', '!./charts.json', '!./announced.json'], { base: './layouts' });

/** A chart's layout, from its own file. The page of the charts loads this list only when it draws one. */
export const loadLayout = async (chart: string): Promise<ChartLayout | undefined> => (await files[`./${chart}.json`]?.())?.default;
