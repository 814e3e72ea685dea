import { type ComponentType, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
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

/** What a panel gets from the button that opens it. */
export interface OpenedProps {
  triggerRef: RefObject<Element | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A panel that loads when it is needed, with its own properties. */
export type PanelOnDemand<P> = ReturnType<typeof onDemand<P & OpenedProps>>;

const plain = onDemand(() => import('./MenuPanel.tsx'));

/** Actions, links and choices behind a button. The panel loads when the button is first hovered or pressed. */
export const Menu = ({ trigger, ...panel }: MenuProps) => (
  <MenuButton trigger={trigger} part={plain as PanelOnDemand<typeof panel>} panel={panel} />
);

interface MenuButtonProps<P> {
  trigger: ReactNode;
  part: PanelOnDemand<P>;
  panel: P;
}

/** A menu whose items load with its panel. */
export function MenuButton<P>({ trigger, part: { Component, prepare }, panel }: MenuButtonProps<P>) {
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
      <TriggerContext value={{ ref, popup: 'menu', isOpen, open, prepare: () => void prepare() }}>{trigger}</TriggerContext>
      {wasOpened ? (
        <Suspense>
          <Panel {...panel} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
