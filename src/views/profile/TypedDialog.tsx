import { type FormEvent, type ReactNode, useRef } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import s from './profile.module.css';

interface TypedDialogProps {
  title: string;
  text: string | null;
  /** The deed as a verb. */
  confirm: string;
  isDanger: boolean;
  isOpen: boolean;
  isBusy: boolean;
  /** Why the last try failed. */
  problem: Problem | null;
  /** A field called `typed`; null where nothing is asked for. */
  children: ReactNode;
  onSubmit: (typed: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** Asks before a deed, and for a word to be typed, such as the password. */
export function TypedDialog({ title, text, confirm, isDanger, isOpen, isBusy, problem, children, ...on }: TypedDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.current && !isBusy) on.onSubmit(String(new FormData(form.current).get('typed') ?? ''));
  };
  return (
    <Dialog
      title={title}
      size="small"
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={(open) => !open && on.onClose()}
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
      <form ref={form} className={s.form} onSubmit={submit} onChange={on.onEdit} noValidate>
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

/** The password of now, for a `TypedDialog`. */
export function PasswordField(props: PasswordFieldProps) {
  const { user_name } = useUser();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={user_name} />
      <NativeField {...props} name="typed" type="password" data-focus="deed-field" autoComplete="current-password" maxLength={200} />
    </>
  );
}
