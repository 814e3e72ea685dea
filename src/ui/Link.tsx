'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { type ButtonProps, type ButtonVariant, buttonClass } from './Button.tsx';
import hidden from './hidden.module.css';
import { type Icon, IconExternalLink } from './icons.ts';
import s from './Link.module.css';

interface LinkProps {
  href: string;
  /** Opens in a new tab, and says so. For external pages. */
  isExternal?: boolean;
  /** `plain`: the color of the surrounding text, underlined on hover; for titles in lists and tables. */
  look?: 'text' | 'plain';
  'aria-current'?: 'page' | 'step' | undefined;
  /** Called before the link is followed. */
  onPress?: (() => void) | undefined;
  children: ReactNode;
}

/** A link to a page. Inside the product it navigates without a page load (see UiProvider). */
export function Link({ href, isExternal, look = 'text', children, ...props }: LinkProps) {
  return (
    <Anchor {...props} href={href} className={s[look]} {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {children}
      {isExternal ? (
        <>
          {' '}
          <IconExternalLink size="1em" aria-hidden="true" />
          <span className={hidden.hidden}>{m.ui_new_tab()}</span>
        </>
      ) : null}
    </Anchor>
  );
}

interface LinkButtonProps extends Pick<ButtonProps, 'size'> {
  href: string;
  variant?: ButtonVariant;
  icon?: Icon;
  iconEnd?: Icon;
  /** Opens in a new tab, and says so. For external pages. */
  isExternal?: boolean;
  /** Downloads the target as a file with this name. */
  download?: string;
  /** Called before the link is followed. */
  onPress?: () => void;
  children: ReactNode;
}

/** A link that looks like a button, for navigation as the main action. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  icon: Before,
  iconEnd: After,
  isExternal,
  children,
  ...props
}: LinkButtonProps) {
  return (
    <Anchor {...props} className={buttonClass(variant, size)} {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {Before ? <Before size="1.25em" stroke={1.75} aria-hidden="true" /> : null}
      <span>
        {children}
        {isExternal ? <span className={hidden.hidden}>{m.ui_new_tab()}</span> : null}
      </span>
      {After ? <After size="1.25em" stroke={1.75} aria-hidden="true" /> : null}
    </Anchor>
  );
}
