import type { RosterOptions } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import s from './rostering.module.css';

type Mode = RosterOptions['mode'];

/** Chooses what happens to the accounts in the file, or to students who are not in it. */
export function ModeChoice({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const isForAccounts = mode === 'activate' || mode === 'deactivate';
  const label = isForAccounts ? m.rostering_mode_accounts() : m.rostering_mode();
  return (
    <div className={s.field}>
      <NativeSelect
        label={label}
        placeholder={label}
        value={mode}
        options={
          isForAccounts
            ? [
                { key: 'activate', label: m.rostering_mode_activate() },
                { key: 'deactivate', label: m.rostering_mode_deactivate() },
              ]
            : [
                { key: 'add', label: m.rostering_mode_add() },
                { key: 'replace', label: m.rostering_mode_replace() },
              ]
        }
        onChange={(next) => onMode(next as Mode)}
      />
    </div>
  );
}
