import { lazy, type ReactNode, Suspense, useState } from 'react';
import { userStates } from '../../../contract/account.ts';
import type { InputOf } from '../../../contract/kit.ts';
import type { userBatch } from '../../../contract/userBatch.ts';
import { mostSelected } from '../../../contract/userBatchLimits.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconUsers } from '../../ui/icons.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { useUser } from '../hooks.ts';
import type { RecordFrame } from '../records/declaration.ts';

// The list would be too large with the form.
const BatchDialog = lazy(() => import('./BatchDialog.tsx'));

/** Whom a change of many people concerns. */
export interface BatchPeople {
  count: number;
  /** null: everybody whom `narrowing` leaves. */
  selected: number[] | null;
  narrowing: Pick<InputOf<typeof userBatch.startBatch>, 'search' | 'role' | 'in_school_id' | 'state'>;
}

/** Changes for people selected in the list of users, or for everybody whom its search and filters leave. */
export function useBatch({ chosen, search, total }: Pick<RecordFrame, 'chosen' | 'search' | 'total'>): {
  button: ReactNode;
  bulk: (selected: ReadonlySet<string>) => ReactNode;
  dialogs: ReactNode;
} {
  const me = useUser();
  const [given, setGiven] = useState<BatchPeople | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (those: BatchPeople) => {
    setGiven(those);
    setOpen(true);
  };
  const { role, school_id } = chosen;
  const state = userStates.find((one) => one === chosen.state);
  const narrowing = {
    ...(search ? { search } : {}),
    ...(role ? { role: Number(role) } : {}),
    ...(school_id ? { in_school_id: Number(school_id) } : {}),
    ...(state ? { state } : {}),
  };
  // All who see the list may, but for somebody who acts as one of them.
  const never = me.acting ? m.refusal_notWhileActing() : null;
  return {
    button: (
      <Button
        icon={IconUsers}
        reason={never ?? (total === 0 ? m.people_batch_nobody() : null)}
        onPress={() => open({ count: total, selected: null, narrowing })}
      >
        {m.people_batch_all()}
      </Button>
    ),
    bulk: (selected) => {
      const ids = [...selected].flatMap((key) => {
        const [district, user_puid] = key.split('.').map(Number);
        return district === me.districtID && user_puid !== undefined ? [user_puid] : [];
      });
      const tooMany = ids.length > mostSelected ? m.people_batch_most({ most: formatNumber(mostSelected) }) : null;
      return (
        <Button
          size="small"
          reason={never ?? tooMany ?? (ids.length === 0 ? m.people_batch_elsewhere() : null)}
          onPress={() => open({ count: ids.length, selected: ids, narrowing: {} })}
        >
          {m.people_batch_selected()}
        </Button>
      );
    },
    dialogs: given ? (
      <Suspense>
        <BatchDialog key={JSON.stringify(given)} whom={given} isOpen={isOpen} onOpenChange={setOpen} />
      </Suspense>
    ) : null,
  };
}
