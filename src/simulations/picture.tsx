import { type CSSProperties, type ReactNode, useId } from 'react';
import '../ui/diagram.css';
import styles from './simulation.module.css';

interface PictureProps {
  width: number;
  height: number;
  /** Describes the picture. */
  label: string;
  /** An animation fills the video player; a simulation's stage is narrower. */
  film?: boolean;
  /** A sky: dark in every theme, with the dark theme's diagram colors. */
  night?: boolean;
  children: ReactNode;
}

/** A named SVG image. Its text grows as its space shrinks. */
export function Picture({ width, height, label, film = false, night = false, children }: PictureProps) {
  const id = useId();
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`${film ? styles.film : styles.picture} ${night ? styles.night : ''}`}
      style={{ '--ratio': width / height } as CSSProperties}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      {children}
    </svg>
  );
}

/** The six diagram colors; never the only carrier of meaning. */
export type Color = 1 | 2 | 3 | 4 | 5 | 6;

interface ArrowProps {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  color: Color;
  width?: number;
}

/** A straight arrow; draws nothing if it is shorter than its line width. */
export function Arrow({ from, to, color, width = 3 }: ArrowProps) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < width) return null;
  const head = Math.min(4 * width, length);
  const [ux, uy] = [dx / length, dy / length];
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  const half = head * 0.5;
  return (
    <g>
      {length > head && <line x1={from[0]} y1={from[1]} x2={bx} y2={by} className={`d-line-${color}`} strokeWidth={width} fill="none" />}
      <polygon
        points={`${to[0]},${to[1]} ${bx - uy * half},${by + ux * half} ${bx + uy * half},${by - ux * half}`}
        className={`d-solid-${color}`}
      />
    </g>
  );
}

/** @returns the `d` of a path through the points. */
export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

/** @returns `count` numbers starting at `first`, `step` apart: the marks of a scale, or positions in a row. */
export function marks(count: number, step = 1, first = 0): number[] {
  return Array.from({ length: count }, (_, i) => first + i * step);
}

interface DotsProps {
  at: readonly (readonly [x: number, y: number, ...unknown[]])[];
  color: Color;
  size: number;
}

/** Many dots of one color, in one path. */
export const Dots = ({ at, color, size }: DotsProps) => (
  <path
    d={at.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('')}
    className={`d-line-${color}`}
    strokeWidth={size}
    strokeLinecap="round"
    fill="none"
  />
);
