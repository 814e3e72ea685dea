import { describe, expect, it } from 'vitest';
import * as circuit from '../../src/simulations/circuit.model.ts';
import * as gas from '../../src/simulations/gas-particles.model.ts';
import * as greenhouse from '../../src/simulations/greenhouse.model.ts';

describe('gas of particles', () => {
  const settings = { particles: 50, temperature: 300, volume: 25 };
  const play = (given: gas.GasSettings, seconds: number) => {
    let state = gas.startGas(given);
    for (let i = 0; i < seconds * 60; i++) state = gas.stepGas(state, 1 / 60);
    return state;
  };

  it('obeys P V = n R T: 1 mol at 273.15 K in 22.711 L has 100 kPa', () => {
    expect(gas.lawPressure({ particles: 50, temperature: 273.15, volume: 22.711 })).toBeCloseTo(100, 2);
    expect(gas.lawPressure({ ...settings, temperature: 600 })).toBeCloseTo(2 * gas.lawPressure(settings), 9);
    expect(gas.lawPressure({ ...settings, volume: 12.5 })).toBeCloseTo(2 * gas.lawPressure(settings), 9);
  });

  it('gives the law’s pressure by hits on its walls, within 4 %', () => {
    for (const given of [settings, { particles: 100, temperature: 450, volume: 40 }, { particles: 200, temperature: 150, volume: 12 }]) {
      let state = play(given, 20);
      let mean = 0;
      for (let i = 0; i < 1800; i++) {
        state = gas.stepGas(state, 1 / 60);
        mean += state.hitPressure / 1800;
      }
      expect(mean / gas.lawPressure(given)).toBeGreaterThan(0.96);
      expect(mean / gas.lawPressure(given)).toBeLessThan(1.04);
    }
  });

  it('has exactly its temperature as mean kinetic energy, also after heating', () => {
    const heated = gas.adjustGas(gas.startGas(settings), { ...settings, temperature: 600 });
    const meanSquare = heated.particles.reduce((sum, p) => sum + p.vx ** 2 + p.vy ** 2 + p.vz ** 2, 0) / heated.particles.length;
    expect((gas.MOLAR_MASS * meanSquare) / 3 / gas.R).toBeCloseTo(600, 6);
  });

  it('has the mean speed of nitrogen: 476 m/s at 300 K, near the particles’ own', () => {
    expect(gas.meanSpeed(300)).toBeCloseTo(476.2, 0);
    const { particles } = gas.startGas({ ...settings, particles: 200 });
    const mean = particles.reduce((sum, p) => sum + Math.hypot(p.vx, p.vy, p.vz), 0) / particles.length;
    expect(Math.abs(mean / gas.meanSpeed(300) - 1)).toBeLessThan(0.05);
  });

  it('has Maxwell’s distribution, whose integral is 1 and whose mean is the mean speed', () => {
    let [share, mean] = [0, 0];
    for (let v = 0.5; v < 4000; v++) {
      share += gas.maxwell(v, 300);
      mean += v * gas.maxwell(v, 300);
    }
    expect(share).toBeCloseTo(1, 6);
    expect(mean).toBeCloseTo(gas.meanSpeed(300), 3);
    const histogram = gas.speedHistogram(gas.startGas({ ...settings, particles: 200 }).particles, 100, 30);
    expect(histogram.reduce((sum, bin) => sum + bin * 100, 0)).toBeCloseTo(1, 9);
  });

  it('keeps its particles in the cylinder, and moves them with the piston', () => {
    const { particles } = play(settings, 30);
    const pressed = gas.adjustGas({ ...gas.startGas(settings), particles }, { ...settings, volume: 12 });
    for (const p of pressed.particles) {
      expect(p.x).toBeGreaterThanOrEqual(0);
      expect(p.x).toBeLessThanOrEqual(gas.lengthOf(12));
      expect(p.y).toBeGreaterThanOrEqual(0);
      expect(p.y).toBeLessThanOrEqual(gas.SIDE);
    }
  });

  it('is the same gas each time', () => {
    expect(play(settings, 2)).toEqual(play(settings, 2));
  });
});

describe('circuit', () => {
  const whole: boolean[] = [];

  it('obeys Ohm’s law in series: two bulbs of 10 Ω on 6 V carry 0.3 A with 3 V and 0.9 W each', () => {
    const { current, bulbs } = circuit.solveCircuit({ layout: 'series', bulbs: 2, voltage: 6 }, whole);
    expect(current).toBeCloseTo(0.3, 12);
    for (const bulb of bulbs) {
      expect(bulb.voltage).toBeCloseTo(3, 12);
      expect(bulb.power).toBeCloseTo(0.9, 12);
    }
  });

  it('obeys it in parallel: three bulbs on 6 V carry 0.6 A each, 1.8 A in all', () => {
    const { current, bulbs } = circuit.solveCircuit({ layout: 'parallel', bulbs: 3, voltage: 6 }, whole);
    expect(current).toBeCloseTo(1.8, 12);
    for (const bulb of bulbs) expect(bulb.power).toBeCloseTo(3.6, 12);
  });

  it('conserves energy: the battery’s power is the bulbs’', () => {
    for (const layout of ['series', 'parallel'] as const) {
      for (const bulbs of [1, 2, 3, 4]) {
        const state = circuit.solveCircuit({ layout, bulbs, voltage: 9 }, [false, true]);
        expect(state.bulbs.reduce((sum, bulb) => sum + bulb.power, 0)).toBeCloseTo(9 * state.current, 9);
      }
    }
  });

  it('goes dark in series when one burns out, which then has the whole voltage', () => {
    const { current, bulbs } = circuit.solveCircuit({ layout: 'series', bulbs: 3, voltage: 6 }, [false, true]);
    expect(current).toBe(0);
    expect(bulbs.map((bulb) => bulb.voltage)).toEqual([0, 6, 0]);
    expect(circuit.solveCircuit({ layout: 'series', bulbs: 3, voltage: 6 }, [true, true]).bulbs[0]?.voltage).toBeUndefined();
  });

  it('leaves the others lit in parallel', () => {
    const { bulbs } = circuit.solveCircuit({ layout: 'parallel', bulbs: 3, voltage: 6 }, [false, true]);
    expect(bulbs.map((bulb) => bulb.current)).toEqual([0.6, 0, 0.6]);
  });

  it('is brightest at 1', () => {
    expect(circuit.brightness(circuit.solveCircuit({ layout: 'parallel', bulbs: 1, voltage: 9 }, whole).bulbs[0]?.power ?? 0)).toBe(1);
  });
});

describe('greenhouse', () => {
  const plain = (co2: number) => greenhouse.balance({ co2, feedbacks: false }) - greenhouse.BASE_TEMPERATURE;
  const full = (co2: number) => greenhouse.balance({ co2, feedbacks: true }) - greenhouse.BASE_TEMPERATURE;

  it('adds about 3.7 W/m² for each doubling', () => {
    expect(greenhouse.forcing(560) - greenhouse.forcing(280)).toBeCloseTo(3.7, 1);
    expect(greenhouse.forcing(1120) - greenhouse.forcing(560)).toBeCloseTo(3.7, 1);
    expect(greenhouse.forcing(280)).toBe(0);
  });

  it('absorbs 238 W/m² of sunlight and balances at 287 K with 280 ppm', () => {
    expect(greenhouse.ABSORBED).toBeCloseTo(238.2, 1);
    expect(full(280)).toBeCloseTo(0, 4);
    const now = greenhouse.flows(greenhouse.BASE_TEMPERATURE, { co2: 280, feedbacks: true });
    expect(now.out).toBeCloseTo(greenhouse.ABSORBED, 9);
    expect(now.emissivity).toBeGreaterThan(0.7);
    expect(now.emissivity).toBeLessThan(0.85);
  });

  it('warms by 1.1 °C per doubling alone and by 3 °C with feedbacks', () => {
    expect(plain(560)).toBeCloseTo(1.1, 1);
    expect(full(560)).toBeGreaterThan(2.8);
    expect(full(560)).toBeLessThan(3.1);
    expect(full(420)).toBeCloseTo(1.7, 1);
  });

  it('accounts for every watt: what the layer takes in it gives off both ways', () => {
    for (const co2 of [0, 280, 1200]) {
      const now = greenhouse.flows(285, { co2, feedbacks: true });
      expect(now.surface - now.through).toBeCloseTo(2 * now.air, 9);
      expect(now.through + now.air).toBeCloseTo(now.out, 9);
    }
  });

  it('lets less out at once when carbon dioxide rises, warms, and settles at the balance', () => {
    const settings = { co2: 560, feedbacks: true };
    expect(greenhouse.flows(greenhouse.BASE_TEMPERATURE, settings).out).toBeLessThan(greenhouse.ABSORBED - 3);
    let temperature: number = greenhouse.BASE_TEMPERATURE;
    for (let i = 0; i < 600; i++) temperature = greenhouse.stepWarming(temperature, 1 / 15, settings);
    expect(temperature).toBeCloseTo(greenhouse.balance(settings), 1);
  });

  it('stays finite, and cold, without any carbon dioxide', () => {
    expect(greenhouse.forcing(0)).toBeCloseTo(-30.2, 1);
    expect(full(0)).toBeLessThan(-15);
    expect(full(0)).toBeGreaterThan(-40);
  });
});
