import type { AnyRow, Entry } from '../tables.ts';

/** Who holds which user name while users are planned one after the other. */
export class UserNames {
  readonly #holders: Map<string, AnyRow>;
  /** Users who will get another name. Theirs is freed before somebody else takes it. */
  readonly #freed = new Set<number>();

  constructor(stored: readonly AnyRow[]) {
    this.#holders = new Map(stored.map((row) => [row.user_key as string, row]));
  }

  /** The account that holds a name. */
  holder(user_key: string): AnyRow | undefined {
    return this.#holders.get(user_key);
  }

  /** What to write so that an account gets its name: first the holder's row without the name, then the account's own. */
  give(before: AnyRow | undefined, entry: Entry): Entry[] {
    const { user_puid } = entry.row;
    const entries: Entry[] = [];
    const key = entry.row.user_key as string;
    const holder = this.#holders.get(key);
    if (holder && holder.user_puid !== user_puid && !this.#freed.has(holder.user_puid as number)) {
      this.#freed.add(holder.user_puid as number);
      const user_key = `${key} ${holder.user_puid}`;
      entries.push({ isNew: false, row: { ...holder, user_key } });
      holder.user_key = user_key;
      this.#holders.delete(key);
    }
    // A processed user no longer occupies their old name.
    const old = before?.user_key as string | undefined;
    if (old !== undefined && this.#holders.get(old)?.user_puid === user_puid) this.#holders.delete(old);
    entries.push(entry);
    return entries;
  }

  /** Lets whoever takes a name later see the updated row of its holder. */
  replace(before: AnyRow, after: AnyRow): void {
    const key = before.user_key as string;
    if (this.#holders.get(key) === before) this.#holders.set(key, after);
  }
}
