import { useSelector } from '@xstate/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { outboxMachine } from '../../machines/quiz/outboxMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ownerOf } from '../../services/login/storedSession.ts';
import { outboxActors } from '../../services/quiz/outbox.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCloudUp } from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { type Chart, useChart } from '../useChart.ts';
import s from './Outbox.module.css';

const OutboxPanel = lazy(() => import('./OutboxPanel.tsx'));

const announcements = { quiz_outbox_waiting: m.quiz_outbox_waiting };

/**
 * Sends what earlier visits left on this device, and shows what is still unsent above every screen. Renders nothing if there is nothing.
 */
export default function Outbox() {
  const { send, actor: app, device, shelf } = useApp();
  const owner = ownerOf(useUser());
  const logic = useMemo(
    () => outboxMachine.provide({ actors: outboxActors({ send, app, device, shelf, owner }) }),
    [send, app, device, shelf, owner],
  );
  return <OutboxBar logic={logic} />;
}

/** The bar and the list, driven by the `outbox` chart. */
export function OutboxBar({ logic }: { logic: typeof outboxMachine }) {
  const { chance } = useApp();
  const [spread] = useState(chance);
  const outbox = useChart(logic, { input: { chance: spread }, announce: announcements });
  const items = useSelector(outbox, (snapshot) => snapshot.context.items);
  const [isOpen, setOpen] = useState(false);
  const shown = items.filter(({ state }) => state !== 'open');
  if (shown.length === 0 && !isOpen) return null;
  const waiting = shown.filter(({ state }) => state === 'waiting');
  const count = waiting.reduce((sum, item) => sum + item.count, 0);
  const closed = shown.filter(({ state }) => state === 'closed').reduce((sum, item) => sum + item.count, 0);
  const words = [
    count > 0 ? m.quiz_outbox_count({ count }) : waiting.length > 0 ? m.quiz_outbox_handed_in({ count: waiting.length }) : null,
    closed > 0 ? m.quiz_outbox_closed_count({ count: closed }) : null,
  ];
  return (
    <section className={s.bar} aria-label={m.quiz_outbox_title()}>
      <IconCloudUp size={20} stroke={1.75} aria-hidden="true" />
      <p className={s.text}>{words.filter(Boolean).join(' · ') || (shown.length > 0 ? m.quiz_outbox_title() : m.quiz_outbox_empty())}</p>
      <Button size="small" onPress={() => setOpen(true)}>
        {m.quiz_outbox_open()}
      </Button>
      {isOpen ? (
        <Suspense>
          <OutboxPanel outbox={outbox} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

export type OutboxActor = Chart<typeof outboxMachine>;
