'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import s from './Layout.module.css';

type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface StackProps {
  /** Step of the space scale between the children. */
  gap?: Gap;
  align?: 'stretch' | 'start' | 'center' | 'end';
  children: ReactNode;
}

/** Stacks children vertically. */
export function Stack({ gap = 4, align = 'stretch', children }: StackProps) {
  return (
    <div className={s.stack} data-gap={gap} data-align={align}>
      {children}
    </div>
  );
}

interface RowProps extends StackProps {
  justify?: 'start' | 'between' | 'end' | 'center';
  /** Keeps all on one line; the children must be able to shrink. */
  noWrap?: boolean;
}

/** Places children side by side, wrapping to new lines. */
export function Row({ gap = 3, align = 'center', justify = 'start', noWrap = false, children }: RowProps) {
  return (
    <div className={s.row} data-gap={gap} data-align={align} data-justify={justify} data-nowrap={noWrap || undefined}>
      {children}
    </div>
  );
}

interface GridProps {
  gap?: Gap;
  /** Minimum column width before the number of columns drops: s ≈ 12, m ≈ 17, l ≈ 24 characters. */
  min?: 's' | 'm' | 'l';
  children: ReactNode;
}

/** Arranges children in as many equal columns as fit. */
export function Grid({ gap = 4, min = 'm', children }: GridProps) {
  return (
    <div className={s.grid} data-gap={gap} data-min={min}>
      {children}
    </div>
  );
}

interface TextProps {
  tone?: 'normal' | 'soft' | 'danger';
  /** Step of the type scale. */
  size?: 1 | 2 | 3 | 4 | 5;
  isBold?: boolean;
  as?: 'p' | 'span' | 'div' | 'h2';
  id?: string;
  children: ReactNode;
}

/** A paragraph or phrase in a step of the type scale. */
export function Text({ tone = 'normal', size = 3, isBold = false, as: Element = 'p', id, children }: TextProps) {
  return (
    <Element className={s.text} id={id} data-tone={tone} data-size={size} data-bold={isBold || undefined}>
      {children}
    </Element>
  );
}
