import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import s from './PublicFrame.module.css';

interface PublicFrameProps {
  /** The page's heading. */
  title: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  /** Controls at the end of the top bar, such as the language button. */
  tools?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The page before sign-in: the drawn orrery beside one short form. Plain elements only, since it loads first. */
export function PublicFrame({ title, lead, tools, footer, children }: PublicFrameProps) {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  return (
    <div className={s.frame}>
      <header className={s.art}>
        <p className={s.brand}>{m.ui_product()}</p>
        <p className={s.promise}>{m.ui_promise()}</p>
      </header>
      <main className={s.main}>
        <div className={s.tools}>{tools}</div>
        <div className={s.body}>
          <h1>{title}</h1>
          {lead ? <p className={s.lead}>{lead}</p> : null}
          {children}
        </div>
        <div className={s.footer}>{footer}</div>
      </main>
    </div>
  );
}
