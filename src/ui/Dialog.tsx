import { type ReactNode, Suspense, useRef, useState } from 'react';
import { onDemand } from './onDemand.ts';
import { TriggerContext } from './trigger.ts';

type Render = ReactNode | ((close: () => void) => ReactNode);

export interface DialogProps {
  title: ReactNode;
  /** Either a button that opens the dialog, or isOpen with onOpenChange. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** While busy, Escape, the close button and the backdrop do nothing. */
  isBusy?: boolean;
  children: Render;
  /** Buttons at the bottom, the main one last. */
  footer?: Render;
}

const panel = onDemand(() => import('./DialogPanel.tsx'));
const DialogPanel = panel.Component;
/** Preloads the dialog. */
export const prepareDialog = panel.prepare;

/**
 * A dialog above the page; a bottom sheet on phones. Traps the focus and returns it on closing. Loads when it first opens, or when its
 * button is hovered.
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
