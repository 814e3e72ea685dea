import type { GroupDetail } from '../../../contract/groups.ts';
import { changeGroup, type GroupOrder } from '../../services/groups.ts';
import { useApp } from '../app.ts';
import { useCommand } from '../useCommand.ts';

/**
 * Changes classes and groups for a screen; `onChanged` hears of what was kept.
 *
 * @param name of the screen's use of the `command` chart: one screen may lead to the next, and each has its own
 */
export function useGroupChange(name: string, onChanged: (order: GroupOrder, group: GroupDetail) => void) {
  const { send } = useApp();
  return useCommand(name, (order: GroupOrder, { signal }) => changeGroup(send, order, signal), { onDone: onChanged });
}
