import type { ReactNode } from 'react';
import {
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  RadioButton,
  RadioField,
  Text,
} from 'react-aria-components';
import { cx } from './cx.ts';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import n from './native.module.css';
import s from './RadioGroup.module.css';

export interface RadioOption {
  key: string;
  label: ReactNode;
  description?: ReactNode;
}

interface RadioGroupProps
  extends FieldText,
    Pick<AriaRadioGroupProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'isRequired' | 'isReadOnly' | 'validate'> {
  options: readonly RadioOption[];
  /** `cards`: each option a large target with a border, for questions and for choices that need a sentence. */
  look?: 'list' | 'cards' | 'row';
}

/** One of a few options, all in sight. */
export function RadioGroup({ options, look = 'list', ...props }: RadioGroupProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaRadioGroup {...control} className={n.field}>
      <FieldShape texts={texts}>
        <div className={cx(s.options, s[look])}>
          {options.map(({ key, label, description }) => (
            <RadioField key={key} value={key} className={s.option}>
              <RadioButton className={s.button}>
                <span className={s.dot} />
                <span>{label}</span>
              </RadioButton>
              {description ? (
                <Text slot="description" className={cx(n.note, s.description)}>
                  {description}
                </Text>
              ) : null}
            </RadioField>
          ))}
        </div>
      </FieldShape>
    </AriaRadioGroup>
  );
}
