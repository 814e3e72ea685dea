import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';

/** "Host URL not Found": without runtime configuration nothing can be called. */
export default function Misconfigured() {
  const { actor } = useApp();
  return (
    <main>
      <EmptyState
        art="lost"
        title={m.common_host_not_found()}
        level={1}
        action={
          <Button variant="primary" onPress={() => actor.send({ type: 'boot.retried' })}>
            {m.common_try_again()}
          </Button>
        }
      >
        {m.common_host_not_found_text()}
      </EmptyState>
    </main>
  );
}
