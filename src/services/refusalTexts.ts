import { refusalText } from '../../common/refusalText.ts';
import en from '../../messages/en/refusals.json' with { type: 'json' };
import es from '../../messages/es/refusals.json' with { type: 'json' };
import type { Problem } from '../machines/problem.ts';

/** A refusal in every language of the product; undefined where its code or its values are not known. */
export function refusalTexts(code: string, params: unknown): Problem['texts'] {
  const texts = { en: refusalText(en, 'en', code, params), es: refusalText(es, 'es', code, params) };
  return texts.en === undefined || texts.es === undefined ? undefined : { en: texts.en, es: texts.es };
}
