import { reasonText, refusalText } from '../../../common/refusalText.ts';
import en from '../../../messages/en/refusals.json' with { type: 'json' };
import es from '../../../messages/es/refusals.json' with { type: 'json' };
import type { Problem, Texts } from '../../machines/problem.ts';

const inBoth = (say: typeof refusalText, code: string, params: unknown): Texts | undefined => {
  const texts = { en: say(en, 'en', code, params), es: say(es, 'es', code, params) };
  return texts.en === undefined || texts.es === undefined ? undefined : { en: texts.en, es: texts.es };
};

/** Error texts by field name; the first one if a field has several. */
function fieldTexts(fields: unknown): Problem['fields'] {
  if (!Array.isArray(fields)) return undefined;
  const all = fields.flatMap((one: unknown) => {
    const { field, reason, params } = Object(one) as Record<string, unknown>;
    const texts = inBoth(reasonText, String(reason), params);
    return typeof field === 'string' && texts ? [[field, texts] as const] : [];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all.reverse());
}

/** Texts of a refusal and its fields, in every language of the product. Unknown codes or values have no text. */
export function refusalTexts(code: string, params: unknown, fields: unknown): Pick<Problem, 'texts' | 'fields'> {
  const texts = inBoth(refusalText, code, params);
  const ofFields = fieldTexts(fields);
  return { ...(texts && { texts }), ...(ofFields && { fields: ofFields }) };
}
