'use no memo'; // Cheap to draw: see decision 011.

import { type ComponentType, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { onDemand } from './onDemand.ts';
import { TriggerContext } from './trigger.ts';

/** What a panel gets from the button that opens it. */
export interface OpenedProps {
  triggerRef: RefObject<Element | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A panel that loads when it is needed, with its own properties. */
export type PanelOnDemand<P> = ReturnType<typeof onDemand<P & OpenedProps>>;

interface PanelButtonProps<P> {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  popup: 'menu' | 'dialog';
  part: PanelOnDemand<P>;
  panel: P;
}

/** A button with a panel, which loads when the button is first hovered or pressed. */
export function PanelButton<P>({ trigger, popup, part: { Component, prepare }, panel }: PanelButtonProps<P>) {
  const Panel = Component as ComponentType<P & OpenedProps>;
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <TriggerContext value={{ ref, popup, isOpen, open, prepare: () => void prepare() }}>{trigger}</TriggerContext>
      {wasOpened ? (
        <Suspense>
          <Panel {...panel} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
