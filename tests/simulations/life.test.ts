import { describe, expect, it } from 'vitest';
import * as web from '../../src/simulations/food-web.model.ts';
import * as osmosis from '../../src/simulations/osmosis.model.ts';
import * as punnett from '../../src/simulations/punnett-square.model.ts';

describe('Punnett square', () => {
  const ratio = (parentA: string, parentB: string) => punnett.count(punnett.cross(parentA, parentB), 'P').map(({ number }) => number);

  it('gives Mendel’s ratios', () => {
    expect(ratio('Pp', 'Pp')).toEqual([1, 2, 1]);
    expect(ratio('PP', 'pp')).toEqual([0, 4, 0]);
    expect(ratio('Pp', 'pp')).toEqual([0, 2, 2]);
    expect(punnett.cross('Pp', 'Pp').filter(punnett.showsDominant)).toHaveLength(3);
  });

  it('has parent A’s alleles in columns and parent B’s in rows', () => {
    expect(punnett.cross('Pp', 'pp')).toEqual(['Pp', 'pp', 'Pp', 'pp']);
    expect(punnett.cross('pp', 'Pp')).toEqual(['Pp', 'Pp', 'pp', 'pp']);
  });

  it('reads every genotype that it writes, and no other', () => {
    for (const genotype of punnett.parameters.parentA.options) {
      const { trait, pair } = punnett.read(genotype) ?? { trait: 'P', pair: 'mixed' };
      expect(punnett.write(trait, pair)).toBe(genotype);
    }
    expect(punnett.read('Px')).toBeUndefined();
  });

  it('breeds near the ratio in large numbers, and the same ones for the same seed', () => {
    const many = punnett.breed('Pp', 'Pp', 4000, 11);
    expect(many.filter(punnett.showsDominant).length / 4000).toBeCloseTo(0.75, 1);
    expect(punnett.breed('Pp', 'Pp', 40, 5)).toEqual(punnett.breed('Pp', 'Pp', 40, 5));
    expect(punnett.breed('Pp', 'Pp', 40, 5)).not.toEqual(punnett.breed('Pp', 'Pp', 40, 6));
    expect(punnett.breed('PP', 'PP', 40, 5).every((child) => child === 'PP')).toBe(true);
  });
});

describe('food web', () => {
  const without = (...names: web.Species[]) => web.effects(new Set(names));

  it('is unaffected while whole', () => {
    expect(new Set(Object.values(without()))).toEqual(new Set(['same']));
  });

  it('starves who has lost all food, and all that live on them', () => {
    expect(without('grasshopper')).toMatchObject({
      grasshopper: 'removed',
      frog: 'starves',
      snake: 'fewer',
      robin: 'fewer',
      grass: 'more',
      clover: 'more',
    });
    expect(without('oak')).toMatchObject({ caterpillar: 'starves', mouse: 'fewer', robin: 'fewer' });
    const bare = without('grass', 'clover', 'oak');
    for (const name of web.species) expect(bare[name]).toBe(web.eats[name].length === 0 ? 'removed' : 'starves');
  });

  it('frees the prey of who is gone, and cannot tell when both sides change', () => {
    expect(without('frog')).toMatchObject({ snake: 'fewer', grasshopper: 'more' });
    expect(without('hawk')).toMatchObject({ snake: 'more', mouse: 'more', robin: 'more' });
    expect(without('hawk', 'frog')).toMatchObject({ snake: 'unsure' });
  });

  it('links only living things that are in it, and each to something', () => {
    for (const [food, eater] of web.links) {
      expect(web.species).toContain(food);
      expect(web.species).toContain(eater);
    }
    expect(new Set(web.links.flat()).size).toBe(web.species.length);
  });
});

describe('osmosis', () => {
  const cellAfter = (settings: osmosis.OsmosisSettings, seconds = 40) => {
    let state = osmosis.startOsmosis(settings);
    for (let i = 0; i < seconds * 60; i++) state = osmosis.stepOsmosis(state, 1 / 60, settings);
    return state;
  };

  it('keeps the size in an equal solution', () => {
    expect(cellAfter({ concentration: 0.3, cell: 'animal' }).volume).toBeCloseTo(1, 6);
  });

  it('shrinks or swells until the concentrations are equal', () => {
    for (const concentration of [0.2, 0.45, 0.6]) {
      const settings = { concentration, cell: 'animal' } as const;
      const { volume, burst } = cellAfter(settings);
      expect(volume).toBeCloseTo(osmosis.restVolume(settings), 2);
      expect(osmosis.insideConcentration(volume)).toBeCloseTo(concentration, 2);
      expect(burst).toBe(false);
    }
    expect(osmosis.restVolume({ concentration: 0.45, cell: 'animal' })).toBeCloseTo(0.8, 9);
  });

  it('bursts an animal cell in a thin solution; a plant’s wall holds and is pushed', () => {
    expect(cellAfter({ concentration: 0.1, cell: 'animal' }).burst).toBe(true);
    const plant = { concentration: 0.1, cell: 'plant' } as const;
    const { volume, burst } = cellAfter(plant);
    expect(burst).toBe(false);
    expect(volume).toBe(osmosis.WALL);
    expect(osmosis.turgor(volume, plant)).toBeCloseTo(osmosis.RT * (osmosis.insideConcentration(osmosis.WALL) - 0.1), 9);
    expect(osmosis.turgor(volume, plant)).toBeGreaterThan(0.3);
  });

  it('keeps dissolved particles on their side of the membrane, and all dots in the picture', () => {
    const settings = { concentration: 0.1, cell: 'animal' } as const;
    let state = osmosis.startOsmosis(settings);
    const count = state.outside.length;
    for (let i = 0; i < 1200; i++) {
      state = osmosis.stepOsmosis(state, 1 / 60, settings);
      const radius = osmosis.radiusOf(state.volume);
      for (const dot of state.outside) expect(Math.hypot(dot.x - osmosis.STAGE.x, dot.y - osmosis.STAGE.y)).toBeGreaterThan(radius);
      for (const dot of state.inside) expect(Math.hypot(dot.x, dot.y)).toBeLessThan(1);
    }
    expect(state.outside).toHaveLength(count);
    for (const { x, y } of [...state.water, ...state.outside]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(osmosis.STAGE.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(osmosis.STAGE.height);
    }
  });
});
