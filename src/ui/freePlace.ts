/** A rectangle in px, as `getBoundingClientRect` returns it. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Step of the search, in px. */
const step = 8;

/** Whether two boxes overlap. */
const covers = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Whether a place overlaps no obstacle. */
export const isFree = (place: Box, obstacles: readonly Box[]): boolean => !obstacles.some((obstacle) => covers(place, obstacle));
/** Whether `inner` lies inside `outer`. */
export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

/** Position for a box of this size that covers no obstacle: as low as possible, the center before the sides. Null if there is none. */
export function freePlace({ width, height }: Pick<Box, 'width' | 'height'>, room: Box, obstacles: readonly Box[]): Box | null {
  const wide = Math.max(0, room.width - width);
  for (let top = room.top + Math.max(0, room.height - height); top >= room.top; top -= step) {
    for (const column of [wide / 2, wide, 0]) {
      const place: Box = { left: room.left + column, top, width, height };
      if (isFree(place, obstacles)) return place;
    }
  }
  return null;
}
