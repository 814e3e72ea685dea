import { refuse } from '../../kit/handler.ts';

/** Beginnings of insults in both languages, as `foldName` writes them. They are matched at the beginning of a word. */
const insults = [
  ...['fuck', 'shit', 'bitch', 'cunt', 'asshole', 'arsehole', 'nigg', 'fagg', 'whore', 'slut', 'retard', 'dick', 'penis', 'vagina', 'nazi'],
  ...['hitler', 'rapist', 'porn', 'puta', 'puto', 'mierda', 'pendej', 'cabron', 'marico', 'joto', 'verga', 'culero', 'pinche', 'chinga'],
  ...['coño', 'cono de tu', 'zorra', 'idiot', 'estupid', 'stupid', 'mongol', 'subnormal', 'kys', 'sex'],
].map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''));

/** Digits and signs that stand for letters. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i' };

/** A name as it is compared: without case, accents and signs, with letters for the digits that imitate them. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[0134578@$!]/g, (sign) => letters[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function isInsult(folded: string): boolean {
  const squeezed = folded.replace(/(.)\1+/g, '$1');
  const joined = folded.replaceAll(' ', '');
  const has = (text: string) => insults.some((insult) => text === insult || text.startsWith(insult) || text.includes(` ${insult}`));
  // "f u c k" has nothing but single letters.
  return has(folded) || has(squeezed) || (/^(.( |$))+$/u.test(folded) && has(joined));
}

/**
 * A chosen name, checked. `taken`: names of others, which nobody else may have. `secret`: names that the player has to be kept from, and must
 * not learn about: refused as if they were unfriendly.
 *
 * @throws refusal if it insults, imitates, or has no letters
 */
export function checkedName(name: string, taken: readonly string[], secret: readonly string[] = []): string {
  const folded = foldName(name);
  const same = (other: string) => foldName(other).replaceAll(' ', '') === folded.replaceAll(' ', '');
  if (!/\p{L}/u.test(name) || isInsult(folded) || secret.some(same)) throw refuse('gameNameRefused');
  if (taken.some(same)) throw refuse('gameNameTaken', { name });
  return name;
}

/** First name and initial, with a number if somebody else has them already. */
export function className({ first_name, last_name }: { first_name: string; last_name: string }, taken: readonly string[]): string {
  const base = `${first_name.slice(0, 20)} ${last_name.charAt(0)}.`.trim();
  const known = new Set(taken);
  let name = base;
  for (let next = 2; known.has(name); next++) name = `${base} ${next}`;
  return name;
}
