import { type ReactNode, Suspense, useRef, useState } from 'react';
import { onDemand } from './onDemand.ts';
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

const panel = onDemand(() => import('./DialogPanel.tsx'));
const DialogPanel = panel.Component;
/** Loads the window before there is one to open. */
export const prepareDialog = panel.prepare;

/**
 * A window above the page; a sheet from the bottom on phones. Focus goes in, stays in, and returns to where it was. The window is loaded
 * when it first opens, or when the pointer comes to its button.
 */
export function Dialog({ trigger, isOpen, onOpenChange, ...panel }: DialogProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const shown = isOpen ?? own;
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger ? (
        <TriggerContext value={{ ref, popup: 'dialog', isOpen: shown, open: () => change(true), prepare: () => void prepareDialog() }}>
          {trigger}
        </TriggerContext>
      ) : null}
      {wasShown ? (
        <Suspense>
          <DialogPanel {...panel} isOpen={shown} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  );
}
