/** A rectangle in px, as `getBoundingClientRect` gives it. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far apart the places are that are looked at, in px. */
const step = 8;

/** Whether the one covers some of the other. */
const covers = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Whether a place covers no obstacle. */
export const isFree = (place: Box, obstacles: readonly Box[]): boolean => !obstacles.some((obstacle) => covers(place, obstacle));
/** Whether the one is inside the other. */
export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

/**
 * Where a box of this size stands without covering an obstacle: as far down as can be, in the middle before the sides. Null: nowhere.
 */
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
