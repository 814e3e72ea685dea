import type { Values, Wrong } from '../../../common/recordValues.ts';
import type { FieldRule } from '../../../contract/resource.ts';
import { m } from '../../paraglide/messages.js';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { RecordField } from './declaration.ts';

/** The error text of a field, with the remedy. */
export function wrongText(rule: FieldRule, wrong: Wrong | undefined): string | null {
  if (wrong === 'missing') return rule.kind === 'choice' ? m.records_choose() : m.records_missing();
  if (wrong === 'malformed') return m.records_not_email();
  return wrong === 'tooLong' && rule.kind === 'text' ? m.records_too_long({ count: rule.most }) : null;
}

interface RecordControlProps {
  rule: FieldRule;
  field: RecordField;
  value: Values[string] | undefined;
  error: string | null;
  /** Focused when the form opens. */
  isFirst: boolean;
  /** The first invalid field: the chart moves the focus here. */
  isFirstWrong: boolean;
  isReadOnly: boolean;
  onChange: (value: Values[string]) => void;
}

/** The control for a field's kind. */
export function RecordControl({ rule, field, value, error, isFirst, isFirstWrong, isReadOnly, onChange }: RecordControlProps) {
  const common = { label: field.label(), ...(field.help ? { description: field.help() } : {}) };
  switch (rule.kind) {
    case 'text': {
      const text = {
        ...common,
        ...(isFirstWrong ? { 'data-focus': 'record-wrong' } : {}),
        value: String(value ?? ''),
        error,
        isReadOnly,
        autoComplete: 'off',
        autoFocus: isFirst,
        onChange,
      };
      return field.lines ? (
        <TextArea {...text} spellCheck={field.input?.spellCheck} rows={field.lines} />
      ) : (
        <TextField {...text} {...field.input} />
      );
    }
    case 'choice':
      return (
        <NativeSelect
          label={common.label}
          placeholder={m.records_choose()}
          value={String(value ?? '') || null}
          options={rule.options}
          error={error}
          {...(isFirstWrong ? { 'data-focus': 'record-wrong' } : {})}
          isDisabled={isReadOnly}
          onChange={onChange}
        />
      );
    case 'truth':
      return <Checkbox {...common} isSelected={value === true} reason={isReadOnly ? m.ui_wait() : null} onChange={onChange} />;
    case 'computed':
      return null;
  }
}
