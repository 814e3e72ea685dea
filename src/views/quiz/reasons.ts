import type { ScoreReason } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';

type Language = 'en' | 'es';

/** A number as the language writes it, with all its figures. */
const numberWords = (value: number, language: Language) => new Intl.NumberFormat(language, { maximumSignificantDigits: 10 }).format(value);

const texts = {
  unanswered: m.quiz_reason_unanswered,
  waiting: m.quiz_reason_waiting,
  person: m.quiz_reason_person,
  dropped: m.quiz_reason_dropped,
  full: m.quiz_reason_full,
  optionRight: m.quiz_reason_option_right,
  optionWrong: m.quiz_reason_option_wrong,
  optionsChosen: m.quiz_reason_options_chosen,
  textRight: m.quiz_reason_text_right,
  textWrong: m.quiz_reason_text_wrong,
  numberRight: m.quiz_reason_number_right,
  numberConverted: m.quiz_reason_number_converted,
  numberUnreadable: m.quiz_reason_number_unreadable,
  unitWrong: m.quiz_reason_unit_wrong,
  outsideTolerance: m.quiz_reason_outside_tolerance,
  figures: m.quiz_reason_figures,
  inPlace: m.quiz_reason_in_place,
  ideaFound: m.quiz_reason_idea_found,
  ideaNegated: m.quiz_reason_idea_negated,
  ideaMissing: m.quiz_reason_idea_missing,
} as const satisfies Record<ScoreReason['code'], unknown>;

/** Why an answer has its points, in words. */
export function reasonText({ code, values }: ScoreReason, language: Language): string {
  const said = Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? numberWords(value, language) : value]);
  const text = code === 'outsideTolerance' && values.tolerance === 0 ? m.quiz_reason_number_wrong : texts[code];
  return (text as (values: Record<string, string>) => string)(Object.fromEntries(said)).replace(/ (?=[.:])/g, '');
}
