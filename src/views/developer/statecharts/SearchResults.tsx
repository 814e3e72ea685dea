import { useDeferredValue, useMemo } from 'react';
import { chartGraph } from '../../../developer/chartGraph.ts';
import announced from '../../../developer/layouts/announced.json';
import { type Place, placesIn, search } from '../../../developer/search.ts';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { Link } from '../../../ui/Link.tsx';
import type { Charts, Target } from './Statecharts.tsx';
import s from './statecharts.module.css';

const kinds: Record<Place['kind'], () => string> = {
  chart: m.developer_kind_chart,
  state: m.developer_kind_state,
  event: m.developer_kind_event,
  guard: m.developer_kind_guard,
  call: m.developer_kind_call,
};

const shown = 40;

interface SearchResultsProps {
  charts: Charts;
  text: string;
  hrefOf: (to: Partial<Target>) => string;
}

/** What the charts have of a text: states, events, guards, calls, and everything said about them. */
export default function SearchResults({ charts, text, hrefOf }: SearchResultsProps) {
  const wanted = useDeferredValue(text);
  const said: Readonly<Record<string, string>> = announced[getLocale()];
  const places = useMemo(
    () =>
      placesIn(
        Object.values(charts).flatMap((machine) => (machine ? [chartGraph(machine)] : [])),
        (key) => said[key],
      ),
    [charts, said],
  );
  const all = search(places, wanted);
  return (
    <section>
      <h2>{m.developer_found()}</h2>
      <p className={s.soft} aria-live="polite">
        {all.length === 0
          ? m.developer_found_none({ text: wanted })
          : all.length > shown
            ? m.developer_found_more({ count: new Intl.NumberFormat(getLocale()).format(all.length - shown) })
            : ''}
      </p>
      <ul className={s.plain}>
        {all.slice(0, shown).map(({ kind, chart, at, name, text: found }) => (
          <li key={`${kind} ${chart} ${name}`} className={s.entry}>
            <Link href={hrefOf({ chart, at })} look="plain">
              {name}
            </Link>
            <span className={s.soft}>{kind === 'chart' ? kinds[kind]() : `${kinds[kind]()}, ${chart}`}</span>
            <span className={s.state}>{found}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
