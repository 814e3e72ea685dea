import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ProgressBar } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import s from './Button.module.css';
import { cx } from './cx.ts';
import type { Icon } from './icons.ts';
import n from './native.module.css';
import { Spinner } from './Spinner.tsx';
import { Reason } from './Tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps
  extends Pick<
    AriaButtonProps,
    'onPress' | 'type' | 'name' | 'value' | 'form' | 'autoFocus' | 'slot' | 'aria-label' | 'aria-expanded' | 'aria-controls' | 'id'
  > {
  /** One primary per screen; danger for what destroys; quiet inside rows and bars. */
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  icon?: Icon;
  iconEnd?: Icon;
  /** The work has been asked for and has not ended: shows a ring, keeps focus, ignores presses. */
  isPending?: boolean;
  /** Why the button cannot be used now, as a sentence that says what to do. Absent when it can. There is no other way to disable it. */
  reason?: string | null | undefined;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Classes of a button's look, for Button and LinkButton. */
export const buttonClass = (variant: ButtonVariant, size: 'medium' | 'small') =>
  cx(n.button, variant === 'primary' ? n.primary : variant === 'secondary' ? n.secondary : s[variant], size === 'small' && s.small);

export function Button({ variant = 'secondary', size = 'medium', icon: Before, iconEnd: After, reason, children, ...props }: ButtonProps) {
  const content = (
    <>
      {props.isPending ? (
        <ProgressBar isIndeterminate aria-label={m.ui_working()} className={s.pending}>
          <Spinner />
        </ProgressBar>
      ) : Before ? (
        <Before size="1.25em" stroke={1.75} aria-hidden="true" />
      ) : null}
      <span>{children}</span>
      {After ? <After size="1.25em" stroke={1.75} aria-hidden="true" /> : null}
    </>
  );
  const className = buttonClass(variant, size);
  if (!reason)
    return (
      <AriaButton {...props} className={className}>
        {content}
      </AriaButton>
    );
  const { type: _submits, onPress: _acts, ...rest } = props;
  return (
    <Reason reason={reason}>
      {(trigger) => (
        <AriaButton {...rest} {...trigger} className={className}>
          {content}
        </AriaButton>
      )}
    </Reason>
  );
}
