import { readDecimal } from '../../../common/readDecimal.ts';
import type { QuestionScoring } from '../../../contract/autograde.ts';
import type { ChangedKey } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Html } from '../../ui/Html.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { plainText } from '../reports/plainText.ts';
import { decimalText } from './decimal.ts';
import { linesOf } from './linesOf.ts';

/** A key while it is written: its numbers are texts, and its accepted answers stand one per line. */
export type KeyDraft =
  | Exclude<ChangedKey, { kind: 'text' | 'numeric' }>
  | { kind: 'text'; accepted: string }
  | { kind: 'numeric'; value: string; tolerance: string };

/** The draft of a class's key; null: the question has none that can be changed. */
export function draftOf(key: ChangedKey | null, language: 'en' | 'es'): KeyDraft | null {
  if (key?.kind === 'numeric')
    return { kind: key.kind, value: decimalText(key.value, language), tolerance: decimalText(key.tolerance, language) };
  return key?.kind === 'text' ? { kind: key.kind, accepted: key.accepted.join('\n') } : key;
}

/** The key that was written; null: it is none yet. */
export function keyOf(draft: KeyDraft): ChangedKey | null {
  if (draft.kind === 'many') return draft.options.length === 0 ? null : draft;
  if (draft.kind === 'text') {
    const accepted = linesOf(draft.accepted);
    return accepted.length === 0 ? null : { kind: draft.kind, accepted };
  }
  if (draft.kind !== 'numeric') return draft;
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

/** An order with an option at a place: the one that was there goes where that came from. */
const swapped = (options: readonly number[], place: number, option: number) =>
  options.map((one, at) => (at === place ? option : one === option ? (options[place] as number) : one));

/** What is right in a question, to be changed for a class. */
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
  if (draft.kind === 'text')
    return (
      <TextArea
        label={m.autograde_key_texts()}
        rows={3}
        value={draft.accepted}
        onChange={(accepted) => onChange({ ...draft, accepted })}
        error={areErrorsShown && linesOf(draft.accepted).length === 0 ? m.autograde_key_text_none() : undefined}
      />
    );
  const right = m.autograde_key_one();
  if (draft.kind === 'order')
    return (
      <>
        {draft.options.map((option, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in an order has no other name
            key={at}
            label={m.autograde_key_at({ number: at + 1 })}
            placeholder={right}
            options={options}
            value={String(option)}
            onChange={(key) => onChange({ ...draft, options: swapped(draft.options, at, Number(key)) })}
          />
        ))}
      </>
    );
  if (draft.kind === 'places')
    return (
      <>
        {question.diagram ? <Html html={question.diagram} /> : null}
        {question.targets.map(({ id, text }) => (
          <NativeSelect
            key={id}
            label={m.autograde_key_for({ place: plainText(text) })}
            placeholder={right}
            options={options}
            value={String(draft.places[id])}
            onChange={(key) => onChange({ ...draft, places: { ...draft.places, [id]: Number(key) } })}
          />
        ))}
      </>
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
