import { m } from '../../../paraglide/messages.js';
import hidden from '../../../ui/hidden.module.css';
import s from './statecharts.module.css';

interface DataTreeProps {
  /** Plain data as {@link redact} returns it. */
  value: unknown;
  /** The previous value, to mark differences. Without it nothing is marked. */
  before?: unknown;
  isCompared?: boolean;
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
const leafText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const openEntries = 12;

/** Data as a tree with collapsible branches. */
export function DataTree({ value, before, isCompared = false }: DataTreeProps) {
  if (!isBranch(value)) return <span className={s.leaf}>{leafText(value)}</span>;
  return (
    <ul className={s.tree}>
      {Object.entries(value).map(([key, part]) => {
        const earlier = (Object(before) as Record<string, unknown>)[key];
        const isChanged = isCompared && JSON.stringify(part) !== JSON.stringify(earlier);
        // A change is marked once, where it begins: a new branch is marked itself, not each of its leaves.
        const goesOn = isBranch(part) && isBranch(earlier);
        const mark =
          isChanged && !goesOn ? (
            <span className={s.changed}>
              <span className={hidden.hidden}>{m.developer_changed()}</span>
            </span>
          ) : null;
        if (!isBranch(part)) {
          return (
            <li key={key}>
              <span className={s.key}>{key}</span> <span className={s.leaf}>{leafText(part)}</span> {mark}
            </li>
          );
        }
        const size = Object.keys(part).length;
        return (
          <li key={key}>
            <details open={size <= openEntries || isChanged}>
              <summary>
                <span className={s.key}>{key}</span> <span className={s.size}>{Array.isArray(part) ? `[${size}]` : `{${size}}`}</span>{' '}
                {mark}
              </summary>
              <DataTree value={part} before={earlier} isCompared={isCompared && goesOn} />
            </details>
          </li>
        );
      })}
    </ul>
  );
}
