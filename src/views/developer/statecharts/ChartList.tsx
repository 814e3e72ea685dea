import { lazy, Suspense, useState } from 'react';
import { stateText } from '../../../developer/lit.ts';
import { redact } from '../../../developer/redact.ts';
import { subjectOf } from '../../../developer/subjects.ts';
import { m } from '../../../paraglide/messages.js';
import { Link } from '../../../ui/Link.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { type Status, StatusDot } from '../../../ui/StatusDot.tsx';
import type { Inspected } from './hooks.ts';
import type { Charts, Target } from './Statecharts.tsx';
import s from './statecharts.module.css';
import { statusText } from './statusText.ts';

const SearchResults = lazy(() => import('./SearchResults.tsx'));

const dots: Record<string, Status> = { active: 'open', done: 'done', error: 'failed', stopped: 'none' };

interface ChartListProps {
  charts: Charts;
  inspected: Inspected;
  /** Null for the map. */
  chart: string | null;
  actor: string | null;
  hrefOf: (to: Partial<Target>) => string;
}

/** Running actors with their states, and every chart of the product. */
export function ChartList({ charts, inspected: { actors, frames }, chart, actor, hrefOf }: ChartListProps) {
  const [text, setText] = useState('');
  const fits = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase());
  // Failed actors stay listed, because they are the ones to look at.
  const running = actors.filter(
    ({ chart: of, status, name }) => of && (status === 'active' || status === 'error') && (fits(of) || fits(name)),
  );
  const begun = running.filter(({ isIdle }) => !isIdle);
  const idle = running.length - begun.length;
  const all = Object.entries(charts).filter(([name]) => fits(name));
  return (
    <nav className={s.rail} aria-label={m.developer_list()}>
      <SearchField label={m.developer_find()} isLabelHidden placeholder={m.developer_find()} value={text} onChange={setText} />
      <p className={s.entry} data-current={chart === null || undefined}>
        <Link href={hrefOf({})} look="plain" aria-current={chart === null ? 'page' : undefined}>
          {m.developer_map()}
        </Link>
      </p>
      <section>
        <h2>{m.developer_running()}</h2>
        {begun.length === 0 ? <p className={s.soft}>{m.developer_nothing_running()}</p> : null}
        <ul className={s.plain}>
          {begun.map(({ id, name, chart: of = '', status }) => {
            const frame = frames.get(id);
            const subject = subjectOf(of, redact(frame?.context));
            return (
              <li key={id} className={s.entry} data-current={id === actor || undefined}>
                <Link href={hrefOf({ chart: of, actor: id })} look="plain" aria-current={id === actor ? 'page' : undefined}>
                  <StatusDot status={dots[status] ?? 'open'}>{name}</StatusDot>
                </Link>
                {subject ? <span className={s.soft}>{subject}</span> : null}
                <span className={s.state}>
                  {status === 'active' && frame?.value !== undefined ? stateText(frame.value) : statusText(status)}
                </span>
              </li>
            );
          })}
        </ul>
        {idle > 0 ? <p className={s.soft}>{m.developer_not_begun({ count: idle })}</p> : null}
      </section>
      {text.trim() === '' ? null : (
        <Suspense>
          <SearchResults charts={charts} text={text} hrefOf={hrefOf} />
        </Suspense>
      )}
      <section>
        <h2>{m.developer_charts()}</h2>
        <ul className={s.plain}>
          {all.map(([name, machine]) => (
            <li key={name} className={s.entry} data-current={(name === chart && !actor) || undefined}>
              <Link href={hrefOf({ chart: name })} look="plain" aria-current={name === chart && !actor ? 'page' : undefined}>
                {name}
              </Link>
              <span className={s.state}>{machine ? (machine.config.description ?? m.developer_no_description()) : '…'}</span>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  );
}
