'use no memo'; // Cheap to draw: see decision 011.

import { type ReactNode, useId } from 'react';
import s from './Card.module.css';
import { cx } from './cx.ts';
import { Link } from './Link.tsx';

interface CardProps {
  title?: ReactNode;
  /** Small line above the title: the kind of item, or its place. */
  eyebrow?: ReactNode;
  /** Makes the title a link and the whole card its target. */
  href?: string;
  /** Called before the link is followed. */
  onOpen?: () => void;
  /** At the end of the title's line: a badge or a menu. */
  end?: ReactNode;
  /** A drawing or picture at the top, edge to edge. Decorative unless it has its own name. */
  media?: ReactNode;
  footer?: ReactNode;
  /** `accent`: the most important card on the screen. */
  tone?: 'plain' | 'accent' | 'quiet';
  /** Level of the title's heading. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** One item among others: an assignment, a class, a lesson. */
export function Card({ title, eyebrow, href, onOpen, end, media, footer, tone = 'plain', level = 3, children }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={cx(s.card, s[tone], href && s.linked)} aria-labelledby={title ? id : undefined}>
      {media ? <div className={s.media}>{media}</div> : null}
      <div className={s.body}>
        {eyebrow ? <p className={s.eyebrow}>{eyebrow}</p> : null}
        {title || end ? (
          <div className={s.head}>
            {title ? (
              <Heading id={id} className={s.title}>
                {href ? (
                  <Link href={href} look="plain" onPress={onOpen}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </Heading>
            ) : null}
            {end ? <div className={s.end}>{end}</div> : null}
          </div>
        ) : null}
        {children}
      </div>
      {footer ? <div className={s.footer}>{footer}</div> : null}
    </article>
  );
}
