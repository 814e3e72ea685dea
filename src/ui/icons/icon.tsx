import type { ComponentType, SVGProps } from 'react';

/** Display of an icon: `size` is its width and height (24 px), `stroke` its line width (2 of 24). */
interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  size?: number | string;
  stroke?: number;
}
/** An icon in the color of the surrounding text. */
export type Icon = ComponentType<IconProps>;

function drawn(d: string, isFilled: boolean): Icon {
  return ({ size = 24, stroke = 2, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its meaning is in the text beside it, or in its button's name
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      {...(isFilled
        ? { fill: 'currentColor' }
        : { fill: 'none', stroke: 'currentColor', strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' })}
      {...rest}
    >
      <path d={d} />
    </svg>
  );
}

/** An outlined icon; `d` as in SVG's `path`, on a 24 × 24 square. */
export const outlined = (d: string): Icon => drawn(d, false);

/** A filled icon; `d` as in SVG's `path`, on a 24 × 24 square. */
export const filled = (d: string): Icon => drawn(d, true);
