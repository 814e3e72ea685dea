import type { ReactNode } from 'react';
import s from './Layout.module.css';

type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface StackProps {
  /** Step of the space scale between the children. */
  gap?: Gap;
  align?: 'stretch' | 'start' | 'center' | 'end';
  children: ReactNode;
}

/** Children below one another. */
export function Stack({ gap = 4, align = 'stretch', children }: StackProps) {
  return (
    <div className={s.stack} data-gap={gap} data-align={align}>
      {children}
    </div>
  );
}

interface RowProps extends StackProps {
  justify?: 'start' | 'between' | 'end' | 'center';
  /** Keeps all on one line; the children must then be able to shrink. */
  noWrap?: boolean;
}

/** Children beside one another, wrapping to new lines. */
export function Row({ gap = 3, align = 'center', justify = 'start', noWrap = false, children }: RowProps) {
  return (
    <div className={s.row} data-gap={gap} data-align={align} data-justify={justify} data-nowrap={noWrap || undefined}>
      {children}
    </div>
  );
}

interface GridProps {
  gap?: Gap;
  /** Narrowest column before the columns become fewer: s ≈ 12, m ≈ 17, l ≈ 24 characters wide. */
  min?: 's' | 'm' | 'l';
  children: ReactNode;
}

/** Children in as many equal columns as fit. */
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
