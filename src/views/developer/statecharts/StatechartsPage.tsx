import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AnyStateMachine } from 'xstate';
import { record } from '../../../developer/inspection.ts';
import type { ChartLayout } from '../../../developer/picture.ts';
import { type Charts, firstChart, Statecharts } from './Statecharts.tsx';

const loadLayout = async (chart: string): Promise<ChartLayout | undefined> => (await import('./layouts.ts')).loadLayout(chart);

/**
 * Like `machines/index.ts`, but without its code, which contains every flow of the product: each chart loads from its own file, with its
 * texts.
 */
const files = import.meta.glob<Record<string, AnyStateMachine>>(['./*/*Machine.ts', '!./developer/*'], {
  base: '../../../machines',
  query: '?described',
});
const modules = Object.fromEntries(Object.entries(files).map(([file, load]) => [/\/(\w+)Machine\.ts$/.exec(file)?.[1], load]));
const names = Object.keys(modules);
const notLoaded: Charts = Object.fromEntries(names.map((name) => [name, undefined]));

/** All charts: the selected one as soon as possible, then the others. */
function useCharts(): Charts {
  const [charts, setCharts] = useState(notLoaded);
  const [params] = useSearchParams();
  const [first] = useState(() => params.get('chart') ?? firstChart);
  useEffect(() => {
    let isWanted = true;
    const add = async (name: string) => {
      const machine = (await modules[name]?.())?.[`${name}Machine`];
      if (isWanted && machine) setCharts((known) => ({ ...known, [name]: machine }));
    };
    void add(first)
      .then(() => Promise.all(names.filter((name) => name !== first).map(add)))
      .catch(console.error);
    return () => {
      isWanted = false;
    };
  }, [first]);
  return charts;
}

/** Version of the product (specification, section 9). */
const version = '2.6.0';

const guideKey = 'orrery.statecharts.guide';
const leaveGuide = () => localStorage.setItem(guideKey, 'read');

/** `/developer/statecharts`: starts recording in this window and shows the charts. */
export default function StatechartsPage() {
  const [inspection] = useState(record);
  const charts = useCharts();
  const [isNew] = useState(() => localStorage.getItem(guideKey) === null);
  return (
    <Statecharts
      charts={charts}
      inspection={inspection}
      loadLayout={loadLayout}
      version={version}
      now={Date.now}
      guide={{ isNew, onLeft: leaveGuide }}
    />
  );
}
