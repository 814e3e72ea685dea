import { NumberField as AriaNumberField, type NumberFieldProps as AriaNumberFieldProps, Group, Input } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { FieldButton } from './FieldButton.tsx';
import { IconMinus, IconPlus } from './icons.ts';
import n from './native.module.css';

interface NumberFieldProps
  extends FieldText,
    Pick<
      AriaNumberFieldProps,
      | 'name'
      | 'value'
      | 'defaultValue'
      | 'onChange'
      | 'minValue'
      | 'maxValue'
      | 'step'
      | 'formatOptions'
      | 'isRequired'
      | 'isReadOnly'
      | 'validate'
    > {}

/** A number in the person's own notation, with buttons for one step less and more. */
export function NumberField(props: NumberFieldProps) {
  const { texts, control } = splitField(props);
  return (
    <Aria>
      <AriaNumberField {...control} className={n.field}>
        <FieldShape texts={texts}>
          <Group className={f.group}>
            <Input className={cx(n.input, f.withSteps)} />
            <span className={f.end}>
              <FieldButton slot="decrement" icon={IconMinus} label={m.ui_number_less()} />
              <FieldButton slot="increment" icon={IconPlus} label={m.ui_number_more()} />
            </span>
          </Group>
        </FieldShape>
      </AriaNumberField>
    </Aria>
  );
}
