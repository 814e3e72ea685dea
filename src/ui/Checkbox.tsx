import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps,
  FieldError,
  Text,
} from 'react-aria-components';
import s from './Checkbox.module.css';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import l from './Layout.module.css';
import n from './native.module.css';

interface CheckboxProps
  extends Omit<FieldText, 'isLabelHidden'>,
    Pick<CheckboxFieldProps, 'name' | 'value' | 'isSelected' | 'defaultSelected' | 'isIndeterminate' | 'onChange' | 'isRequired'> {}

/** One thing to tick; alone, or one of a CheckboxGroup. */
export function Checkbox(props: CheckboxProps) {
  const { texts, control } = splitField(props);
  const help = texts.reason ?? texts.description;
  return (
    <CheckboxField {...control} className={n.field}>
      <CheckboxButton className={s.button}>
        <span className={s.box} />
        {texts.label}
      </CheckboxButton>
      <div className={s.notes}>
        {help ? (
          <Text slot="description" className={n.note}>
            {help}
          </Text>
        ) : null}
        <FieldError className={n.error}>{texts.error}</FieldError>
      </div>
    </CheckboxField>
  );
}

interface CheckboxGroupProps
  extends FieldText,
    Pick<AriaCheckboxGroupProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'isRequired' | 'validate'> {
  options: readonly { key: string; label: string; description?: string }[];
}

/** Several things to tick under one question. */
export function CheckboxGroup({ options, ...props }: CheckboxGroupProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaCheckboxGroup {...control} className={n.field}>
      <FieldShape texts={texts}>
        <div className={l.stack} data-gap="1">
          {options.map(({ key, label, description }) => (
            <Checkbox key={key} value={key} label={label} description={description} />
          ))}
        </div>
      </FieldShape>
    </AriaCheckboxGroup>
  );
}
