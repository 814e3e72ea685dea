import { Fragment, useEffect, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Dialog } from './Dialog.tsx';
import s from './KeyboardShortcuts.module.css';

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly {
    /** Pressed together, in order: ['Shift', 'Space']. */
    keys: readonly string[];
    label: string;
  }[];
}

/** Whether letters are text input, not commands. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

interface KeyboardShortcutsProps {
  groups: readonly ShortcutGroup[];
  /** For a list that loads on first request. */
  startsOpen?: boolean;
}

/** The list of the screen's shortcuts; `?` opens it outside of fields. Mount it once per frame. */
export function KeyboardShortcuts({ groups, startsOpen = false }: KeyboardShortcutsProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog title={m.ui_shortcuts()} isOpen={isOpen} onOpenChange={setOpen} size="large">
      <div className={s.groups}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={s.list}>
              {group.shortcuts.map(({ keys, label }) => (
                <div key={label} className={s.line}>
                  <dt>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index ? ' + ' : null}
                        <kbd className={s.key}>{key}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
