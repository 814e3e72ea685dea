import { type ReactNode, Suspense, useRef, useState } from 'react';
import { onDemand } from './onDemand.ts';
import { TriggerContext } from './trigger.ts';

export interface PopoverProps {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  /** Name of the popover for screen readers. */
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  children: ReactNode | ((close: () => void) => ReactNode);
}

const { Component: PopoverPanel, prepare } = onDemand(() => import('./PopoverPanel.tsx'));

/** A small panel with any content that opens from a button. Loads like Menu. */
export function Popover({ trigger, ...panel }: PopoverProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <TriggerContext value={{ ref, popup: 'dialog', isOpen, open, prepare: () => void prepare() }}>{trigger}</TriggerContext>
      {wasOpened ? (
        <Suspense>
          <PopoverPanel {...panel} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
