import { describe, expect, it } from 'vitest';
import * as moon from '../../src/simulations/moon-phases.model.ts';
import * as orrery from '../../src/simulations/orrery.model.ts';
import * as plates from '../../src/simulations/plate-motion.model.ts';
import * as seasons from '../../src/simulations/seasons.model.ts';

describe('orrery', () => {
  it('has the sidereal periods of NASA’s fact sheets, in days, within 0.3 %', () => {
    const days = {
      mercury: 87.969,
      venus: 224.701,
      earth: 365.256,
      mars: 686.98,
      jupiter: 4332.589,
      saturn: 10759.22,
      uranus: 30685.4,
      neptune: 60189,
    };
    for (const planet of orrery.names) expect(Math.abs(orrery.period(planet) / days[planet] - 1)).toBeLessThan(0.003);
  });

  it('obeys Kepler’s third law within 0.5 %', () => {
    for (const planet of orrery.names) {
      const years = orrery.period(planet) / 365.25636;
      expect(Math.abs(years ** 2 / orrery.planets[planet].distance ** 3 - 1)).toBeLessThan(0.005);
    }
  });

  it('comes back to the same direction after one period, and starts where JPL says', () => {
    for (const planet of orrery.names) {
      const start = orrery.longitude(planet, 0);
      const turn = Math.abs(orrery.longitude(planet, orrery.period(planet)) - start);
      expect(Math.min(turn, 360 - turn)).toBeLessThan(1e-6);
    }
    expect(orrery.longitude('earth', 0)).toBeCloseTo(100.46, 1);
    expect(orrery.longitude('mars', 0)).toBeCloseTo(355.45, 1);
  });

  it('shows the great conjunction of December 2020: Jupiter and Saturn within 7° as seen from the Sun', () => {
    const day = (Date.UTC(2020, 11, 21) - orrery.dateOf(0).getTime()) / 86_400_000;
    expect(Math.abs(orrery.longitude('jupiter', day) - orrery.longitude('saturn', day))).toBeLessThan(7);
  });

  it('counts days from noon of 1 January 2000 and ends a century later', () => {
    expect(orrery.dateOf(366).toISOString()).toBe('2001-01-01T12:00:00.000Z');
    expect(orrery.stepDay(orrery.LAST_DAY - 1, 1, 1000)).toBe(orrery.LAST_DAY);
  });
});

describe('phases of the Moon', () => {
  const { MONTH } = moon;

  it('are named in order, each at its share of the month', () => {
    const eighths = Array.from({ length: 9 }, (_, i) => moon.phaseOf((i * MONTH) / 8));
    expect(eighths).toEqual([...moon.phases, 'new']);
    expect([0, 4, 7.4, 11, 14.8, 18, 22.1, 26, 29.4].map(moon.phaseOf)).toEqual([
      'new',
      'waxing-crescent',
      'first-quarter',
      'waxing-gibbous',
      'full',
      'waning-gibbous',
      'last-quarter',
      'waning-crescent',
      'new',
    ]);
  });

  it('light none of the face at new Moon, half at the quarters, all at full Moon', () => {
    expect(moon.litShare(0)).toBeCloseTo(0, 9);
    expect(moon.litShare(MONTH / 4)).toBeCloseTo(0.5, 9);
    expect(moon.litShare(MONTH / 2)).toBeCloseTo(1, 9);
  });

  it('are highest at noon, at sunset, at midnight and at sunrise', () => {
    expect([0, 1, 2, 3].map((quarter) => moon.highestAt((quarter * MONTH) / 4))).toEqual(
      [12, 18, 0, 6].map((hour) => expect.closeTo(hour, 6)),
    );
  });

  it('draw a lit part of the right size on the right side', () => {
    for (let day = 0.4; day < MONTH; day += 0.7) {
      const { area, middle } = measured(moon.litPath(day, 100));
      expect(area / (Math.PI * 100 ** 2)).toBeCloseTo(moon.litShare(day), 2);
      expect(Math.sign(middle)).toBe(day < MONTH / 2 ? 1 : -1);
    }
  });

  it('begin again after a month', () => {
    expect(moon.stepMonth(MONTH - 0.1, 0.2)).toBeCloseTo(0.1, 9);
  });
});

/** @returns area and middle of the outline that the arcs of a lit part's path form, measured by points along both */
function measured(path: string): { area: number; middle: number } {
  const arcs = [...path.matchAll(/A([\d.]+) ([\d.]+) 0 0 ([01]) 0 (-?[\d.]+)/g)].map(([, rx, ry, sweep, y]) => ({
    rx: Number(rx),
    ry: Number(ry),
    // Downward, a sweep of 1 bulges to the right; upward, to the left.
    side: (sweep === '1') === Number(y) > 0 ? 1 : -1,
    down: Number(y) > 0,
  }));
  const points = arcs.flatMap(({ rx, ry, side, down }) =>
    Array.from({ length: 200 }, (_, i) => {
      const angle = (-90 + (180 * i) / 199) * (Math.PI / 180) * (down ? 1 : -1);
      return [side * rx * Math.cos(angle), ry * Math.sin(angle)] as const;
    }),
  );
  let [twice, moment] = [0, 0];
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0];
    twice += x * nextY - nextX * y;
    moment += (x + nextX) * (x * nextY - nextX * y);
  }
  return { area: Math.abs(twice) / 2, middle: moment / (3 * twice) };
}

describe('seasons', () => {
  const dayOf = (month: number, date: number) => (Date.UTC(2026, month - 1, date, 12) - seasons.dateOf(0).getTime()) / 86_400_000;
  const [march, june, september, december] = [dayOf(3, 20), dayOf(6, 21), dayOf(9, 23), dayOf(12, 21)];

  it('have the Sun overhead at the tropics at the solstices and at the equator at the equinoxes', () => {
    expect(seasons.declination(june, 23.44)).toBeCloseTo(23.44, 1);
    expect(seasons.declination(december, 23.44)).toBeCloseTo(-23.44, 1);
    expect(Math.abs(seasons.declination(march, 23.44))).toBeLessThan(0.5);
    expect(Math.abs(seasons.declination(september, 23.44))).toBeLessThan(0.5);
  });

  it('give 40° north 14.8 h of day and a noon Sun at 73° in June, 9.2 h and 27° in December', () => {
    const summer = seasons.declination(june, 23.4);
    const winter = seasons.declination(december, 23.4);
    expect(seasons.dayLength(40, summer)).toBeCloseTo(14.84, 1);
    expect(seasons.noonHeight(40, summer)).toBeCloseTo(73.4, 1);
    expect(seasons.dayLength(40, winter)).toBeCloseTo(9.16, 1);
    expect(seasons.noonHeight(40, winter)).toBeCloseTo(26.6, 1);
  });

  it('give polar day and night within the polar circles', () => {
    expect(seasons.dayLength(70, 23.4)).toBe(24);
    expect(seasons.dayLength(70, -23.4)).toBe(0);
    expect(seasons.dayLength(90, 10)).toBe(24);
    expect(seasons.noonHeight(70, -23.4)).toBeLessThan(0);
  });

  it('vanish without tilt', () => {
    for (const day of [march, june, september, december]) {
      expect(seasons.declination(day, 0)).toBeCloseTo(0, 9);
      expect(seasons.dayLength(40, 0)).toBeCloseTo(12, 9);
    }
  });

  it('have the known daily sunlight: 433 W/m² at the equator on an equinox, most at the pole in June', () => {
    expect(seasons.dailySunlight(0, 0)).toBeCloseTo(1361 / Math.PI, 6);
    expect(seasons.dailySunlight(90, 23.44)).toBeCloseTo(1361 * Math.sin((23.44 * Math.PI) / 180), 6);
    expect(seasons.dailySunlight(80, -23.44)).toBeCloseTo(0, 6);
  });
});

describe('plates', () => {
  it('move 500 km in ten million years at 5 cm a year', () => {
    expect(plates.movedBy(5, 10)).toBeCloseTo(500, 9);
    expect(plates.movedBy(5, 1)).toBeCloseTo(50, 9);
  });

  it('pile up all the crust that no longer fits, with a sixth of it above', () => {
    for (const shortening of [50, 300, 900]) {
      const { above, below, halfWidth } = plates.pileUp(shortening);
      expect((above + below) * halfWidth * Math.sqrt(2 * Math.PI)).toBeCloseTo(shortening * plates.CRUST, 6);
      expect(above / (above + below)).toBeCloseTo(0.15, 2);
    }
  });

  it('let the sea floor sink by 1.1 km in ten million years', () => {
    expect(plates.floorDepth(10)).toBeCloseTo(1.107, 3);
  });

  it('stop their clock at the end', () => {
    expect(plates.stepTime(plates.LAST, 1)).toBe(plates.LAST);
  });
});
