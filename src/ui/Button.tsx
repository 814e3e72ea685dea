'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { BareButton, type BareButtonProps } from './BareButton.tsx';
import s from './Button.module.css';
import { cx } from './cx.ts';
import hidden from './hidden.module.css';
import type { Icon } from './icons.ts';
import n from './native.module.css';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<BareButtonProps, 'className' | 'tip'> {
  /** One primary per screen; danger for destructive actions; quiet inside rows and bars. */
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  icon?: Icon;
  iconEnd?: Icon;
  children: ReactNode;
}

/** Classes of a button's look, for Button and LinkButton. */
export const buttonClass = (variant: ButtonVariant, size: 'medium' | 'small') =>
  cx(n.button, variant === 'primary' ? n.primary : variant === 'secondary' ? n.secondary : s[variant], size === 'small' && s.small);

export function Button({ variant = 'secondary', size = 'medium', icon: Before, iconEnd: After, children, ...props }: ButtonProps) {
  return (
    <BareButton {...props} className={buttonClass(variant, size)}>
      {props.isPending ? (
        <>
          <Spinner />
          <span className={hidden.hidden}>{m.ui_working()} </span>
        </>
      ) : Before ? (
        <Before size="1.25em" stroke={1.75} aria-hidden="true" />
      ) : null}
      <span>{children}</span>
      {After ? <After size="1.25em" stroke={1.75} aria-hidden="true" /> : null}
    </BareButton>
  );
}
