import type { ParameterSpecs } from './parameters.ts';

/** No settings: the web is always complete at the start. */
export const parameters = {} as const satisfies ParameterSpecs;

/** The diet of each species of a North American meadow, in this greatly simplified web; producers eat nothing. */
export const eats = {
  grass: [],
  clover: [],
  oak: [],
  grasshopper: ['grass', 'clover'],
  rabbit: ['grass', 'clover'],
  mouse: ['grass', 'oak'],
  caterpillar: ['oak'],
  frog: ['grasshopper'],
  snake: ['frog', 'mouse'],
  robin: ['grasshopper', 'caterpillar'],
  hawk: ['snake', 'mouse', 'robin'],
  fox: ['rabbit', 'mouse'],
} as const satisfies Record<string, readonly string[]>;

export type Species = keyof typeof eats;
export const species = Object.keys(eats) as Species[];

/** Each arrow of the web: energy passes from food to eater. */
export const links = species.flatMap((eater) => eats[eater].map((food): readonly [food: Species, eater: Species] => [food, eater]));

/**
 * What happens to one species: removed by hand; starves without food; less food; fewer enemies; both, so the outcome is uncertain; or no
 * immediate effect.
 */
export type Effect = 'removed' | 'starves' | 'fewer' | 'more' | 'unsure' | 'same';

/**
 * Immediate effects of removing species from the web. A species that has lost all its food is lost, too, and so on up the web. The others
 * depend on which food and enemies they have lost. Later effects are left out.
 */
export function effects(removed: ReadonlySet<Species>): Record<Species, Effect> {
  const lost = new Set<Species>(removed);
  for (let before = -1; before < lost.size; ) {
    before = lost.size;
    for (const name of species) {
      if (eats[name].length > 0 && eats[name].every((food) => lost.has(food))) lost.add(name);
    }
  }
  const judge = (name: Species): Effect => {
    if (removed.has(name)) return 'removed';
    if (lost.has(name)) return 'starves';
    const lessFood = eats[name].some((food) => lost.has(food));
    const fewerEnemies = links.some(([food, eater]) => food === name && lost.has(eater));
    if (lessFood && fewerEnemies) return 'unsure';
    return lessFood ? 'fewer' : fewerEnemies ? 'more' : 'same';
  };
  return Object.fromEntries(species.map((name) => [name, judge(name)])) as Record<Species, Effect>;
}
