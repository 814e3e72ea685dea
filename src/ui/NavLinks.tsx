'use no memo'; // Cheap to draw: see decision 011.

import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { BareButton } from './BareButton.tsx';
import { cx } from './cx.ts';
import type { NavItem } from './FrameTools.tsx';
import { IconDotsVertical } from './icons.ts';
import { Menu } from './Menu.tsx';
import s from './NavLinks.module.css';

interface NavLinksProps {
  items: readonly NavItem[];
  /** `rail`: stacked at the side; `bar`: in the top bar. Both become a bar at the bottom on phones. */
  look: 'rail' | 'bar';
}

/** Links in the bottom bar of a phone; the rest is behind "More". */
const ON_PHONE = 5;

/** The main navigation of a frame. */
export function NavLinks({ items, look }: NavLinksProps) {
  const isTooMany = items.length > ON_PHONE;
  const rest = isTooMany ? items.slice(ON_PHONE - 1) : [];
  return (
    <nav aria-label={m.ui_navigation()} className={s.nav} data-look={look}>
      <ul>
        {items.map(({ key, label, icon: Picture, href, isCurrent }, index) => (
          <li key={key} data-rest={(isTooMany && index >= ON_PHONE - 1) || undefined}>
            <Anchor href={href} className={s.link} aria-current={isCurrent ? 'page' : undefined}>
              <Picture size={22} stroke={1.75} aria-hidden="true" />
              <span className={s.label}>{label}</span>
            </Anchor>
          </li>
        ))}
        {isTooMany ? (
          <li className={s.more}>
            <Menu
              trigger={
                <BareButton className={cx(s.link, rest.some(({ isCurrent }) => isCurrent) && s.current)}>
                  <IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />
                  <span className={s.label}>{m.ui_more()}</span>
                </BareButton>
              }
              label={m.ui_more()}
              placement="top end"
              groups={[{ key: 'more', items: rest.map(({ key, label, icon, href }) => ({ key, label, icon, href })) }]}
            />
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
