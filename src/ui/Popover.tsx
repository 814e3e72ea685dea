import type { ReactNode } from 'react';
import { onDemand } from './onDemand.ts';
import { PanelButton, type PanelOnDemand } from './PanelButton.tsx';

export interface PopoverProps {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  /** Name of the popover for screen readers. */
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  children: ReactNode | ((close: () => void) => ReactNode);
}

const part = onDemand(() => import('./PopoverPanel.tsx'));

/** A small panel with any content that opens from a button. Loads like Menu. */
export const Popover = ({ trigger, ...panel }: PopoverProps) => (
  <PanelButton popup="dialog" trigger={trigger} part={part as PanelOnDemand<typeof panel>} panel={panel} />
);
