import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { Button } from './Button.tsx';
import { formatTime } from './dateFormats.ts';
import hidden from './hidden.module.css';
import { type Icon, IconCloudCheck, IconCloudOff, IconCloudUp, IconCloudX, IconGitMerge } from './icons.ts';
import s from './SaveStatus.module.css';

/**
 * Save state. `count`: answers only on this device; absent if the work is not answers. `at`: when the server stored it. `reason`: why the
 * server refused.
 */
export type SaveState =
  | { kind: 'saved'; at?: Date }
  | { kind: 'saving' }
  | { kind: 'offline'; count?: number }
  | { kind: 'failed'; count?: number; reason?: string }
  | { kind: 'conflict' };

const PICTURE: Record<SaveState['kind'], Icon> = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  failed: IconCloudX,
  conflict: IconGitMerge,
};

interface SaveStatusProps {
  state: SaveState;
  /** For `failed` and `offline`: retries now. */
  onRetry?: () => void;
  /** For `conflict`: compares both versions. */
  onResolve?: () => void;
  /** The school's time zone; default: the device's. */
  timeZone?: string;
}

/** Whether work is saved; always visible while people type. Problems and recovery are announced, single saves are not. */
export function SaveStatus({ state, onRetry, onResolve, timeZone }: SaveStatusProps) {
  const Picture = PICTURE[state.kind];
  const words = saveWords(state, timeZone);
  const short = shortWords(state);
  const action: ReactNode =
    (state.kind === 'failed' || state.kind === 'offline') && onRetry ? (
      <Button size="small" onPress={onRetry}>
        {m.ui_save_retry()}
      </Button>
    ) : state.kind === 'conflict' && onResolve ? (
      <Button size="small" onPress={onResolve}>
        {m.ui_save_resolve()}
      </Button>
    ) : null;
  return (
    <div className={s.save} data-kind={state.kind}>
      <Picture size={20} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true" className={short ? s.long : undefined}>
        {words}
      </span>
      {short ? (
        <span aria-hidden="true" className={s.short}>
          {short}
        </span>
      ) : null}
      {/* With the time, every save would be announced. The announcement changes only with the state, and passes over "Saving…". */}
      <span className={hidden.hidden} role="status">
        {state.kind === 'saved' || state.kind === 'saving' ? m.ui_save_saved() : words}
      </span>
      {action}
    </div>
  );
}

/** The state in words, as SaveStatus shows it. */
export function saveWords(state: SaveState, timeZone?: string): string {
  switch (state.kind) {
    case 'saved':
      if (!state.at) return m.ui_save_saved();
      return m.ui_save_saved_at({ time: formatTime(state.at, getLocale(), timeZone) });
    case 'saving':
      return m.ui_save_saving();
    case 'offline':
      return state.count === undefined ? m.ui_save_offline_here() : m.ui_save_offline({ count: state.count });
    case 'failed':
      return withReason(state.count === undefined ? m.ui_save_failed_here() : m.ui_save_failed({ count: state.count }), state.reason);
    case 'conflict':
      return m.ui_save_conflict();
  }
}

/** The state of answers that are only here, in fewer words: on a phone, a bar that grows would cover what is being answered. */
function shortWords(state: SaveState): string | null {
  if (state.kind === 'offline' && state.count !== undefined) return m.ui_save_offline_short({ count: state.count });
  if (state.kind === 'failed' && state.count !== undefined && !state.reason) return m.ui_save_failed_short({ count: state.count });
  return null;
}

const withReason = (words: string, reason: string | undefined) => (reason ? `${words}. ${reason}` : words);
