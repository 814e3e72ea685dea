import { refuse } from './handler.ts';
import type { TokenUser } from './tokens.ts';

/** Open streams per person: a few tabs on a few devices. */
const mostStreams = 8;

/** Counts the event streams that people have open. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /**
   * Counts another stream of a person. Returns what to call once when it ends.
   *
   * @throws refusal if there are too many already
   */
  open({ district_id, user_puid }: Pick<TokenUser, 'district_id' | 'user_puid'>): () => void {
    const person = `${district_id}.${user_puid}`;
    const before = this.#open.get(person) ?? 0;
    if (before >= mostStreams) throw refuse('tooManyStreams', { most: mostStreams });
    this.#open.set(person, before + 1);
    return () => {
      const left = (this.#open.get(person) ?? 0) - 1;
      if (left > 0) this.#open.set(person, left);
      else this.#open.delete(person);
    };
  }
}
