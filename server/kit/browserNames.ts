/** A browser and what it runs on, by name; null where it does not say, or says something unknown. */
export interface BrowserNames {
  browser: string | null;
  system: string | null;
}

/** The first that fits counts: nearly every browser also says that it is Safari, and many that they are Chrome. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['ChromeOS', /\bCrOS\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b|Macintosh.*\b(?:CriOS|FxiOS|EdgiOS)\//],
  ['Windows', /\bWindows\b/],
  // Safari on an iPad calls itself a Mac.
  ['Mac / iPad', /\bMacintosh\b(?!.*\b(?:Chrome|Firefox)\/)/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** What a `User-Agent` header says in two names: enough to know one's own device again, and no more than that. */
export function browserNames(userAgent: string | null): BrowserNames {
  const nameIn = (signs: readonly [string, RegExp][]) => signs.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
