/** Names of a browser and its operating system; null if missing or unknown. */
export interface BrowserNames {
  browser: string | null;
  system: string | null;
}

/** First match wins: nearly every browser also claims to be Safari, and many Chrome. */
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
  // Safari on iPad reports a Mac.
  ['Mac / iPad', /\bMacintosh\b(?!.*\b(?:Chrome|Firefox)\/)/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Reduces a `User-Agent` header to two names: just enough to recognize one's own device. */
export function browserNames(userAgent: string | null): BrowserNames {
  const nameIn = (signs: readonly [string, RegExp][]) => signs.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
