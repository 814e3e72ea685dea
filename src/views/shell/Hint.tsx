import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { hintMachine } from '../../machines/shell/hintMachine.ts';
import { m } from '../../paraglide/messages.js';
import { hintActors } from '../../services/shell/hint.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { useChart } from '../useChart.ts';

interface HintProps {
  /** Key of the hint on the server; one word. */
  name: string;
  title: ReactNode;
  children: ReactNode;
}

/** A hint for the first visit to a page, driven by the `hint` chart. */
export function Hint(props: HintProps) {
  return sessionFlags(useUser()).showPopUps ? <OwnHint {...props} /> : null;
}

function OwnHint({ name, title, children }: HintProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const chart = useChart(hintMachine, { actors: hintActors(send, userPuid, name) });
  const isShown = useSelector(chart, (snapshot) => snapshot.hasTag('shown'));
  if (!isShown) return null;
  return (
    <Notice
      tone="info"
      title={title}
      action={<Button onPress={() => chart.send({ type: 'hint.dismissed' })}>{m.account_hint_done()}</Button>}
    >
      {children}
    </Notice>
  );
}
