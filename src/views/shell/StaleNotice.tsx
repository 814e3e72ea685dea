import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Collection } from '../collection.ts';

/** Says that what a screen shows may be old, once the newest could not be fetched, and offers to try again. */
export function StaleNotice({ state, retry }: Pick<Collection<unknown>, 'state' | 'retry'>) {
  if (!state.hasTag('stale')) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" icon={IconRefresh} onPress={retry}>
          {m.common_try_again()}
        </Button>
      }
    >
      {m.common_may_be_old()}
    </Notice>
  );
}
