import { mentionFinder } from '../../common/mentions.ts';

/** Counts how often a text uses each of some names, as `mentionFinder` finds them. */
export function mentionCounter<Key>(names: Iterable<readonly [Key, name: string]>): (text: string) => Map<Key, number> {
  const find = mentionFinder(names);
  return (text) => {
    const counts = new Map<Key, number>();
    for (const { key } of find(text)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
}
