import { type ReactNode, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import s from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { IconX } from './icons.ts';
import { TriggerContext } from './trigger.ts';

type Render = ReactNode | ((close: () => void) => ReactNode);

export interface DialogProps {
  title: ReactNode;
  /** Either a button that opens it, or isOpen with onOpenChange. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Escape, the cross and the backdrop do nothing while work is under way. */
  isBusy?: boolean;
  children: Render;
  /** Buttons at the bottom; the main one last. */
  footer?: Render;
}

/** A window above the page; a sheet from the bottom on phones. Focus goes in, stays in, and returns to where it was. */
export function Dialog({
  title,
  trigger,
  isOpen,
  onOpenChange,
  size = 'medium',
  role = 'dialog',
  isBusy = false,
  children,
  footer,
}: DialogProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const shown = isOpen ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger ? (
        <TriggerContext value={{ ref, popup: 'dialog', isOpen: shown, open: () => change(true) }}>{trigger}</TriggerContext>
      ) : null}
      <Aria>
        <ModalOverlay
          className={s.overlay}
          isDismissable={role === 'dialog' && !isBusy}
          isKeyboardDismissDisabled={isBusy}
          isOpen={shown}
          onOpenChange={change}
        >
          <Modal className={s.modal} data-size={size}>
            <AriaDialog role={role} className={s.dialog}>
              {({ close }) => (
                <>
                  <header className={s.header}>
                    <Heading slot="title" level={2} className={s.title}>
                      {title}
                    </Heading>
                    {isBusy ? null : <IconButton icon={IconX} label={m.ui_close()} onPress={close} />}
                  </header>
                  <div className={s.body}>{typeof children === 'function' ? children(close) : children}</div>
                  {footer ? <footer className={s.footer}>{typeof footer === 'function' ? footer(close) : footer}</footer> : null}
                </>
              )}
            </AriaDialog>
          </Modal>
        </ModalOverlay>
      </Aria>
    </>
  );
}
