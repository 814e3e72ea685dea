import { useState } from 'react';
import { record } from '../../../developer/inspection.ts';
import type { ChartLayout } from '../../../developer/picture.ts';
import { charts } from '../../../machines/index.ts';
import { Statecharts } from './Statecharts.tsx';

const layouts = import.meta.glob<ChartLayout>('../../../developer/layouts/*.json', { import: 'default' });
const loadLayout = async (chart: string): Promise<ChartLayout | undefined> => layouts[`../../../developer/layouts/${chart}.json`]?.();

/** Version of the product (specification, section 9). */
const version = '2.6.0';

/** `/developer/statecharts`: starts recording in this window and shows the charts. */
export default function StatechartsPage() {
  const [inspection] = useState(record);
  return <Statecharts charts={charts} inspection={inspection} loadLayout={loadLayout} version={version} now={Date.now} />;
}
