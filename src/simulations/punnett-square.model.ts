import type { ParameterSpecs } from './parameters.ts';
import { seededRandom } from './random.ts';

/** Traits of one gene with a dominant and a recessive form. P, R, T and Y are Mendel's (1866) in peas; B is the fur of mice. */
export const traits = ['P', 'R', 'T', 'Y', 'B'] as const;
export type Trait = (typeof traits)[number];

/** Two dominant alleles, one of each, two recessive. */
export const pairs = ['dominant', 'mixed', 'recessive'] as const;
export type Pair = (typeof pairs)[number];

const genotypes = traits.flatMap((trait) => pairs.map((pair) => write(trait, pair)));

/** The parents' genotypes, such as "Pp"; both of the same gene. */
export const parameters = {
  parentA: { kind: 'choice', options: genotypes, initial: 'Pp' },
  parentB: { kind: 'choice', options: genotypes, initial: 'Pp' },
} as const satisfies ParameterSpecs;

/** @returns the genotype in the usual notation, dominant allele first. */
export function write(trait: Trait, pair: Pair): string {
  const recessive = trait.toLowerCase();
  return { dominant: trait + trait, mixed: trait + recessive, recessive: recessive + recessive }[pair];
}

/** @returns gene and pair of a genotype such as "Pp"; undefined if it is not one of these. */
export function read(genotype: string): { trait: Trait; pair: Pair } | undefined {
  for (const trait of traits) {
    for (const pair of pairs) if (write(trait, pair) === genotype) return { trait, pair };
  }
  return undefined;
}

/** @returns the four squares, row by row: each has an allele of parent B (rows) and of parent A (columns), dominant first. */
export function cross(parentA: string, parentB: string): string[] {
  return [...parentB].flatMap((fromB) => [...parentA].map((fromA) => (fromA < fromB ? fromA + fromB : fromB + fromA)));
}

/** @returns whether the dominant form shows. */
export const showsDominant = (genotype: string): boolean => genotype !== genotype.toLowerCase();

/** @returns the number of each genotype among `children`, in the order dominant, mixed, recessive. */
export function count(children: readonly string[], trait: Trait): { genotype: string; number: number }[] {
  return pairs.map((pair) => {
    const genotype = write(trait, pair);
    return { genotype, number: children.filter((child) => child === genotype).length };
  });
}

/** @returns `number` random children, each with one allele of each parent; the same ones for the same seed. */
export function breed(parentA: string, parentB: string, number: number, seed: number): string[] {
  const random = seededRandom(seed);
  const squares = cross(parentA, parentB);
  return Array.from({ length: number }, () => squares[Math.floor(random() * 4)] ?? '');
}
