/** Normalizes a standard's code: "MS-PS1-4" and "ms ps1 4" both become "MSPS14". */
export const plainCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Runs of letters and digits. Characters between them carry no meaning, except for the dot of a TEKS number. */
const runs = /[\p{L}\p{M}\d]+/gu;
/** No code has more runs than "TEKS 19 TAC §112.26 (b) (6) (A)", however it is written. */
const mostRuns = 8;
/** Words that people put before a code. */
const introductions = new Set(['NGSS', 'TEKS', 'TEK', 'TAC', 'STANDARD', 'STANDARDS', 'PE', 'DCI', 'ESTANDAR', 'ESTANDARES']);
/** Sections of chapter 112, title 19 of the Texas Administrative Code as adopted in 2021, with their grades. */
const gradeOfSection: Readonly<Record<string, string>> = { 5: '3', 6: '4', 7: '5', 26: '6', 27: '7', 28: '8' };

interface Run {
  text: string;
  /** Text between the previous run and this one. */
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

/** "6.6A" and "6.6(A)" work without TEKS. Without the dot they would be ordinary numbers. */
const isTeksNumber = (window: readonly Run[], plain: string) =>
  /^\d{2,3}[A-Z]?$/.test(plain) && window[1]?.before.trim() === '.' && /^\d{1,2}$/.test(window[0]?.text ?? '');

/** Finds standards in typed text. */
export interface StandardReader {
  /**
   * Codes in the text, in canonical spelling, and the remaining words. A partial code ("MS-ESS", "ESS2", "PS1-4", "TEKS 6.6", "TEKS")
   * matches all codes it fits.
   */
  read: (query: string) => { codes: string[]; words: string };
}

/** "112.26(b)(6)(A)" is TEKS 6.6A cited by section of the law. A citation may end before the letter or after the section. */
const citation = /^(TEKS? ?)?(?:19 ?)?(TAC ?)?112 ?(2[678]|[567])(?: ?(B))?(?: ?(\d{1,2})(?: ?([A-Z]))?)?$/;

function citedTeks(window: readonly Run[]): string | undefined {
  if (!window.some(({ text }) => text.includes('112'))) return undefined;
  const [, teks, tac, section = '', letterB, paragraph = '', letter = ''] =
    citation.exec(window.map(({ text }) => text.toUpperCase()).join(' ')) ?? [];
  const hasDot = window.some(({ before }, index) => before.trim() === '.' && /112$/.test(window[index - 1]?.text ?? ''));
  // Without any of these, "112 5" is just two numbers.
  const isCited = teks || tac || hasDot || (letterB && paragraph);
  return isCited ? `TEKS${gradeOfSection[section]}${paragraph}${letter}` : undefined;
}

/** Whole frameworks and science domains. Used only if nothing more specific is given. */
const frameworks = new Set(['TEKS', 'NGSS']);
const domains = new Set(['PS', 'LS', 'ESS', 'ETS']);

/** Partial codes that people use for a code and its siblings. */
function partsOf(code: string): string[] {
  const plain = plainCode(code);
  const [, grade = '', domain = '', topic = '', number = ''] = /^(.*?)(PS|LS|ESS|ETS)(\d)(\d{1,2})$/.exec(plain) ?? [];
  if (domain !== '') {
    const bare = `${domain}${topic}`;
    return [plain, `${grade}${domain}`, `${grade}${bare}`, bare, `${bare}${number}`, domain, 'NGSS'];
  }
  const [, gradeOfTeks = ''] = /^TEKS (\d{1,2})\./.exec(code) ?? [];
  if (gradeOfTeks === '') return [plain];
  return [plain, plain.replace(/[A-Z]$/, ''), `TEKS${gradeOfTeks}`, 'TEKS'];
}

/** A reader of these codes. */
export function standardReader(codes: readonly string[]): StandardReader {
  const byPlain = new Map<string, string[]>();
  for (const code of codes)
    for (const key of new Set(partsOf(code))) {
      const has = byPlain.get(key);
      if (has) has.push(code);
      else byPlain.set(key, [code]);
    }
  const lookUp = (window: readonly Run[]): string[] | undefined => {
    const cited = citedTeks(window);
    if (cited !== undefined) return byPlain.get(cited);
    const plain = plainCode(window.map((run) => run.text).join(''));
    if (frameworks.has(plain) || domains.has(plain)) return undefined;
    const tidy = plain
      // Leading zeros come from lists, "TEK" from haste, the letter of a core idea ("ESS2.A") from the framework.
      .replace(/(PS|LS|ESS|ETS)(\d)0(\d)$/, '$1$2$3')
      .replace(/((?:PS|LS|ESS|ETS)\d)[A-E]$/, '$1')
      .replace(/^TEKS?(?:GRADE|GRADO)?(?=\d)/, 'TEKS');
    const found = byPlain.get(tidy);
    if (found) return found;
    if (isTeksNumber(window, plain)) return byPlain.get(`TEKS${plain}`);
    return undefined;
  };
  /** Resolves "TEKS" or "NGSS" next to other words, or a domain on its own. */
  const wholes = (all: readonly Run[]): { codes: string[]; words: string } => {
    const named = all.map(({ text }) => plainCode(text).replace(/^TEK$/, 'TEKS'));
    // "TEKS 99.1" names a nonexistent code and must not match all of TEKS.
    const isNumbered = named.some((name, index) => frameworks.has(name) && /^\d/.test(named[index + 1] ?? ''));
    const isWhole = (name: string) => byPlain.has(name) && (frameworks.has(name) ? !isNumbered : domains.has(name) && all.length === 1);
    const found = new Set(named.filter(isWhole).flatMap((name) => byPlain.get(name) ?? []));
    const left = found.size > 0 ? all.filter((_, index) => !isWhole(named[index] ?? '') && !introductions.has(named[index] ?? '')) : all;
    return { codes: [...found], words: left.map((run) => run.text).join(' ') };
  };

  return {
    read(query) {
      const all = runsOf(query.normalize('NFKC').slice(0, 400));
      const found: string[] = [];
      const words: string[] = [];
      const restAfter = (index: number) => `${all[index]?.before ?? ''}${all[index]?.text ?? ''}`;
      for (let at = 0; at < all.length; ) {
        let length = Math.min(mostRuns, all.length - at);
        let hit: string[] | undefined;
        for (; length > 0; length--) {
          const window = all.slice(at, at + length);
          // "TEKS 3.1" must not match all of grade 3.
          const isCut = /^\d{1,2}$/.test(window.at(-1)?.text ?? '') && /^\.\d/.test(restAfter(at + length));
          hit = isCut ? undefined : lookUp(window);
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
      // Without a code, an introduction is an ordinary word or a whole framework. Before a code it carries no meaning.
      if (found.length === 0) return wholes(all);
      return { codes: [...new Set(found)], words: words.join(' ') };
    },
  };
}
