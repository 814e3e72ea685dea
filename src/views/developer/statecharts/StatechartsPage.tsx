import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChartMap } from '../../../developer/chartMap.ts';
import { chartNames, loadChart } from '../../../developer/describedCharts.ts';
import { record } from '../../../developer/inspection.ts';
import { type Charts, Statecharts } from './Statecharts.tsx';

const notLoaded: Charts = Object.fromEntries(chartNames.map((name) => [name, undefined]));

/** All charts: the selected one as soon as possible, then the others. */
function useCharts(): Charts {
  const [charts, setCharts] = useState(notLoaded);
  const [params] = useSearchParams();
  const [first] = useState(() => params.get('chart') ?? '');
  useEffect(() => {
    let isWanted = true;
    const add = async (name: string) => {
      const machine = await loadChart(name);
      if (isWanted && machine) setCharts((known) => ({ ...known, [name]: machine }));
    };
    void add(first)
      .then(() => Promise.all(chartNames.filter((name) => name !== first).map(add)))
      .catch(console.error);
    return () => {
      isWanted = false;
    };
  }, [first]);
  return charts;
}

/** What the page shows of this product. */
const product = {
  loadLayout: async (chart: string) => (await import('../../../developer/loadLayout.ts')).loadLayout(chart),
  loadMap: async () => (await import('../../../developer/layouts/charts.json')).default as unknown as ChartMap,
  /** The specification, section 9. */
  version: '2.6.0',
  now: Date.now,
};

const guideKey = 'orrery.statecharts.guide';
const leaveGuide = () => localStorage.setItem(guideKey, 'read');

/** `/developer/statecharts`: starts recording in this window and shows the charts. */
export default function StatechartsPage() {
  const [inspection] = useState(record);
  const charts = useCharts();
  const [isNew] = useState(() => localStorage.getItem(guideKey) === null);
  return <Statecharts {...product} charts={charts} inspection={inspection} guide={{ isNew, onLeft: leaveGuide }} />;
}
