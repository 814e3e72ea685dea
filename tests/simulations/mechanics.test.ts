import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as carts from '../../src/simulations/collision-carts.model.ts';
import * as floating from '../../src/simulations/density-float.model.ts';
import * as track from '../../src/simulations/energy-track.model.ts';
import * as pendulum from '../../src/simulations/pendulum.model.ts';
import * as wave from '../../src/simulations/wave-string.model.ts';

/** Applies `step` until `seconds` have passed. */
function run<State>(state: State, seconds: number, dt: number, step: (state: State, dt: number) => State): State {
  let now = state;
  for (let i = 0; i < Math.round(seconds / dt); i++) now = step(now, dt);
  return now;
}

describe('pendulum', () => {
  const { earth, moon } = pendulum.gravity;

  it('has the period 2π√(L/g) within 0.5 % at a small angle, whatever the length and place', () => {
    for (const g of [earth, moon]) {
      for (const length of [0.2, 1, 2]) {
        const period = pendulum.measurePeriod(length, 5, g);
        expect(period / (2 * Math.PI * Math.sqrt(length / g))).toBeCloseTo(1, 2);
        expect(Math.abs(period / pendulum.smallAnglePeriod(length, g) - 1)).toBeLessThan(0.005);
      }
    }
  });

  it('is slower at a large angle, as the complete elliptic integral says: 1.0732 times at 60°', () => {
    expect(pendulum.measurePeriod(1, 60, earth) / pendulum.smallAnglePeriod(1, earth)).toBeCloseTo(1.0732, 3);
  });

  it('swings for the period that is read out, and loses no height', () => {
    const period = pendulum.measurePeriod(1, 40, earth);
    const after = run(pendulum.startSwing(40), Math.round(period * 10 * 120) / 120, 1 / 120, (s, dt) =>
      pendulum.stepSwing(s, dt, 1, earth),
    );
    expect((after.angle * 180) / Math.PI).toBeGreaterThan(39.8);
    expect((after.angle * 180) / Math.PI).toBeLessThanOrEqual(40.001);
  });

  it('pulls the string with three times the weight when released at 90°', () => {
    expect(pendulum.largestPull(2, 90, earth)).toBeCloseTo(3 * 2 * earth, 9);
  });

  it('keeps a bounded trace', () => {
    const after = run(pendulum.startSwing(20), 60, 1 / 120, (s, dt) => pendulum.stepSwing(s, dt, 1, earth));
    expect(after.trace.length).toBeLessThan(300);
    expect(after.time - (after.trace[0]?.[0] ?? 0)).toBeLessThanOrEqual(pendulum.MEMORY + 0.1);
  });
});

describe('colliding carts', () => {
  const settings = fc.record({
    massA: fc.integer({ min: 1, max: 8 }).map((n) => n / 2),
    massB: fc.integer({ min: 1, max: 8 }).map((n) => n / 2),
    velocityA: fc.integer({ min: -30, max: 30 }).map((n) => n / 10),
    velocityB: fc.integer({ min: -30, max: 30 }).map((n) => n / 10),
    elastic: fc.boolean(),
  });

  it('keep momentum always, and kinetic energy when they bounce', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const end = run(carts.startCarts(given), 10, 1 / 60, (state, dt) => carts.stepCarts(state, dt, given));
        const before = carts.measure(given, given.velocityA, given.velocityB);
        const after = carts.measure(given, end.velocityA, end.velocityB);
        expect(after.momentum).toBeCloseTo(before.momentum, 9);
        if (given.elastic) expect(after.energy).toBeCloseTo(before.energy, 9);
        else expect(after.energy).toBeLessThanOrEqual(before.energy + 1e-9);
        expect(end.b - end.a).toBeGreaterThanOrEqual(carts.CART - 1e-9);
      }),
    );
  });

  it('change velocities when of equal mass, and share one when they stick', () => {
    const equal = { massA: 1, massB: 1, velocityA: 2, velocityB: 0 };
    expect(carts.afterCollision({ ...equal, elastic: true }, 2, 0)).toEqual({ velocityA: 0, velocityB: 2 });
    expect(carts.afterCollision({ ...equal, elastic: false }, 2, 0)).toEqual({ velocityA: 1, velocityB: 1 });
    const heavy = carts.afterCollision({ ...equal, massA: 2, elastic: true }, 2, 0);
    expect(heavy.velocityA).toBeCloseTo(2 / 3, 9);
    expect(heavy.velocityB).toBeCloseTo(8 / 3, 9);
  });

  it('meet at the same moment, however long the steps are', () => {
    const given = { massA: 1, massB: 2, velocityA: 2, velocityB: -0.5, elastic: true };
    const [coarse, fine] = [1 / 10, 1 / 1000].map((dt) =>
      run(carts.startCarts(given), 1.5, dt, (s, step) => carts.stepCarts(s, step, given)),
    );
    expect(coarse?.a).toBeCloseTo(fine?.a ?? 0, 9);
    expect(coarse?.b).toBeCloseTo(fine?.b ?? 0, 9);
  });

  it('end their run at once when both stand still, and never collide when they part', () => {
    const still = { massA: 1, massB: 1, velocityA: 0, velocityB: 0, elastic: true };
    expect(carts.isOver(carts.startCarts(still))).toBe(true);
    const parting = { ...still, velocityA: -1, velocityB: 1 };
    expect(run(carts.startCarts(parting), 5, 0.01, (s, dt) => carts.stepCarts(s, dt, parting)).collided).toBe(false);
  });
});

describe('energy on a track', () => {
  const dt = 1 / 480;
  const ride = (height: number, friction: number, seconds: number) =>
    run(track.startRide(height), seconds, dt, (state) => track.stepRide(state, dt, friction));

  it('conserves mechanical energy without friction within 0.1 % over a minute', () => {
    const start = track.energies(track.startRide(4), 60);
    let state = track.startRide(4);
    for (let i = 0; i < 60 * 480; i++) {
      state = track.stepRide(state, dt, 0);
      expect(Math.abs(track.energies(state, 60).total / start.total - 1)).toBeLessThan(0.001);
    }
    expect(state.heat).toBe(0);
  });

  it('turns everything but what remains as height into heat, and keeps the total', () => {
    const start = track.energies(track.startRide(4), 60);
    const end = ride(4, 0.1, 120);
    const energy = track.energies(end, 60);
    expect(end.stopped).toBe(true);
    expect(energy.kinetic).toBe(0);
    expect(energy.thermal).toBeGreaterThan(0.7 * start.total);
    expect(Math.abs(energy.total / start.total - 1)).toBeLessThan(0.002);
  });

  it('has the speed √(2 g Δh) in the dip: 8.4 m/s from 4 m', () => {
    let [state, fastest] = [track.startRide(4), 0];
    for (let i = 0; i < 4 * 480; i++) {
      state = track.stepRide(state, dt, 0);
      fastest = Math.max(fastest, Math.abs(state.speed));
    }
    expect(fastest).toBeCloseTo(8.44, 1);
  });

  it('does not pass the hill from below its top, and passes it from above', () => {
    const farthest = (height: number) => {
      let [state, x] = [track.startRide(height), 0];
      for (let i = 0; i < 20 * 480; i++) {
        state = track.stepRide(state, dt, 0);
        x = Math.max(x, state.x);
      }
      return x;
    };
    expect(farthest(1.5)).toBeLessThan(track.WIDTH / 2);
    expect(farthest(2)).toBeGreaterThan(track.WIDTH / 2);
  });

  it('knows its own slope', () => {
    for (const x of [0.5, 3, 5, 6, 7.3, 11]) {
      const measured = (track.trackHeight(x + 1e-5) - track.trackHeight(x - 1e-5)) / 2e-5;
      expect(track.trackShape(x).slope).toBeCloseTo(measured, 6);
    }
  });
});

describe('floating blocks', () => {
  const settle = (block: number, liquid: number) =>
    run(floating.start, 30, 1 / 240, (state, dt) => floating.step(state, dt, block, liquid));

  it('rest with the share of their density under the surface, for every block and liquid', () => {
    for (const block of Object.values(floating.blocks)) {
      for (const liquid of Object.values(floating.liquids)) {
        const end = settle(block, liquid);
        if (block < liquid) {
          expect(floating.submerged(end.depth)).toBeCloseTo(block / liquid, 2);
          const { weight, buoyancy } = floating.forces(end.depth, block, liquid);
          expect(buoyancy / weight).toBeCloseTo(1, 2);
        } else {
          expect(end.depth).toBeCloseTo(floating.surface(end.depth), 9);
          expect(end.speed).toBe(0);
        }
      }
    }
  });

  it('weigh 4.9 N when a liter of pine, and displace their own volume when sunk', () => {
    expect(floating.forces(0, 500, 998).weight).toBeCloseTo(4.903, 3);
    expect(floating.forces(1, 2700, 998).buoyancy).toBeCloseTo(9.787, 3);
    expect(floating.densityOf('own', 0.9)).toBeCloseTo(900, 9);
  });
});

describe('wave on a rope', () => {
  const settings = { frequency: 1, amplitude: 30, tension: 4 };
  const ropeAfter = (seconds: number, given = settings) =>
    run(wave.startRope(), seconds, wave.DT, (rope, dt) => wave.stepRope(rope, dt, given));

  it('moves at √(tension / mass per length)', () => {
    expect(wave.waveSpeed(4)).toBe(4);
    expect(wave.waveSpeed(16)).toBe(8);
  });

  it('has the wavelength speed / frequency between its crests, within 2 %', () => {
    for (const given of [
      settings,
      { ...settings, frequency: 2 },
      { ...settings, tension: 16, frequency: 2 },
      { ...settings, tension: 1 },
    ]) {
      const [first = 0, second = 0] = wave.crests(ropeAfter(12, given).now);
      expect((second - first) / (wave.waveSpeed(given.tension) / given.frequency)).toBeGreaterThan(0.98);
      expect((second - first) / (wave.waveSpeed(given.tension) / given.frequency)).toBeLessThan(1.02);
    }
  });

  it('reaches the far end after length / speed, and not before', () => {
    expect(Math.max(...ropeAfter(2).now.slice(180).map(Math.abs))).toBeLessThan(0.01);
    expect(Math.max(...ropeAfter(3.2).now.slice(180).map(Math.abs))).toBeGreaterThan(0.2);
  });

  it('reflects nothing and stays as high as the hand, for every setting', () => {
    for (const frequency of [0.5, 1, 3]) {
      for (const tension of [1, 9, 25]) {
        const rope = ropeAfter(20, { frequency, tension, amplitude: 30 });
        expect(Math.max(...rope.now.map(Math.abs))).toBeLessThan(0.32);
        expect(Math.max(...rope.now.map(Math.abs))).toBeGreaterThan(0.25);
      }
    }
  });
});
