import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconEdit, IconTrash } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import type { RecordAction } from './declaration.ts';

interface RecordActionsProps {
  /** Name of the row. */
  name: string;
  others: readonly RecordAction[];
  /** Buttons that move the row in the list's own order. */
  moves: ReactNode;
  /** Label of the button that opens the form, and its name for screen readers. */
  edit: string;
  editName: string;
  /** Absent if nobody may. */
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /** Label of the button that removes the row, and its name for screen readers. */
  remove: { text: () => string; of: (inputs: { name: string }) => string };
  editReason?: string | null | undefined;
  removeReason?: string | null | undefined;
}

/** Edit and Delete as buttons; in a menu, if a row has more actions. */
export function RecordActions({
  name,
  others,
  moves,
  edit,
  editName,
  onEdit,
  onRemove,
  remove,
  editReason,
  removeReason,
}: RecordActionsProps) {
  if (others.length === 0)
    return (
      <>
        {moves}
        {onEdit ? (
          <Button size="small" variant="quiet" aria-label={editName} reason={editReason} onPress={onEdit}>
            {edit}
          </Button>
        ) : null}
        {onRemove ? (
          <IconButton icon={IconTrash} size="small" label={remove.of({ name })} reason={removeReason} onPress={onRemove} />
        ) : null}
      </>
    );
  const items: RecordAction[] = [
    ...(onEdit ? [{ key: 'edit', label: edit, icon: IconEdit, reason: editReason, onAction: onEdit }] : []),
    ...others.filter(({ isButton }) => !isButton),
    ...(onRemove
      ? [{ key: 'remove', label: remove.text(), icon: IconTrash, isDanger: true, reason: removeReason, onAction: onRemove }]
      : []),
  ];
  const label = m.records_actions_of({ name });
  return (
    <>
      {others.map(({ key, label: text, description, reason, isButton, onAction }) =>
        isButton ? (
          <Button key={key} size="small" variant="quiet" aria-label={description} reason={reason} onPress={onAction}>
            {text}
          </Button>
        ) : null,
      )}
      {items.length > 0 ? (
        <Menu
          trigger={<IconButton icon={IconDotsVertical} label={label} size="small" />}
          label={label}
          placement="bottom end"
          groups={[{ key: 'row', items: items.map(({ isButton, onAction, ...item }) => item) }]}
          onAction={(key) => items.find((item) => item.key === key)?.onAction?.()}
        />
      ) : null}
    </>
  );
}
