import type { GroupDetail } from '../../../contract/groups.ts';
import { changeGroup, type GroupOrder } from '../../services/groups.ts';
import { useApp } from '../app.ts';
import { useCommand } from '../useCommand.ts';

/** Changes classes and groups for a screen; `onChanged` is called after a change was saved. */
export function useGroupChange(onChanged: (order: GroupOrder, group: GroupDetail) => void) {
  const { send } = useApp();
  return useCommand('groupChange', (order: GroupOrder, { signal }) => changeGroup(send, order, signal), { onDone: onChanged });
}
