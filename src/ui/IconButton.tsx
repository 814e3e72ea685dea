'use no memo'; // Cheap to draw: see decision 011.

import { BareButton, type BareButtonProps } from './BareButton.tsx';
import s from './Button.module.css';
import { cx } from './cx.ts';
import type { Icon } from './icons.ts';
import { Spinner } from './Spinner.tsx';

interface IconButtonProps extends Omit<BareButtonProps, 'className' | 'tip' | 'children' | 'aria-label'> {
  icon: Icon;
  /** The button's name, for screen readers and shown on hover. */
  label: string;
  size?: 'medium' | 'small';
}

/** A button with only an icon. */
export function IconButton({ icon: Picture, label, size = 'medium', ...props }: IconButtonProps) {
  return (
    <BareButton {...props} aria-label={label} tip={label} className={cx(s.icon, size === 'small' && s.iconSmall)}>
      {props.isPending ? <Spinner /> : <Picture size={size === 'small' ? 18 : 22} stroke={1.75} aria-hidden="true" />}
    </BareButton>
  );
}
