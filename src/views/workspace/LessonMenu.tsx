import type { LessonTask } from '../../machines/library/workspaceDialogsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconLink, IconQrcode, IconShare } from '../../ui/icons.ts';
import { Menu, type MenuAction } from '../../ui/Menu.tsx';

/** Actions on a lesson besides assigning it; only the user's own can be shared. */
export const lessonActions = (isOwn: boolean): MenuAction[] => [
  { key: 'link', label: m.sharing_menu_link(), icon: IconLink },
  { key: 'code', label: m.sharing_menu_code(), icon: IconQrcode },
  ...(isOwn ? [{ key: 'share', label: m.sharing_menu_share(), icon: IconShare }] : []),
];

/** The menu of a lesson that ships with the product. */
export function LessonMenu({ name, onChoose }: { name: string; onChoose: (kind: LessonTask['kind']) => void }) {
  return (
    <Menu
      trigger={<IconButton icon={IconDotsVertical} label={m.sharing_menu({ name })} />}
      label={m.sharing_menu({ name })}
      placement="bottom end"
      groups={[{ key: 'actions', items: lessonActions(false) }]}
      onAction={(key) => onChoose(key as LessonTask['kind'])}
    />
  );
}
