/**
 * Units as students write them, in English and Spanish: symbols ("km/h"), words ("kilometers per hour", "kilómetros por hora") and
 * mixtures. The only place that knows unit names.
 */

/** A unit as a product of dimensions. Two units are the same when `dims` and `scale` are equal. */
export interface Unit {
  /** Dimension, such as "L1 T-1". */
  dims: string;
  /** Factor to the base unit. */
  scale: number;
  /** Number word before the unit: 1e6 in "million km". It belongs to the number. */
  times: number;
}

interface Symbol {
  dims: Readonly<Record<string, number>>;
  scale: number;
}

const prefixes: readonly [symbol: string, words: readonly string[], factor: number][] = [
  ['G', ['giga'], 1e9],
  ['M', ['mega'], 1e6],
  ['k', ['kilo', 'quilo'], 1e3],
  ['h', ['hecto'], 1e2],
  ['d', ['deci'], 1e-1],
  ['c', ['centi'], 1e-2],
  ['m', ['milli', 'mili'], 1e-3],
  ['u', ['micro'], 1e-6],
  ['n', ['nano'], 1e-9],
];

const length = { L: 1 };
const time = { T: 1 };
const energy = { M: 1, L: 2, T: -2 };

/** Units that take prefixes: symbol, singular names, dimensions, and factor to the base unit (m, kg, s, A, K). */
const prefixed: readonly [symbol: string, names: readonly string[], dims: Symbol['dims'], scale: number][] = [
  ['m', ['meter', 'metre', 'metro'], length, 1],
  ['g', ['gram', 'gramme', 'gramo'], { M: 1 }, 1e-3],
  ['s', ['second', 'segundo', 'sec', 'seg'], time, 1],
  ['L', ['liter', 'litre', 'litro'], { L: 3 }, 1e-3],
  ['N', ['newton'], { M: 1, L: 1, T: -2 }, 1],
  ['J', ['joule', 'julio'], energy, 1],
  ['W', ['watt', 'vatio'], { M: 1, L: 2, T: -3 }, 1],
  ['Pa', ['pascal', 'pascale'], { M: 1, L: -1, T: -2 }, 1],
  ['V', ['volt', 'voltio'], { M: 1, L: 2, T: -3, I: -1 }, 1],
  ['A', ['ampere', 'amp', 'amperio'], { I: 1 }, 1],
  ['Hz', ['hertz', 'hercio'], { T: -1 }, 1],
  ['ohm', ['ohmio', 'Ω'], { M: 1, L: 2, T: -3, I: -2 }, 1],
  ['cal', ['calorie', 'caloria'], energy, 4.184],
  ['K', ['kelvin'], { kelvin: 1 }, 1],
];

/** Units and counted things without prefixes, each with all its singular names. "Times" is a bare number. */
const plain: readonly [names: readonly string[], dims: Symbol['dims'], scale: number][] = [
  [['min', 'minute', 'minuto'], time, 60],
  [['h', 'hr', 'hour', 'hora'], time, 3600],
  [['d', 'day', 'dia'], time, 86_400],
  [['week', 'semana'], time, 604_800],
  [['month', 'mes', 'mese'], { month: 1 }, 1],
  [['yr', 'year', 'ano'], { year: 1 }, 1],
  [['t', 'tonne', 'ton', 'tonelada'], { M: 1 }, 1e3],
  [['mi', 'mile', 'milla'], length, 1609.344],
  [['cc'], { L: 3 }, 1e-6],
  [['°c', 'c', '°', 'degree', 'grado', 'celsius', 'centigrado'], { celsius: 1 }, 1],
  [['°f', 'f', 'fahrenheit'], { fahrenheit: 1 }, 1],
  [['%', 'percent'], { percent: 1 }, 1],
  [['ppm'], { ppm: 1 }, 1],
  [['ly', 'lightyear'], { lightYear: 1 }, 1],
  [['au', 'ua'], { astronomicalUnit: 1 }, 1],
  [['beat', 'heartbeat', 'latido'], { beat: 1 }, 1],
  [['bpm', 'lpm'], { beat: 1, T: -1 }, 1 / 60],
  [['unit', 'unidad', 'unidade'], { unit: 1 }, 1],
  [['cup', 'taza'], { cup: 1 }, 1],
  [['chromosome', 'cromosoma'], { chromosome: 1 }, 1],
  [['×', 'x', 'time', 'vez', 'vece', 'vuelta', 'orbit', 'orbita', 'turn', 'lap'], {}, 1],
];

/** Units by exact symbol and by lowercase name. A name is one unit, but symbols that differ only in case ("mJ", "MJ") share a name. */
const bySymbol = new Map<string, Symbol>();
const byName = new Map<string, Symbol[]>();
const addName = (name: string, unit: Symbol) => byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), unit]);
for (const [names, dims, scale] of plain) for (const name of names) addName(name, { dims, scale });
for (const [symbol, names, dims, scale] of prefixed)
  for (const [short, words, factor] of [['', [''], 1] as const, ...prefixes]) {
    // Nobody means megaliters: "ML" is mL in capitals.
    if (symbol === 'L' && factor > 1e3) continue;
    const unit = { dims, scale: scale * factor };
    bySymbol.set(short + symbol, unit);
    addName(short + symbol, unit);
    for (const word of words) for (const name of names) addName(word + name, unit);
  }

const numberWords: Readonly<Record<string, number>> = {
  thousand: 1e3,
  mil: 1e3,
  million: 1e6,
  millon: 1e6,
  millone: 1e6,
  billion: 1e9,
};

const withoutPlural = (word: string) => (word.length > 2 ? word.replace(/s$/, '') : word);

/** Replaces multi-word phrases and symbols by one word or symbol. Expects text without accents. */
const phrases: readonly [RegExp, string][] = [
  [/\b(?:per cent|por ciento|porciento)\b/gi, '%'],
  [/\b(?:parts per million|partes por millon)\b/gi, 'ppm'],
  [/\b(?:degrees?|grados?) (celsius|centigrados?|fahrenheit|c|f)\b/gi, '$1'],
  [/\blight[- ]?years?\b|\banos? ?luz\b/gi, 'ly'],
  [/\bastronomical units?\b|\bunidad(?:es)? astronomicas?\b/gi, 'au'],
  [/\bearth (years?|days?)\b|\b(anos?|dias?) terrestres?\b/gi, '$1$2'],
  [/\b(?:square|sq) ([a-z]+)\b/gi, '$1^2'],
  [/\bcubic ([a-z]+)\b/gi, '$1^3'],
  [/\b([a-z]+) (?:al cuadrado|cuadrados?|squared)\b/gi, '$1^2'],
  [/\b([a-z]+) (?:al cubo|cubicos?|cubed)\b/gi, '$1^3'],
  [/\b(?:for each|for every|each|every|per|por cada|por|cada|al|a la)\b/gi, '/'],
  [/\b(?:of|de|the|la|el|los|las|one|un|una)\b/gi, ' '],
];

/** Removes accents and normalizes symbols, but keeps capitals. */
export const foldSigns = (text: string): string =>
  text
    .replace(/º/g, '°')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[−–‒‑]/g, '-')
    .replace(/⁄/g, '/');

/** Tries symbols before names, because case is significant in symbols. Among several candidates, prefers those in `wanted`. */
function find(token: string, wanted: ReadonlySet<string>): Symbol | undefined {
  const exact = bySymbol.get(token);
  if (exact) return exact;
  const name = token.toLowerCase();
  const known = byName.get(name) ?? byName.get(withoutPlural(name));
  if (!known || known.length === 1) return known?.[0];
  const likely = known.filter((one) => wanted.has(keyOf(one)));
  return likely.length === 1 ? likely[0] : undefined;
}
const keyOf = ({ dims, scale }: Symbol) => `${JSON.stringify(dims)} ${scale}`;

/** Numerators and denominators with exponents: "m s^-2", "g/cm3", "m/s/s". */
function factorsOf(text: string): { name: string; power: number }[] {
  const spaced = foldSigns(text)
    .replace(/([a-zA-Z°])\./g, '$1 ')
    .replace(/\s+/g, ' ');
  const named = phrases.reduce((all, [from, to]) => all.replace(from, to), spaced);
  const tidy = named
    .replace(/[·⋅*]/g, ' ')
    .replace(/\s*\/[\s/]*/g, ' / ')
    .replace(/[()]/g, ' ');
  const factors: { name: string; power: number }[] = [];
  let sign = 1;
  for (const token of tidy.split(' ').filter(Boolean)) {
    if (token === '/') {
      sign = -1;
      continue;
    }
    const [, name = '', power = '1'] = /^([^\d^-]+)\^?(-?\d)?$/.exec(token) ?? [];
    factors.push({ name, power: sign * Number(power) });
    // "per million years" divides by both.
    if (numberWords[withoutPlural(name.toLowerCase())] === undefined) sign = 1;
  }
  return factors;
}

/**
 * Reads a unit. An unknown word is a counted thing ("widgets").
 *
 * @param wanted likely units, which decide what a symbol in the wrong case means
 * @returns undefined if the text is not a unit; the unit of a bare number for empty text
 */
export function readUnit(text: string, wanted: readonly string[] = []): Unit | undefined {
  const likely = new Set(
    wanted.flatMap((one) =>
      factorsOf(one).flatMap(({ name }) => {
        const unit = find(name, new Set());
        return unit ? [keyOf(unit)] : [];
      }),
    ),
  );
  const dims = new Map<string, number>();
  const unit = { scale: 1, times: 1 };
  for (const { name, power } of factorsOf(text)) {
    const number = numberWords[withoutPlural(name.toLowerCase())];
    if (name === '') return undefined;
    if (number !== undefined) {
      if (power > 0) unit.times *= number;
      else unit.scale /= number;
      continue;
    }
    const known = find(name, likely) ?? { dims: { [`counted ${withoutPlural(name.toLowerCase())}`]: 1 }, scale: 1 };
    unit.scale *= known.scale ** power;
    for (const [dim, count] of Object.entries(known.dims)) dims.set(dim, (dims.get(dim) ?? 0) + count * power);
  }
  const written = [...dims].filter(([, count]) => count !== 0).map(([dim, count]) => `${dim}${count}`);
  return { ...unit, dims: written.toSorted().join(' ') };
}

/** Whether a word names a unit, a part of one or a number, so that it cannot be dropped. */
export const isUnitWord = (word: string): boolean =>
  /[\d/^%]/.test(word) || numberWords[withoutPlural(word.toLowerCase())] !== undefined || find(word, new Set()) !== undefined;

/** Whether two units are the same, ignoring number words. */
export const isSameUnit = (a: Unit, b: Unit): boolean => a.dims === b.dims && Math.abs(a.scale / b.scale - 1) < 1e-9;
