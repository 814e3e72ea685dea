import { createElement, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ChartMap, chartOfBox, type MapChart, mapGraph, mapId } from '../../../developer/chartMap.ts';
import { picture, type Shape } from '../../../developer/picture.ts';
import { m } from '../../../paraglide/messages.js';
import { Link } from '../../../ui/Link.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Inspected, LoadMap } from './hooks.ts';
import type { Target } from './Statecharts.tsx';
import '../../../developer/drawing.css';
import { FullButton } from './FullButton.tsx';
import s from './statecharts.module.css';

interface MapViewProps {
  load: LoadMap;
  inspected: Inspected;
  hrefOf: (to: Partial<Target>) => string;
  /** The map covers the window. */
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

/** All charts and what they have to do with each other: a picture, and the same as a list. */
export default function MapView({ load, inspected: { actors }, hrefOf, isFull, onFull }: MapViewProps) {
  const [map, setMap] = useState<ChartMap | 'failed' | null>(null);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setMap(loaded),
      () => isWanted && setMap('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  const running = new Set(actors.flatMap(({ chart, status }) => (chart && status === 'active' ? [chart] : [])));
  return (
    <div className={s.map}>
      <div className={s.mapBar}>
        <h2 className={s.name}>{m.developer_map()}</h2>
        <FullButton isFull={isFull} onFull={onFull} />
      </div>
      {map === null ? (
        <Skeleton shape="text" count={6} />
      ) : map === 'failed' ? (
        <Notice tone="error">{m.developer_map_missing()}</Notice>
      ) : (
        <>
          <p className={s.soft}>{m.developer_map_lead()}</p>
          <MapPicture map={map} running={running} hrefOf={hrefOf} />
          <h3>{m.developer_map_list()}</h3>
          {[...Map.groupBy(map.charts, ({ area }) => area)]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([area, charts]) => (
              <section key={area}>
                <h4>{area}</h4>
                <ul className={s.plain}>
                  {charts.map((chart) => (
                    <Relations key={chart.id} chart={chart} all={map.charts} href={hrefOf({ chart: chart.id })} />
                  ))}
                </ul>
              </section>
            ))}
        </>
      )}
    </div>
  );
}

/** What one chart has to do with others, in words. */
function Relations({ chart: { id, runBy, starts, emits }, all, href }: { chart: MapChart; all: readonly MapChart[]; href: string }) {
  const parents = all.filter((other) => other.starts.includes(id)).map((other) => other.id);
  const by = [...parents, ...runBy];
  const lines = [
    ...(by.length > 0 ? [m.developer_map_run_by({ names: by.join(', ') })] : []),
    ...(starts.length > 0 ? [m.developer_map_starts({ names: starts.join(', ') })] : []),
    ...emits.flatMap(({ event, heard }) =>
      heard.map((hearing) =>
        [
          m.developer_map_emits({ event, name: hearing.by }),
          ...hearing.sends.map((sent) => m.developer_map_gets({ event: sent.event, chart: sent.chart })),
        ].join(' → '),
      ),
    ),
  ];
  return (
    <li>
      <Link href={href}>{id}</Link>
      <ul className={s.relations}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </li>
  );
}

interface MapPictureProps {
  map: ChartMap;
  /** Charts that run now. */
  running: ReadonlySet<string>;
  hrefOf: (to: Partial<Target>) => string;
}

/** The picture, in its own size: it scrolls where there is less room. */
function MapPicture({ map: { charts, layout }, running, hrefOf }: MapPictureProps) {
  const navigate = useNavigate();
  const graph = mapGraph(charts);
  const lit = {
    nodes: new Set(graph.nodes.filter(({ id }) => running.has(chartOfBox(id) ?? '')).map(({ id }) => id)),
    edges: new Set<string>(),
  };
  const render = ({ tag, attributes, children, text }: Shape, key: string): ReactNode => {
    const { class: className, 'font-size': fontSize, ...rest } = attributes;
    return createElement(
      tag,
      { ...rest, key, className, ...(fontSize === undefined ? {} : { fontSize }) },
      text ?? children?.map((child, index) => render(child, String(index))),
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={s.mapPicture} tabIndex={0} aria-label={m.developer_map_picture()}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list has a link for each box */}
      <svg
        className="drawing"
        role="img"
        aria-label={m.developer_map_picture()}
        width={layout.width + 2}
        height={layout.height + 2}
        viewBox={`-1 -1 ${layout.width + 2} ${layout.height + 2}`}
        onClick={({ target }) => {
          const chart = chartOfBox((target as Element).closest('[data-node]')?.getAttribute('data-node') ?? mapId);
          if (chart) void navigate(hrefOf({ chart }));
        }}
      >
        {picture(graph, layout, lit).map((shape, index) => render(shape, String(index)))}
      </svg>
    </section>
  );
}
