import { SwitchButton, SwitchField, type SwitchFieldProps, Text } from 'react-aria-components';
import { type FieldText, splitField } from './Field.tsx';
import n from './native.module.css';
import s from './Switch.module.css';

interface SwitchProps
  extends Omit<FieldText, 'isLabelHidden' | 'error'>,
    Pick<SwitchFieldProps, 'name' | 'value' | 'isSelected' | 'defaultSelected' | 'onChange'> {}

/** A setting that is on or off, and takes effect at once. In a form that is sent, use Checkbox. */
export function Switch(props: SwitchProps) {
  const { texts, control } = splitField(props);
  const help = texts.reason ?? texts.description;
  return (
    <SwitchField {...control} className={n.field}>
      <SwitchButton className={s.button}>
        <span className={s.track} />
        {texts.label}
      </SwitchButton>
      {help ? (
        <Text slot="description" className={n.note}>
          {help}
        </Text>
      ) : null}
    </SwitchField>
  );
}
