import type { Frame } from '../../../developer/recorder.ts';
import { m } from '../../../paraglide/messages.js';
import { Notice } from '../../../ui/Notice.tsx';
import s from './statecharts.module.css';

const namesShown = 3;
/** The first few names, and the number of the rest. */
const fewNames = (names: readonly string[]) =>
  names.length > namesShown
    ? m.developer_names_and_more({ names: names.slice(0, namesShown).join(', '), count: names.length - namesShown })
    : names.join(', ');

interface NoticesProps {
  /** Why the simulation went no further. */
  problem: string | null;
  frame: Frame | undefined;
  /** Active states that the chart does not have. */
  unknown: readonly string[];
  /** States that the drawing does not have. */
  stale: readonly string[];
  /** A step that the address names and the log does not have. */
  missing: number | null;
}

/** What is wrong with the simulation, the actor or the drawing. */
export function Notices({ problem, frame, unknown, stale, missing }: NoticesProps) {
  return (
    <div className={s.notices}>
      {problem ? <Notice tone="error">{m.developer_simulate_failed({ message: problem })}</Notice> : null}
      {frame?.status === 'error' ? (
        <Notice tone="error" title={m.developer_actor_failed()}>
          {String((Object(frame.error) as Error).message ?? frame.error)}
        </Notice>
      ) : null}
      {unknown.length > 0 ? (
        <Notice tone="warning" title={m.developer_unknown_states({ names: fewNames(unknown) })}>
          {m.developer_unknown_states_text()}
        </Notice>
      ) : null}
      {missing === null ? null : (
        <Notice tone="warning" title={m.developer_step_missing({ step: missing })}>
          {m.developer_step_missing_text()}
        </Notice>
      )}
      {stale.length > 0 ? (
        <Notice tone="warning" title={m.developer_layout_stale({ names: fewNames(stale) })}>
          {m.developer_layout_help()}
        </Notice>
      ) : null}
    </div>
  );
}
