import type { RosterOptions } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import s from './rostering.module.css';

type Mode = RosterOptions['mode'];

/** What happens to students who are not in the file. */
export function ModeChoice({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <div className={s.field}>
      <NativeSelect
        label={m.rostering_mode()}
        placeholder={m.rostering_mode()}
        value={mode}
        options={[
          { key: 'add', label: m.rostering_mode_add() },
          { key: 'replace', label: m.rostering_mode_replace() },
        ]}
        onChange={(next) => onMode(next as Mode)}
      />
    </div>
  );
}
