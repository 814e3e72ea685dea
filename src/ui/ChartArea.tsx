import type { ReactNode } from 'react';

/** Width of a character of a value, which is bold, px. */
export const CHARACTER = 8.6;

/** A rectangle in the color and texture of its series: plain, hatched, dotted, and repeating. */
export function Area({
  series,
  patterns,
  children,
  ...box
}: {
  series: number;
  patterns: string;
  x: number;
  y: number;
  width: number;
  height: number;
  children?: ReactNode;
}) {
  return (
    <g>
      {children}
      <rect {...box} rx="2" className={`d-solid-${series + 1}`} />
      {series % 3 ? <rect {...box} fill={`url(#${patterns}${series % 3})`} /> : null}
    </g>
  );
}
