import { IconSettings, IconUser } from '../../../ui/icons.ts';
import MenuPanel, { type MenuPanelProps } from '../../../ui/MenuPanel.tsx';
import { words } from '../gallerySamples.ts';

/** The account's menu of a frame with sample content. */
export default function AccountDemo(opened: Omit<MenuPanelProps, 'groups'>) {
  const items = [
    { key: 'profile', label: words.identity, icon: IconUser },
    { key: 'settings', label: words.search, icon: IconSettings },
  ];
  return <MenuPanel {...opened} groups={[{ key: 'account', title: words.signIn, items }]} />;
}
