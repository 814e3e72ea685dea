import { type ComponentProps, type MouseEvent, type Ref, use, useId } from 'react';
import { announce } from './announce.ts';
import hidden from './hidden.module.css';
import { showTip, useTip } from './tip.ts';
import { TriggerContext } from './trigger.ts';

export interface BareButtonProps
  extends Pick<
    ComponentProps<'button'>,
    | 'className'
    | 'children'
    | 'name'
    | 'value'
    | 'form'
    | 'id'
    | 'tabIndex'
    | 'aria-label'
    | 'aria-expanded'
    | 'aria-controls'
    | 'aria-pressed'
  > {
  onPress?: () => void;
  type?: 'button' | 'submit';
  /** The action is in progress: keeps focus, ignores presses. */
  isPending?: boolean;
  /** Why the button is disabled, as a sentence that says what to do. Absent if it is enabled. There is no other way to disable it. */
  reason?: string | null | undefined;
  /** A few words shown on hover and keyboard focus. */
  tip?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** The behavior of every button, unstyled: Button and IconButton add the look. Opens the Menu, Popover or Dialog it triggers. */
export function BareButton({ onPress, type = 'button', isPending, reason, tip, ref, children, ...props }: BareButtonProps) {
  const id = useId();
  const trigger = use(TriggerContext);
  const tips = useTip(reason || tip);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a pressed button, so a dialog could not return the focus to it.
    event.currentTarget.focus();
    if (reason || isPending) {
      event.preventDefault();
      if (reason) {
        showTip(event.currentTarget, reason);
        announce(reason);
      }
      return;
    }
    trigger?.open();
    onPress?.();
  };
  return (
    <>
      <button
        {...props}
        {...tips}
        ref={(button) => {
          if (trigger) trigger.ref.current = button;
          if (typeof ref === 'function') ref(button);
          else if (ref) ref.current = button;
        }}
        type={type}
        aria-disabled={reason || isPending ? true : undefined}
        data-pending={isPending || undefined}
        aria-describedby={reason ? id : undefined}
        aria-haspopup={trigger?.popup}
        aria-expanded={trigger ? trigger.isOpen : props['aria-expanded']}
        onClick={press}
        onPointerOver={trigger?.prepare}
        onKeyDown={(event) => {
          if (trigger?.popup !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          if (!reason && !isPending) trigger.open();
        }}
      >
        {children}
      </button>
      {reason ? (
        <span id={id} className={hidden.hidden}>
          {reason}
        </span>
      ) : null}
    </>
  );
}
