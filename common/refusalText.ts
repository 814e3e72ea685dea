import { type FieldReason, type Moment, type ParamKind, type RefusalKind, reasons, refusals } from '../contract/refusals.ts';

/** Message of a refusal in `messages/{locale}/refusals.json`: a text, or variants selected by parameters. */
type Words = string | readonly { declarations: readonly string[]; match: Readonly<Record<string, string>> }[];
/** All messages in one language: refusals under `refusal_<code>`, field errors under `reason_<code>`. */
export type RefusalWords = Readonly<Record<string, Words>>;

type Locale = 'en' | 'es';
/** US Spanish. */
const formats: Record<Locale, string> = { en: 'en-US', es: 'es-US' };

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Field errors as text; undefined if one of them is unknown. */
function listed(value: unknown, words: RefusalWords, locale: Locale): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = value.map((one: unknown) => {
    const { field, reason, params } = Object(one) as Partial<FieldReason>;
    const text = reasonText(words, locale, String(reason), params);
    return text && (field ? `${field}: ${text}` : text);
  });
  return all.includes(undefined) ? undefined : [...new Set(all)].join(' ');
}

/** A parameter as text in the reader's language; undefined if it is not of its kind. */
function written(value: unknown, kind: ParamKind, words: RefusalWords, locale: Locale): string | undefined {
  const format = formats[locale];
  if (kind === 'fields') return listed(value, words, locale);
  if (kind === 'number') return typeof value === 'number' ? new Intl.NumberFormat(format).format(value) : undefined;
  if (kind === 'all' || kind === 'any') {
    const type = kind === 'all' ? 'conjunction' : 'disjunction';
    return isList(value) ? new Intl.ListFormat(format, { type }).format(value) : undefined;
  }
  if (kind === 'moment') {
    const { at, time_zone } = Object(value) as Partial<Moment>;
    const instant = Date.parse(String(at));
    if (Number.isNaN(instant) || typeof time_zone !== 'string') return undefined;
    return new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone }).format(instant);
  }
  return typeof value === 'string' && (kind === 'text' || kind.includes(value)) ? value : undefined;
}

const local = /^local (\w+) = (\w+): plural$/;

/** The variant whose conditions ("form=one, who=few") match the parameters. */
function variantOf([variants]: Exclude<Words, string>, params: Readonly<Record<string, unknown>>, format: string): string | undefined {
  const values: Record<string, unknown> = { ...params };
  for (const declaration of variants?.declarations ?? []) {
    const [, name, input] = local.exec(declaration) ?? [];
    if (name && input) values[name] = new Intl.PluralRules(format).select(Number(params[input]));
  }
  const isMet = (condition: string) => {
    const [name = '', wanted] = condition.trim().split('=');
    return values[name] === wanted;
  };
  return Object.entries(variants?.match ?? {}).find(([conditions]) => conditions.split(',').every(isMet))?.[1];
}

function textOf(words: RefusalWords, locale: Locale, key: string, kinds: RefusalKind['params'] = {}, params: unknown): string | undefined {
  const given = Object(params) as Record<string, unknown>;
  try {
    const values = new Map(Object.entries(kinds).map(([name, kind]) => [name, written(given[name], kind, words, locale)]));
    if ([...values.values()].includes(undefined)) return undefined;
    const found = words[key];
    const text = found === undefined || typeof found === 'string' ? found : variantOf(found, given, formats[locale]);
    return text?.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
  } catch {
    // Unknown time zone.
    return undefined;
  }
}

/** A refusal as text; undefined if the code is unknown or its parameters do not fit. Another backend may send anything. */
export function refusalText(words: RefusalWords, locale: Locale, code: string, params: unknown): string | undefined {
  if (!Object.hasOwn(refusals, code)) return undefined;
  const { params: kinds }: RefusalKind = refusals[code as keyof typeof refusals];
  return textOf(words, locale, `refusal_${code}`, kinds, params);
}

/** A field error as text, like `refusalText`. */
export function reasonText(words: RefusalWords, locale: Locale, code: string, params: unknown): string | undefined {
  if (!Object.hasOwn(reasons, code)) return undefined;
  const { params: kinds }: Pick<RefusalKind, 'params'> = reasons[code as keyof typeof reasons];
  return textOf(words, locale, `reason_${code}`, kinds, params);
}
