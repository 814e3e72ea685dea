'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';
import { cx } from './cx.ts';
import s from './Page.module.css';

interface PageProps {
  /** `narrow` for forms and reading, `wide` for tables, `normal` otherwise. */
  width?: 'narrow' | 'normal' | 'wide' | undefined;
  children: ReactNode;
}

/** The content of one screen inside a frame; starts with a PageHeader. */
export function Page({ width = 'normal', children }: PageProps) {
  return <div className={cx(s.page, s[width])}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  /** Ancestors of this page, from the top; the page itself is not listed. */
  breadcrumbs?: readonly Crumb[];
  /** One sentence under the title: a description or a status. */
  lead?: ReactNode;
  /** Small facts after the title, for example a Badge. */
  badge?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  /** More actions, less prominent than the primary one. */
  more?: ReactNode;
}

/** Title of a screen with its breadcrumbs and its main action. */
export function PageHeader({ title, breadcrumbs, lead, badge, action, more }: PageHeaderProps) {
  return (
    <header className={s.header}>
      {breadcrumbs?.length ? <Breadcrumbs items={breadcrumbs} /> : null}
      <div className={s.line}>
        <div className={s.titles}>
          <div className={s.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {lead ? <p className={s.lead}>{lead}</p> : null}
        </div>
        {more || action ? (
          <div className={s.actions}>
            {more}
            {action}
          </div>
        ) : null}
      </div>
    </header>
  );
}

interface SectionProps {
  title: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** A titled section of a screen. */
export function Section({ title, lead, action, id, children }: SectionProps) {
  return (
    <section className={s.section} id={id}>
      <div className={s.line}>
        <h2>{title}</h2>
        {action ? <div className={s.actions}>{action}</div> : null}
      </div>
      {lead ? <p className={s.sectionLead}>{lead}</p> : null}
      {children}
    </section>
  );
}
