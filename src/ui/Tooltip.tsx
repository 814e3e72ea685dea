import { type ReactNode, useId, useState } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { announce } from './announce.ts';
import hidden from './hidden.module.css';
import s from './Tooltip.module.css';

interface TooltipProps {
  /** A few words: a name or a hint, never something needed to do the work. */
  text: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** One focusable element of the kit. */
  children: ReactNode;
}

/** Shows a short text while its child is hovered or has keyboard focus. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className={s.tooltip} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

interface ReasonProps {
  reason: string;
  children: (trigger: { 'aria-disabled': true; 'aria-describedby': string; onPress: () => void; onBlur: () => void }) => ReactNode;
}

/** For a control that cannot be used now: the reason appears on hover, focus and press, and is read with the control's name. */
export function Reason({ reason, children }: ReasonProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={150} closeDelay={100} isOpen={isOpen} onOpenChange={setOpen} shouldCloseOnPress={false}>
      {children({
        'aria-disabled': true,
        'aria-describedby': id,
        onPress: () => {
          setOpen(true);
          announce(reason);
        },
        onBlur: () => setOpen(false),
      })}
      <span id={id} className={hidden.hidden}>
        {reason}
      </span>
      <AriaTooltip className={s.tooltip} offset={6}>
        {reason}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
