import { readDecimal } from '../../../common/readDecimal.ts';
import type { QuestionScoring } from '../../../contract/autograde.ts';
import type { ChangedKey } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { plainText } from '../reports/plainText.ts';
import { decimalText } from './decimal.ts';

/** A key while it is written: its numbers are texts. */
export type KeyDraft =
  | { kind: 'one'; option: number }
  | { kind: 'many'; options: readonly number[] }
  | { kind: 'numeric'; value: string; tolerance: string };

/** The draft of a class's key; null: it cannot be changed here. */
export function draftOf(key: ChangedKey | null, language: 'en' | 'es'): KeyDraft | null {
  if (key?.kind === 'numeric')
    return { kind: key.kind, value: decimalText(key.value, language), tolerance: decimalText(key.tolerance, language) };
  return key?.kind === 'one' || key?.kind === 'many' ? key : null;
}

/** The key that was written; null: it is none yet. */
export function keyOf(draft: KeyDraft): ChangedKey | null {
  if (draft.kind === 'one') return draft;
  if (draft.kind === 'many') return draft.options.length === 0 ? null : { kind: draft.kind, options: [...draft.options] };
  const [value, tolerance] = [readDecimal(draft.value), readDecimal(draft.tolerance)];
  return value === undefined || tolerance === undefined || tolerance < 0 ? null : { kind: draft.kind, value, tolerance };
}

/** Options that a draft has as right. */
export const rightIn = (draft: KeyDraft | null): readonly number[] =>
  draft?.kind === 'one' ? [draft.option] : draft?.kind === 'many' ? draft.options : [];

interface KeyFieldsProps {
  question: QuestionScoring['question'];
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  /** The teacher wanted to go on with a draft that is no key. */
  areErrorsShown: boolean;
}

/** The right answer of a choice, or the right number with its tolerance, to be changed for a class. */
export function KeyFields({ question, draft, onChange, areErrorsShown }: KeyFieldsProps) {
  const options = question.answer_options.map(({ id, answer_text }) => ({ key: String(id), label: plainText(answer_text) }));
  if (draft.kind === 'one')
    return (
      <RadioGroup
        label={m.autograde_key_one()}
        options={options}
        value={String(draft.option)}
        onChange={(key) => onChange({ kind: 'one', option: Number(key) })}
      />
    );
  if (draft.kind === 'many')
    return (
      <CheckboxGroup
        label={m.autograde_key_many()}
        options={options}
        value={draft.options.map(String)}
        onChange={(keys) => onChange({ kind: 'many', options: keys.map(Number) })}
      />
    );
  const { unit } = question;
  const tolerance = readDecimal(draft.tolerance);
  return (
    <>
      <TextField
        label={unit ? m.autograde_key_value_in({ unit }) : m.autograde_key_value()}
        inputMode="decimal"
        value={draft.value}
        onChange={(value) => onChange({ ...draft, value })}
        error={areErrorsShown && readDecimal(draft.value) === undefined ? m.autograde_bad_number() : undefined}
      />
      <TextField
        label={unit ? m.autograde_key_tolerance_in({ unit }) : m.autograde_key_tolerance()}
        inputMode="decimal"
        value={draft.tolerance}
        onChange={(text) => onChange({ ...draft, tolerance: text })}
        error={areErrorsShown && (tolerance === undefined || tolerance < 0) ? m.autograde_bad_tolerance() : undefined}
      />
    </>
  );
}
