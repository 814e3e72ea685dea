import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { Icon } from './icons.ts';
import { onDemand } from './onDemand.ts';
import { TriggerContext } from './trigger.ts';

export interface MenuAction {
  key: string;
  label: string;
  icon?: Icon;
  description?: string;
  /** Navigates to a page instead of calling onAction. */
  href?: string;
  /** A destructive action; ask before running it. */
  isDanger?: boolean;
  /** Why it is disabled; shown under the label. */
  reason?: string | null | undefined;
}

export interface MenuGroup {
  key: string;
  title?: string;
  items: readonly MenuAction[];
  /** If given, the group is a choice, and this is the chosen key. */
  selected?: string;
}

export interface MenuProps {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  label: string;
  groups: readonly MenuGroup[];
  /** Absent if every item is a link. */
  onAction?: (key: string, group: string) => void;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}

const { Component: MenuPanel, prepare } = onDemand(() => import('./MenuPanel.tsx'));

/** Actions, links and choices behind a button. The panel loads when the button is first hovered or pressed. */
export function Menu({ trigger, ...panel }: MenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <TriggerContext value={{ ref, popup: 'menu', isOpen, open, prepare: () => void prepare() }}>{trigger}</TriggerContext>
      {wasOpened ? (
        <Suspense>
          <MenuPanel {...panel} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
