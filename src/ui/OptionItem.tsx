import { ListBoxItem, Text } from 'react-aria-components';
import { IconCheck } from './icons.ts';
import o from './overlay.module.css';
import type { Option } from './Select.tsx';

/** The rows of an option list, for Select and ComboBox. */
export function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.key} textValue={option.label} className={o.item} isDisabled={Boolean(option.reason)}>
      {({ isSelected }) => (
        <>
          <Text slot="label">
            {option.label}
            {option.reason || option.description ? <small className={o.detail}> {option.reason || option.description}</small> : null}
          </Text>
          {isSelected ? <IconCheck className={o.check} size={18} aria-hidden="true" /> : null}
        </>
      )}
    </ListBoxItem>
  );
}
