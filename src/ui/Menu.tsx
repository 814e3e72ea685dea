import type { ReactNode } from 'react';
import type { Icon } from './icons.ts';
import { onDemand } from './onDemand.ts';
import { PanelButton, type PanelOnDemand } from './PanelButton.tsx';

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

const plain = onDemand(() => import('./MenuPanel.tsx'));

/** Actions, links and choices behind a button. The panel loads when the button is first hovered or pressed. */
export const Menu = ({ trigger, ...panel }: MenuProps) => (
  <PanelButton popup="menu" trigger={trigger} part={plain as PanelOnDemand<typeof panel>} panel={panel} />
);
