/** A standard's code without what people leave out or write in another way: "MS-PS1-4" and "ms ps1 4" are both "MSPS14". */
export const plainCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Letters and digits in runs; what stands between them tells nothing, but for the dot of a TEKS number. */
const runs = /[\p{L}\p{M}\d]+/gu;
/** No code has more runs than "3-5-ETS1-1" or "TEKS 3.10(A)", however it is written. */
const mostRuns = 8;
/** Words that people put before a code. */
const introductions = new Set(['NGSS', 'STANDARD', 'STANDARDS', 'PE', 'ESTANDAR', 'ESTANDARES']);

interface Run {
  text: string;
  /** What stands between the run before and this one. */
  before: string;
}

function runsOf(query: string): Run[] {
  const found: Run[] = [];
  let end = 0;
  for (const match of query.matchAll(runs)) {
    found.push({ text: match[0], before: query.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return found;
}

/** "6.6A" and "6.6(A)" need no TEKS before them; without the dot they would be numbers like any others. */
const isTeksNumber = (window: readonly Run[], plain: string) =>
  /^\d{2,3}[A-Z]?$/.test(plain) && window[1]?.before.trim() === '.' && /^\d{1,2}$/.test(window[0]?.text ?? '');

/** Finds standards in what people type. */
export interface StandardReader {
  /** Codes in the text, in their own spelling, and the words that are left. A topic ("MS-PS1") or a code without its grade ("PS1-4") stands for all that it fits. */
  read: (query: string) => { codes: string[]; words: string };
}

/** A reader of these codes. */
export function standardReader(codes: readonly string[]): StandardReader {
  const byPlain = new Map<string, string[]>();
  const add = (key: string, code: string) => byPlain.set(key, [...(byPlain.get(key) ?? []), code]);
  for (const code of codes) {
    const plain = plainCode(code);
    add(plain, code);
    const topic = /^(.*(?:PS|LS|ESS|ETS)\d)\d{1,2}$/.exec(plain)?.[1];
    if (topic !== undefined) {
      add(topic, code);
      const bare = /(?:PS|LS|ESS|ETS)\d\d{1,2}$/.exec(plain)?.[0];
      if (bare !== undefined) add(bare, code);
    }
    const student = /^(TEKS\d+)[A-Z]$/.exec(plain)?.[1];
    if (student !== undefined) add(student, code);
  }
  const lookUp = (window: readonly Run[]): string[] | undefined => {
    const plain = plainCode(window.map((run) => run.text).join(''));
    // A leading nought comes from lists, "TEK" from haste.
    const tidy = plain.replace(/(PS|LS|ESS|ETS)(\d)0(\d)$/, '$1$2$3').replace(/^TEK(?=\d)/, 'TEKS');
    const found = byPlain.get(tidy);
    if (found) return found;
    if (isTeksNumber(window, plain)) return byPlain.get(`TEKS${plain}`);
    return undefined;
  };

  return {
    read(query) {
      const all = runsOf(query.normalize('NFKC').slice(0, 400));
      const found: string[] = [];
      const words: string[] = [];
      for (let at = 0; at < all.length; ) {
        let length = Math.min(mostRuns, all.length - at);
        let hit: string[] | undefined;
        for (; length > 0; length--) {
          const window = all.slice(at, at + length);
          hit = lookUp(window);
          if (hit) break;
        }
        if (hit) {
          found.push(...hit);
          at += length;
        } else {
          const word = (all[at] as Run).text;
          if (!introductions.has(plainCode(word))) words.push(word);
          at++;
        }
      }
      // "NGSS" on its own is a word like any other; before a code it says nothing.
      if (found.length === 0) return { codes: [], words: all.map((run) => run.text).join(' ') };
      return { codes: [...new Set(found)], words: words.join(' ') };
    },
  };
}
