import { m } from '../paraglide/messages.js';
import s from './ActingAsBar.module.css';
import { Button } from './Button.tsx';
import { IconUser } from './icons.ts';

interface ActingAsBarProps {
  /** Name of the real user. */
  actor: string;
  /** Name of the account in use. */
  account: string;
  onExit: () => void;
  isPending?: boolean;
}

/** Shows who acts as whom while impersonation lasts. Pass it to a frame as `banner`. */
export function ActingAsBar({ actor, account, onExit, isPending = false }: ActingAsBarProps) {
  return (
    <section className={s.bar} aria-label={m.ui_acting_label()}>
      <IconUser size={20} stroke={1.75} aria-hidden="true" />
      <p className={s.text}>{m.ui_acting_as({ actor, account })}</p>
      <Button size="small" onPress={onExit} isPending={isPending}>
        {m.ui_acting_exit()}
      </Button>
    </section>
  );
}
