import { type DistrictErasurePlan, districts } from '../../../contract/districts.ts';
import { m } from '../../paraglide/messages.js';
import type { DistrictRow } from '../../services/districts/districts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';

export type Erasing = Command<DistrictRow, DistrictErasurePlan, DistrictErasurePlan>;

/** Closes a district and has it erased later, with what that concerns in numbers. The answer to its question is the password. */
export function useDistrictErasure(say: (text: string) => void, refresh: () => void): Erasing {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  return useCommand(
    'districtErasure',
    ({ district_id, name }: DistrictRow, { signal, answer }) =>
      send(
        districts.requestDistrictErasure,
        { user_puid, district_id, name, ...(answer === '' ? {} : { current_password: answer }) },
        { signal },
      ),
    {
      question: { count: ({ district_id }, { signal }) => send(districts.districtErasurePlan, { user_puid, district_id }, { signal }) },
      onDone: ({ name }) => {
        say(m.districts_erase_requested({ name }));
        refresh();
      },
    },
  );
}

/** Calls the erasure of a district off. */
export function useDistrictKeeping(say: (text: string) => void, refresh: () => void): Command<DistrictRow, DistrictErasurePlan> {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  return useCommand(
    'districtErasureCallOff',
    ({ district_id }: DistrictRow, { signal }) => send(districts.callOffDistrictErasure, { user_puid, district_id }, { signal }),
    {
      onDone: ({ name }) => {
        say(m.districts_keep_done({ name }));
        refresh();
      },
    },
  );
}

/** Why an erasure could not be called off. */
export function KeepingNotice({ order, problem, dismiss }: Command<DistrictRow, DistrictErasurePlan>) {
  return problem ? (
    <Notice
      tone="error"
      title={m.districts_keep_failed({ name: order?.name ?? '' })}
      action={<IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={dismiss} />}
    >
      {problemText(problem)}
    </Notice>
  ) : null;
}
