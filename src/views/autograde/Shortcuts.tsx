import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import s from './autograde.module.css';

const keys = () =>
  [
    [m.autograde_key_arrows(), `${m.autograde_key_next()}, ${m.autograde_key_previous()}`],
    ['0–9', m.autograde_key_number()],
    ['. + 0–9', m.autograde_key_half()],
    ['F', m.autograde_key_full()],
    ['A', m.autograde_key_accept()],
    ['N', m.autograde_key_waiting()],
    ['C', m.autograde_key_comment()],
  ] as const;

/** The keys of the list of answers. */
export const Shortcuts = () => (
  <details>
    <summary>{m.autograde_shortcuts()}</summary>
    <Text tone="soft">{m.autograde_shortcuts_where()}</Text>
    <dl className={s.keys}>
      {keys().map(([key, does]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </details>
);
