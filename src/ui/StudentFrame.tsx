'use no memo'; // Cheap to draw: see decision 011.

import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { FrameTools, type FrameToolsProps, type NavItem } from './FrameTools.tsx';
import { Logo } from './Logo.tsx';
import { NavLinks } from './NavLinks.tsx';
import { Main, SkipLink } from './SkipLink.tsx';
import s from './StudentFrame.module.css';
import { useScrollPadding } from './useScrollPadding.ts';

interface StudentFrameProps extends FrameToolsProps {
  nav: readonly NavItem[];
  homeHref: string;
  /** Bars that always stay at the top of the screen: ActingAsBar, offline. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of students: few links in the top bar, larger targets and type. */
export function StudentFrame({ nav, homeHref, banner, children, ...tools }: StudentFrameProps) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  useScrollPadding(head);
  return (
    <div className={s.frame}>
      <SkipLink />
      <header ref={setHead} className={s.head}>
        {banner}
        <div className={s.top}>
          <Anchor href={homeHref} className={s.brand} aria-label={m.ui_product()}>
            <Logo size={34} />
            <span className={s.name}>{m.ui_product()}</span>
          </Anchor>
          <NavLinks items={nav} look="bar" />
          <div className={s.tools}>
            <FrameTools {...tools} />
          </div>
        </div>
      </header>
      <Main className={s.main}>{children}</Main>
    </div>
  );
}
