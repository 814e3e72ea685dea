import { type Moment, type ParamKind, type RefusalKind, refusals } from '../contract/refusals.ts';

/** Words of a refusal as `messages/{locale}/refusals.json` has them: a text, or variants of which the values choose one. */
type Words = string | readonly { declarations: readonly string[]; match: Readonly<Record<string, string>> }[];
/** The words of every refusal in one language, by `refusal_` and the code. */
export type RefusalWords = Readonly<Record<string, Words>>;

type Locale = 'en' | 'es';
/** Of Spanish, the form that the United States write. */
const formats: Record<Locale, string> = { en: 'en-US', es: 'es-US' };

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A value in the reader's words; undefined when it is not of its kind. */
function written(value: unknown, kind: ParamKind, format: string): string | undefined {
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

/** The text among the variants whose conditions ("form=one, who=few") the values meet. */
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

/**
 * A refusal in words; undefined where the code is unknown or its values are not what the words need: another backend may say anything.
 */
export function refusalText(words: RefusalWords, locale: Locale, code: string, params: unknown): string | undefined {
  if (!Object.hasOwn(refusals, code)) return undefined;
  const { params: kinds = {} }: RefusalKind = refusals[code as keyof typeof refusals];
  const given = Object(params) as Record<string, unknown>;
  const format = formats[locale];
  try {
    const values = new Map(Object.entries(kinds).map(([name, kind]) => [name, written(given[name], kind, format)]));
    if ([...values.values()].includes(undefined)) return undefined;
    const found = words[`refusal_${code}`];
    const text = found === undefined || typeof found === 'string' ? found : variantOf(found, given, format);
    return text?.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
  } catch {
    // An unknown time zone.
    return undefined;
  }
}
