import type { ParameterSpecs } from './parameters.ts';

/** Nothing to set: the web is always whole at the start. */
export const parameters = {} as const satisfies ParameterSpecs;

/** What each living thing of a North American meadow eats, in this much simplified web; producers eat nothing. */
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
 * What happens to one living thing: taken out by hand; no food left; less food; fewer enemies; both of these, so that one cannot tell;
 * or nothing at first.
 */
export type Effect = 'removed' | 'starves' | 'fewer' | 'more' | 'unsure' | 'same';

/**
 * First effects of taking living things out of the web. Who has lost all food is lost too, and so on up the web;
 * the others are judged by what they have lost among food and enemies. Later effects are left out.
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
