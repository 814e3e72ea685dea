import type { ProductContent } from './contentSet.ts';
import { idOf } from './ids.ts';

/** Something of a course with its code, and the one that the catalog has for it if that does not follow from its path. */
interface Coded {
  code: string;
  known_as?: string | null;
}

/** The code that the catalog has for a part of a course. */
export const catalogCode = ({ code, known_as }: Coded): string => known_as ?? code;

/** A place that was added in the product has its id in its code. */
const placeId = (code: string) => {
  const own = /^setup\/(\d+)$/.exec(code)?.[1];
  return own === undefined ? idOf(code) : Number(own);
};

/** Ids of the parts of a course by their code in its folder. A code that the course does not have is the catalog's. */
export function idsIn(products: readonly ProductContent[]): (code: string) => number {
  const known = new Map<string, number>();
  const note = (one: Coded, idIn: (code: string) => number) => {
    if (one.known_as != null) known.set(one.code, idIn(one.known_as));
  };
  for (const product of products) {
    note(product, placeId);
    for (const unit of product.units) {
      note(unit, placeId);
      for (const sub of unit.sub_units) {
        note(sub, placeId);
        for (const level3 of sub.level3) note(level3, placeId);
      }
      for (const item of unit.items) note(item, idOf);
    }
  }
  return (code) => known.get(code) ?? idOf(code);
}
