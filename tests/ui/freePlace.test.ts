import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, freePlace, isFree, isWithin } from '../../src/ui/freePlace.ts';

const room: Box = { left: 16, top: 16, width: 1334, height: 736 };
const size = { width: 400, height: 50 };
const boxes = fc.array(
  fc.record({
    left: fc.integer({ min: 0, max: 1366 }),
    top: fc.integer({ min: 0, max: 768 }),
    width: fc.integer({ min: 1, max: 400 }),
    height: fc.integer({ min: 1, max: 60 }),
  }),
  { maxLength: 60 },
);

describe('the place of a toast', () => {
  it('is at the bottom, in the middle, where nothing is in the way', () => {
    expect(freePlace(size, room, [])).toEqual({ left: 483, top: 702, ...size });
  });
  it('is above a bar of buttons at the bottom', () => {
    const bar = { left: 0, top: 700, width: 1366, height: 68 };
    const { top } = freePlace(size, room, [bar]) as Box;
    expect(top + size.height).toBeLessThanOrEqual(700);
    expect(top).toBeGreaterThan(700 - size.height - 8);
  });
  it('is beside a column of controls rather than far up', () => {
    const column = { left: 500, top: 0, width: 300, height: 768 };
    expect(freePlace(size, room, [column])).toEqual({ left: 950, top: 702, ...size });
  });
  it('covers no obstacle, or is none because every place in the middle would', () => {
    fc.assert(
      fc.property(boxes, (obstacles) => {
        const found = freePlace(size, room, obstacles);
        if (found) expect([isFree(found, obstacles), isWithin(found, room)]).toEqual([true, true]);
        else for (let top = 702; top >= 16; top -= 8) expect(isFree({ ...size, left: 483, top }, obstacles)).toBe(false);
      }),
    );
  });
});
