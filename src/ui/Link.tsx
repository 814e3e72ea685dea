import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { type ButtonProps, type ButtonVariant, buttonClass } from './Button.tsx';
import hidden from './hidden.module.css';
import { type Icon, IconExternalLink } from './icons.ts';
import s from './Link.module.css';

interface LinkProps {
  href: string;
  /** Opens in a new tab, and says so. For pages that are not ours. */
  isExternal?: boolean;
  /** `plain`: the colour of the text around it, underlined on hover; for titles in lists and tables. */
  look?: 'text' | 'plain';
  'aria-current'?: 'page' | 'step' | undefined;
  /** Called before the link is followed. */
  onPress?: (() => void) | undefined;
  children: ReactNode;
}

/** A link to a page. Inside the product it moves without loading (see UiProvider). */
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
  /** Opens in a new tab, and says so. For pages that are not ours. */
  isExternal?: boolean;
  /** Offers the address as a file with this name. */
  download?: string;
  /** Called before the link is followed. */
  onPress?: () => void;
  children: ReactNode;
}

/** A link that looks like a button: for going somewhere as the main action. */
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
