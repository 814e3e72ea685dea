import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { outboxMachine } from '../../machines/quiz/outboxMachine.ts';
import { m } from '../../paraglide/messages.js';
import { outboxActors } from '../../services/quiz/outbox.ts';
import { Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useChart } from '../useChart.ts';
import s from './Outbox.module.css';
import { WaitingItems } from './WaitingItems.tsx';

/**
 * Unsent answers of `owner` on this device, shown where sending is impossible: to view and download. Renders nothing if there are none.
 */
export default function UnsentAnswers({ owner }: { owner: string }) {
  const { send, actor: app, device, shelf } = useApp();
  const logic = useMemo(
    () => outboxMachine.provide({ actors: outboxActors({ send, app, device, shelf, owner }) }),
    [send, app, device, shelf, owner],
  );
  return <UnsentList logic={logic} owner={owner} />;
}

/** The list, driven by a read-only `outbox` chart. */
export function UnsentList({ logic, owner }: { logic: typeof outboxMachine; owner: string }) {
  const outbox = useChart(logic, { input: { isListOnly: true } });
  const items = useSelector(outbox, ({ context }) => context.items);
  if (items.length === 0) return null;
  return (
    <section className={s.unsent} aria-labelledby="unsent-answers">
      <h2 id="unsent-answers">{m.quiz_unsent_title()}</h2>
      <Text tone="soft" size={2}>
        {m.quiz_unsent_text()}
      </Text>
      <WaitingItems items={items} owner={owner} student={null} downloadLabel={m.quiz_download()} />
    </section>
  );
}
