import { type FormEvent, type ReactNode, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import type { Command } from '../useCommand.ts';
import s from './profile.module.css';

interface TypedDialogProps {
  title: string;
  text: string | null;
  /** The action, as a verb. */
  confirm: string;
  isDanger: boolean;
  /** Whether the children include a field named `typed`. */
  hasField: boolean;
  /** The command to confirm. */
  command: Pick<Command<unknown, unknown>, 'isAsking' | 'isSaving' | 'problem' | 'confirm' | 'dismissQuestion' | 'edit'>;
  children: ReactNode;
}

/** Asks before a command, with a field to type in, such as the password. */
export function TypedDialog({ title, text, confirm, isDanger, hasField, command, children }: TypedDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isSaving: isBusy, problem } = command;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.current) command.confirm(hasField ? String(new FormData(form.current).get('typed')) : undefined);
  };
  return (
    <Dialog
      title={title}
      size="small"
      isOpen={command.isAsking}
      isBusy={isBusy}
      onOpenChange={(open) => !open && command.dismissQuestion()}
      footer={(close) => (
        <>
          <Button onPress={close} reason={isBusy ? m.ui_wait() : null}>
            {m.ui_cancel()}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} isPending={isBusy} onPress={() => submit()}>
            {confirm}
          </Button>
        </>
      )}
    >
      <form ref={form} className={s.form} onSubmit={submit} onChange={command.edit} noValidate>
        {text ? <Text>{text}</Text> : null}
        {problem ? <Notice tone="error">{problemText(problem)}</Notice> : null}
        {children}
      </form>
    </Dialog>
  );
}

interface PasswordFieldProps {
  label: string;
  description: string;
  error: string | null;
}

/** The current password, for a `TypedDialog`. */
export function PasswordField(props: PasswordFieldProps) {
  const { user_name } = useUser();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={user_name} />
      <NativeField {...props} name="typed" type="password" data-focus="command-field" autoComplete="current-password" maxLength={200} />
    </>
  );
}
