import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { paths } from '../paths.ts';

/** Creates a lesson or an assignment in the folder with this key; null for no folder. */
export function NewMenu({ inFolder }: { inFolder: string | null }) {
  const newIn = inFolder === null ? '' : `?in=${inFolder}`;
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={IconPlus}>
          {m.workspace_new()}
        </Button>
      }
      label={m.workspace_new()}
      placement="bottom end"
      groups={[
        {
          key: 'new',
          items: [
            { key: 'lesson', label: m.workspace_new_lesson(), href: `${paths.lessonForm('lesson')}${newIn}` },
            { key: 'assignment', label: m.workspace_new_assignment(), href: `${paths.lessonForm('assignment')}${newIn}` },
          ],
        },
      ]}
    />
  );
}
