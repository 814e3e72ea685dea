import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import s from './Dialog.module.css';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';
import { IconX } from './icons.ts';

interface DialogPanelProps extends Omit<DialogProps, 'trigger'> {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The dialog that Dialog opens; in its own file, so that a page loads it with the first dialog that opens. */
export default function DialogPanel({
  title,
  isOpen,
  onOpenChange,
  size = 'medium',
  role = 'dialog',
  isBusy = false,
  children,
  footer,
}: DialogPanelProps) {
  return (
    <Aria>
      <ModalOverlay
        className={s.overlay}
        isDismissable={role === 'dialog' && !isBusy}
        isKeyboardDismissDisabled={isBusy}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
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
  );
}
