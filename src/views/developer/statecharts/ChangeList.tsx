import type { Changes } from '../../../developer/changes.ts';
import { m } from '../../../paraglide/messages.js';
import s from './statecharts.module.css';

/** What a step changed, in words: states left and entered, fields with their old and new values. */
export function ChangeList({ changes: { entered, left, fields } }: { changes: Changes }) {
  if (entered.length + left.length + fields.length === 0) return <p className={s.soft}>{m.developer_no_changes()}</p>;
  return (
    <ul className={s.plain}>
      {left.length > 0 ? <li>{m.developer_left({ states: left.join(', ') })}</li> : null}
      {entered.length > 0 ? <li>{m.developer_entered({ states: entered.join(', ') })}</li> : null}
      {fields.map(({ name, before, after }) => (
        <li key={name}>
          <span className={s.key}>{name}</span> <span className={s.leaf}>{before}</span> → <span className={s.leaf}>{after}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same on one line of the log. */
export function changeText({ entered, left, fields }: Changes): string {
  return [
    left.length > 0 ? m.developer_left({ states: left.join(', ') }) : '',
    entered.length > 0 ? m.developer_entered({ states: entered.join(', ') }) : '',
    ...fields.map(({ name, before, after }) => `${name}: ${before} → ${after}`),
  ]
    .filter(Boolean)
    .join(' · ');
}
