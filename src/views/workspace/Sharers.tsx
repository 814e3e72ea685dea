import type { WorkspaceMeta } from '../../../contract/workspace.ts';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { viewPath } from './address.ts';
import s from './workspace.module.css';

interface SharersProps {
  people: WorkspaceMeta['shared_by'];
  /** The colleague whose lessons are shown; null for everyone. */
  current: number | null;
}

/** Filters shared lessons by the colleague who shared them. */
export function Sharers({ people, current }: SharersProps) {
  return (
    <nav className={s.people} aria-label={m.workspace_tab_shared()}>
      <ul>
        <li>
          <Link href={viewPath({ tab: 'shared', place: null })} look="plain" aria-current={current === null ? 'page' : undefined}>
            {m.workspace_everyone()}
          </Link>
        </li>
        {people.map((person) => (
          <li key={person.user_puid}>
            <Link
              href={viewPath({ tab: 'shared', place: { level: 4, sharedBy: person.user_puid } })}
              look="plain"
              aria-current={current === person.user_puid ? 'page' : undefined}
            >
              {person.name} ({person.lesson_count})
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
