import { m } from '../paraglide/messages.js';
import s from './Breadcrumbs.module.css';
import { IconChevronRight } from './icons.ts';
import { Link } from './Link.tsx';

export interface Crumb {
  label: string;
  href: string;
}

/** The ancestors of this page, from the top. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label={m.ui_breadcrumbs()} className={s.crumbs}>
      <ol>
        {items.map(({ label, href }) => (
          <li key={href}>
            <Link href={href} look="plain">
              {label}
            </Link>
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
