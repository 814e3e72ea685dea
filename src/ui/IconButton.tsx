import type { Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import s from './Button.module.css';
import type { ButtonProps } from './Button.tsx';
import { cx } from './cx.ts';
import type { Icon } from './icons.ts';
import { Reason, Tooltip } from './Tooltip.tsx';

interface IconButtonProps
  extends Pick<ButtonProps, 'onPress' | 'reason' | 'slot' | 'aria-expanded' | 'aria-controls' | 'isPending' | 'size' | 'autoFocus'> {
  icon: Icon;
  /** The button's name, read aloud and shown on hover. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows an icon alone. */
export function IconButton({ icon: Picture, label, size = 'medium', reason, ...props }: IconButtonProps) {
  const className = cx(s.icon, size === 'small' && s.iconSmall);
  const picture = <Picture size={size === 'small' ? 18 : 22} stroke={1.75} aria-hidden="true" />;
  if (reason) {
    const { onPress: _acts, ...rest } = props;
    return (
      <Reason reason={reason}>
        {(trigger) => (
          <AriaButton {...rest} {...trigger} aria-label={label} className={className}>
            {picture}
          </AriaButton>
        )}
      </Reason>
    );
  }
  return (
    <Tooltip text={label}>
      <AriaButton {...props} aria-label={label} className={className}>
        {picture}
      </AriaButton>
    </Tooltip>
  );
}
