import type { AccountMenuProps } from '../../../ui/FrameTools.tsx';
import { IconSettings, IconUser } from '../../../ui/icons.ts';
import MenuPanel from '../../../ui/MenuPanel.tsx';
import type { OpenedProps } from '../../../ui/PanelButton.tsx';
import { words } from '../gallerySamples.ts';

/** The account's menu of a frame with sample content. */
export default function AccountDemo({ title, ...opened }: AccountMenuProps & OpenedProps) {
  const items = [
    { key: 'profile', label: words.identity, icon: IconUser },
    { key: 'settings', label: words.search, icon: IconSettings },
  ];
  return <MenuPanel {...opened} groups={[{ key: 'account', title, items }]} />;
}
