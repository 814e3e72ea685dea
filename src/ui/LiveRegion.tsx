import { useEffect, useState } from 'react';
import { listenToAnnouncements } from './announce.ts';
import s from './hidden.module.css';

interface Said {
  text: string;
  assertive: boolean;
  turn: number;
}

/** The one place where announcements are spoken; mount it once, above everything that may be hidden by a dialog. */
export function LiveRegion() {
  const [said, setSaid] = useState<Said>({ text: '', assertive: false, turn: 0 });
  useEffect(() => listenToAnnouncements((text, assertive) => setSaid(({ turn }) => ({ text, assertive, turn: turn + 1 }))), []);
  // A fresh key makes the same words, said twice, heard twice.
  const line = <span key={said.turn}>{said.text}</span>;
  return (
    <div className={s.hidden} data-live-announcer="true">
      <div aria-live="polite">{said.assertive ? null : line}</div>
      <div aria-live="assertive">{said.assertive ? line : null}</div>
    </div>
  );
}
