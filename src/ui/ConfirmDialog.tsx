import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { Notice } from './Notice.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The question, naming the thing. */
  title: ReactNode;
  /** The consequences, in numbers. */
  children: ReactNode;
  /** The action as a verb: "Delete 9 assignments". */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  isDanger?: boolean;
  /** `medium` for consequences in a table. */
  size?: 'small' | 'medium';
  isPending?: boolean;
  /** Why the action cannot be taken yet. */
  reason?: string | null;
  /** Words that must be typed first, for an action that cannot be undone. */
  typed?: string;
  /** Why the last attempt failed, and what to do. */
  error?: ReactNode;
}

/** Asks before an important action. Stays open until the caller closes it, so that a failure can be shown. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  isDanger = false,
  size = 'small',
  isPending = false,
  reason = null,
  typed,
  error,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const change = (open: boolean) => {
    setText('');
    onOpenChange(open);
  };
  const isMissing = typed !== undefined && text.trim() !== typed;
  return (
    <Dialog
      role="alertdialog"
      size={size}
      title={title}
      isOpen={isOpen}
      onOpenChange={change}
      isBusy={isPending}
      footer={(close) => (
        <DialogButtons
          close={close}
          isBusy={isPending}
          reason={isMissing ? m.ui_type_first({ words: typed }) : reason}
          cancelLabel={cancelLabel}
          isDanger={isDanger}
          onPress={onConfirm}
        >
          {confirmLabel}
        </DialogButtons>
      )}
    >
      <div>{children}</div>
      {typed === undefined ? null : (
        <TypeToConfirm
          words={typed}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isMissing && !isPending) onConfirm();
          }}
        />
      )}
      {error ? <Notice tone="error">{error}</Notice> : null}
    </Dialog>
  );
}

/** The field of `words` that must be typed before an action that cannot be undone. */
export const TypeToConfirm = ({ words, ...props }: { words: string } & Pick<TextFieldProps, 'value' | 'onChange' | 'onKeyDown'>) => (
  <TextField {...props} label={m.ui_type_to_confirm({ words })} autoComplete="off" spellCheck="false" />
);
