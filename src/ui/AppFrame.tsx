import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import s from './AppFrame.module.css';
import { FrameTools, type FrameToolsProps, type NavItem } from './FrameTools.tsx';
import { Logo } from './Logo.tsx';
import { NavLinks } from './NavLinks.tsx';
import { Main, SkipLink } from './SkipLink.tsx';
import { useScrollPadding } from './useScrollPadding.ts';

export interface AppFrameProps extends FrameToolsProps {
  nav: readonly NavItem[];
  /** Link target of the logo. */
  homeHref: string;
  /** A SearchField, or a button that opens the search. */
  search?: ReactNode;
  /** Bars that always stay at the top of the screen: ActingAsBar, offline. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of teachers and administrators: a navigation rail, a top bar, the screen. */
export function AppFrame({ nav, homeHref, search, banner, children, ...tools }: AppFrameProps) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  useScrollPadding(head);
  return (
    <div className={s.frame}>
      <SkipLink />
      <section className={s.rail} aria-label={m.ui_product()}>
        <Anchor href={homeHref} className={s.brand} aria-label={m.ui_product()}>
          <Logo size={30} />
          <span className={s.name}>{m.ui_product()}</span>
        </Anchor>
        <NavLinks items={nav} look="rail" />
      </section>
      <header ref={setHead} className={s.head}>
        {banner}
        <div className={s.top}>
          <Anchor href={homeHref} className={s.brandSmall} aria-label={m.ui_product()}>
            <Logo size={28} />
          </Anchor>
          <div className={s.search}>{search}</div>
          <FrameTools {...tools} />
        </div>
      </header>
      <Main className={s.main}>{children}</Main>
    </div>
  );
}
