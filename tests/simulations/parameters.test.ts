import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { animationNames, simulationNames } from '../../common/simulationNames.ts';
import { animations, simulations } from '../../src/simulations/index.ts';
import { checkParameters, type ParameterSpecs, settingsFrom } from '../../src/simulations/parameters.ts';

const specs = {
  length: { kind: 'number', min: 1, max: 3, step: 0.5, initial: 2 },
  place: { kind: 'choice', options: ['earth', 'moon'], initial: 'earth' },
  elastic: { kind: 'switch', initial: true },
} as const satisfies ParameterSpecs;

describe('parameters of a content item', () => {
  it('are taken where they fit', () => {
    expect(settingsFrom(specs, { length: 3, place: 'moon', elastic: false })).toEqual({ length: 3, place: 'moon', elastic: false });
    expect(checkParameters(specs, { length: 3, place: 'moon', elastic: false })).toEqual([]);
    expect(settingsFrom(specs, {})).toEqual({ length: 2, place: 'earth', elastic: true });
  });

  it('are named one by one where they do not fit, with what would', () => {
    const wrong = { length: 4, place: 'mars', elastic: 'yes', lenght: 1 };
    expect(checkParameters(specs, wrong)).toEqual([
      '"length" must be a number from 1 to 3, not 4',
      '"place" must be one of earth, moon, not "mars"',
      '"elastic" must be true or false, not "yes"',
      '"lenght" is not a parameter here: use length, place, elastic',
    ]);
    expect(settingsFrom(specs, wrong)).toEqual({ length: 2, place: 'earth', elastic: true });
    expect(checkParameters(specs, { length: Number.NaN })).toHaveLength(1);
    expect(checkParameters({}, { any: 1 })).toEqual(['"any" is not a parameter here: use none']);
  });
});

describe('the sample course', () => {
  const read = (pattern: string) =>
    globSync(`server/sample/courses/**/${pattern}`).map((file) => ({
      file,
      item: JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
    }));

  it('names simulations that exist, with parameters that fit', async () => {
    const items = read('*.interactive.json');
    expect(items.length).toBeGreaterThan(0);
    for (const { file, item } of items) {
      expect(simulationNames, file).toContain(item.simulation);
      const model = (await import(`../../src/simulations/${item.simulation}.model.ts`)) as { parameters: ParameterSpecs };
      expect(checkParameters(model.parameters, (item.parameters ?? {}) as Record<string, string>), file).toEqual([]);
    }
  });

  it('names animations that exist, no longer than their story', () => {
    const items = read('*.video.json');
    expect(items.length).toBeGreaterThan(0);
    for (const { file, item } of items) {
      expect(animationNames, file).toContain(item.animation);
      expect(item.duration, file).toBeLessThanOrEqual(60);
    }
  });
});

it('has a model and an animation for every name that a course may use, and no other', () => {
  expect(Object.keys(simulations)).toEqual([...simulationNames]);
  expect(Object.keys(animations)).toEqual([...animationNames]);
});
