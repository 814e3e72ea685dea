'use no memo'; // Cheap to draw: see decision 011.

import { useEffect, useState } from 'react';
import { listenToAnnouncements } from './announce.ts';
import s from './hidden.module.css';

interface Said {
  text: string;
  assertive: boolean;
  turn: number;
}

/** Speaks all announcements. Mount it once, above everything that a dialog may hide. */
export function LiveRegion() {
  const [said, setSaid] = useState<Said>({ text: '', assertive: false, turn: 0 });
  useEffect(() => listenToAnnouncements((text, assertive) => setSaid(({ turn }) => ({ text, assertive, turn: turn + 1 }))), []);
  // A new key makes screen readers repeat identical text.
  const line = <span key={said.turn}>{said.text}</span>;
  return (
    <div className={s.hidden} data-live-announcer="true">
      <div aria-live="polite">{said.assertive ? null : line}</div>
      <div aria-live="assertive">{said.assertive ? line : null}</div>
    </div>
  );
}
