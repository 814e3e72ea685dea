import { use, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { SavePlace } from '../../ui/PlayerFrame.tsx';
import { Timer } from '../../ui/Timer.tsx';
import { useApp } from '../app.ts';
import { useNow } from '../hooks.ts';

/** Warning notices by seconds left; the Timer announces them. */
const warnings = [
  { at: 60, text: m.quiz_one_minute_left },
  { at: 300, text: m.quiz_five_minutes_left },
];

/** Report a wrong clock from this difference on, in ms. */
const tellSkew = 60_000;

/** The time left, always visible in the player's bar, with warnings before it is over. `endTime` is a server instant. */
export function TimeLeft({ endTime }: { endTime: string }) {
  const { clockOffset } = useApp();
  const now = useNow(1_000);
  const place = use(SavePlace);
  const [skew] = useState(clockOffset);
  const [dismissed, setDismissed] = useState(Number.POSITIVE_INFINITY);
  const remaining = Math.max(0, (Date.parse(endTime) - now) / 1000);
  const warning = warnings.find(({ at }) => remaining <= at);
  const timer = <Timer remaining={remaining} />;
  return (
    <>
      {place ? createPortal(timer, place) : timer}
      {warning && warning.at < dismissed ? (
        <Notice tone="warning" isSaid onDismiss={() => setDismissed(warning.at)}>
          {warning.text()}
        </Notice>
      ) : null}
      {Math.abs(skew) >= tellSkew ? <Notice tone="info">{m.quiz_skew({ minutes: Math.round(Math.abs(skew) / 60_000) })}</Notice> : null}
    </>
  );
}
