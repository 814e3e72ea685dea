import s from './Mark.module.css';

/** Shapes by how much of something there is: all, a part, none of it; nothing was given; it still waits; it does not apply. */
export type MarkShape = 'full' | 'half' | 'cross' | 'empty' | 'clock' | 'dash';

const box = 'M6.5 3H17.5A3.5 3.5 0 0 1 21 6.5V17.5A3.5 3.5 0 0 1 17.5 21H6.5A3.5 3.5 0 0 1 3 17.5V6.5A3.5 3.5 0 0 1 6.5 3Z';

/** The drawing in each box, and whether it is filled or a line. */
const inner: Record<MarkShape, { line?: string; area?: string }> = {
  full: { line: 'M7.5 12.5L10.8 15.8L16.8 8.8' },
  half: { area: 'M21 6.5V17.5A3.5 3.5 0 0 1 17.5 21H6.5A3.5 3.5 0 0 1 3.6 19.4L19.4 3.6A3.5 3.5 0 0 1 21 6.5Z' },
  cross: { line: 'M8 8L16 16M16 8L8 16' },
  empty: {},
  clock: { line: 'M12 6.8V12L15.4 14.4' },
  dash: { line: 'M8.5 12H15.5' },
};

/** A value of a grid as a shape, which color repeats. It has no name: the words are beside it. */
export function Mark({ shape }: { shape: MarkShape }) {
  const { line, area } = inner[shape];
  return (
    <svg className={s.mark} data-shape={shape} viewBox="0 0 24 24" aria-hidden="true">
      {shape === 'dash' ? null : <path className={s.box} d={box} />}
      {area ? <path className={s.area} d={area} /> : null}
      {line ? <path className={s.line} d={line} /> : null}
    </svg>
  );
}
