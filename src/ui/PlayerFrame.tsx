import { createContext, type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './Button.tsx';
import { IconX } from './icons.ts';
import s from './PlayerFrame.module.css';
import { Main, SkipLink } from './SkipLink.tsx';
import { useScrollPadding } from './useScrollPadding.ts';

/** Slot in the bar for the content's own save state; null outside a frame. */
export const SavePlace = createContext<HTMLElement | null>(null);

interface PlayerFrameProps {
  /** The lesson or quiz. */
  title: ReactNode;
  /** Position: step `at` (from 1) of `of`; `done` are finished, in any order. Null if there is only one item. */
  progress: { at: number; of: number; done: number } | null;
  /** A Timer, or minutes in words. */
  time?: ReactNode;
  /** A SaveStatus; hidden while `SavePlace` has content. */
  save?: ReactNode;
  onLeave: () => void;
  /** The full text of the leave button; default: Leave. */
  leaveLabel?: string;
  banner?: ReactNode;
  /** Back and Next, always at the bottom of the screen. */
  footer?: ReactNode;
  /** The content takes the full width: a picture with its controls beside it. */
  isWide?: boolean;
  children: ReactNode;
}

/** Full-screen frame for a lesson player or a quiz, under a slim bar. */
export function PlayerFrame({ title, progress, time, save, onLeave, leaveLabel, banner, footer, isWide, children }: PlayerFrameProps) {
  const [savePlace, setSavePlace] = useState<HTMLElement | null>(null);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useScrollPadding(head, foot);
  return (
    <div className={s.frame}>
      <SkipLink />
      <header ref={setHead} className={s.head}>
        {banner}
        <div className={s.bar}>
          <div className={s.where}>
            <p className={s.title}>{title}</p>
            {progress ? <p className={s.step}>{m.ui_step_of({ at: progress.at, of: progress.of })}</p> : null}
          </div>
          <div className={s.facts}>
            <div ref={setSavePlace} className={s.place} />
            {save}
            {time}
          </div>
          <Button variant="quiet" icon={IconX} onPress={onLeave}>
            {leaveLabel ?? m.ui_leave()}
          </Button>
          {progress ? (
            <progress
              className={s.progress}
              value={progress.done}
              max={progress.of}
              aria-label={m.ui_done_of({ done: progress.done, of: progress.of })}
            />
          ) : null}
        </div>
      </header>
      <Main className={s.main} data-wide={isWide || undefined}>
        <SavePlace value={savePlace}>{children}</SavePlace>
      </Main>
      {footer ? (
        <footer ref={setFoot} className={s.footer}>
          {footer}
        </footer>
      ) : null}
    </div>
  );
}
