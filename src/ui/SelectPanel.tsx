import type { RefObject } from 'react';
import { ListBox, Popover } from 'react-aria-components';
import { Aria } from './Aria.tsx';
import { OptionItem } from './OptionItem.tsx';
import o from './overlay.module.css';
import type { Option } from './Select.tsx';

interface SelectPanelProps {
  labelledBy: string;
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  options: readonly Option[];
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** The list that Select opens; in its own file, so that a page loads it with the first list used. */
export default function SelectPanel({ labelledBy, triggerRef, isOpen, onOpenChange, options, chosen, onChoose }: SelectPanelProps) {
  return (
    <Aria>
      <Popover
        className={o.surface}
        aria-labelledby={labelledBy}
        placement="bottom start"
        trigger="Select"
        {...{ triggerRef, isOpen, onOpenChange }}
      >
        <ListBox
          className={o.list}
          aria-labelledby={labelledBy}
          autoFocus={chosen === null ? 'first' : true}
          items={options}
          selectionMode="single"
          selectedKeys={chosen === null ? [] : [chosen]}
          escapeKeyBehavior="none"
          shouldFocusOnHover
          onSelectionChange={(keys) => {
            // Empty if the chosen option was chosen again.
            const [key] = keys as Set<string>;
            if (key !== undefined) onChoose(key);
            onOpenChange(false);
          }}
        >
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </Aria>
  );
}
