import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { UserData } from '../../contract/login.ts';
import type { noticesMachine } from '../machines/app/noticesMachine.ts';
import type { spinnerMachine } from '../machines/app/spinnerMachine.ts';
import type { ChartMeta } from '../machines/chart.ts';
import type { sessionMachine } from '../machines/login/sessionMachine.ts';
import { announce } from '../ui/announce.ts';
import { useApp } from './app.ts';

// Hooks that only start and stop effects have nothing to memoize: without the compiler's cache (`'use no memo'`) the first screen is
// smaller.

/** Refresh interval for relative times ("2 minutes ago"), in ms. */
export const aMinute = 60_000;

/** The long-lived session actor. */
export const useSession = () => useApp().actor.system.get('session') as ActorRefFrom<typeof sessionMachine>;
export const useNotices = () => useApp().actor.system.get('notices') as ActorRefFrom<typeof noticesMachine>;
export const useSpinner = () => useApp().actor.system.get('spinner') as ActorRefFrom<typeof spinnerMachine>;

/** The signed-in user. Views of the signed-in area exist only while there is one. */
export function useUser(): UserData {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  if (!user) throw new Error('Nobody is signed in.');
  return user;
}

/** The person taking a quiz, as far as its screens need to know. */
export type Worker = Pick<UserData, 'userPuid' | 'districtID' | 'first_name' | 'last_name' | 'time_zone'>;

/** The user that this browser remembers, before the session is known; without a name. */
export const RememberedWorker = createContext<Worker | null>(null);

/** The signed-in user or, after a start without a connection, the user that this browser remembers. */
export function useWorker(): Worker {
  const remembered = use(RememberedWorker);
  const worker = useSelector(useSession(), (snapshot) => snapshot.context.user) ?? remembered;
  if (!worker) throw new Error('Nobody works here.');
  return worker;
}

/** Becomes true this many ms after the first render, by the actors' clock, for parts that can wait. */
export function useLater(ms: number): boolean {
  const { clock = globalThis } = useApp().actorOptions;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = clock.setTimeout(() => setDue(true), ms);
    return () => clock.clearTimeout(timer);
  }, [clock, ms]);
  return isDue;
}

/**
 * The time, ms since 1970, from `App.now`; rerenders the component every `every` ms. The only way to draw a changing time: the compiler
 * caches what `now()` returned in the first render.
 */
export function useNow(every: number): number {
  'use no memo';
  const { now, actorOptions } = useApp();
  const { clock = globalThis } = actorOptions;
  const [time, setTime] = useState(now);
  useEffect(() => {
    const look = () => {
      setTime(now());
      timer = clock.setTimeout(look, every);
    };
    let timer = clock.setTimeout(look, every);
    return () => clock.clearTimeout(timer);
  }, [now, clock, every]);
  return time;
}

/** Calls back when the user returns to this tab, since the content may be stale. */
export function useReturn(onReturn: () => void): void {
  'use no memo';
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && onReturn();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [onReturn]);
}

const metaOf = (snapshot: AnyMachineSnapshot): { entered: string; meta: ChartMeta }[] =>
  Object.entries(snapshot.getMeta() as Record<string, ChartMeta>).map(([entered, meta]) => ({ entered, meta }));

/** Whether the start of the element is visible, clear of anything sticky at its top. */
function beginsInSight(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return top >= covered && top <= window.innerHeight / 2;
}

/**
 * Moves the focus to the element with this `data-focus`, once it is drawn. If the start of the surrounding `data-begin` part is out of
 * sight, scrolls to it.
 */
export function focusElement(name: string): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
    const part = element?.closest('[data-begin]');
    element?.focus({ preventScroll: Boolean(part) });
    if (part && !beginsInSight(part)) part.scrollIntoView({ block: 'start' });
  });
}

/** Moves the focus to the element with this `data-focus` when `value` changes: a new page within the same state. */
export function useFocusOnChange(name: string, value: unknown): void {
  'use no memo';
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== undefined && before.current !== value) focusElement(name);
    before.current = value;
  }, [name, value]);
}

/** Announcement texts of a chart's states, by the key in their `meta`. */
export type Announcements = Readonly<Record<string, () => string>>;

/**
 * Runs what the states' `meta` asks for on entry: announces the message and moves the focus to the element with that `data-focus`. The
 * initial state moves no focus, because the page that opens does. A wizard passes the chart of its current step, if there is one: the first
 * state of a later step counts as entered.
 */
export function useChartMeta(actor: AnyActorRef | undefined, messages?: Announcements): void {
  'use no memo';
  const before = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!actor) {
      before.current = new Set();
      return;
    }
    const look = (snapshot: AnyMachineSnapshot) => {
      const active = metaOf(snapshot);
      const known = before.current;
      before.current = new Set(active.map(({ entered }) => entered));
      if (!known) return;
      for (const { entered, meta } of active) {
        if (known.has(entered)) continue;
        const message = meta.announce === undefined ? undefined : messages?.[meta.announce];
        if (message) announce(message());
        if (meta.focus !== undefined) {
          focusElement(meta.focus);
        }
      }
    };
    look(actor.getSnapshot() as AnyMachineSnapshot);
    const { unsubscribe } = actor.subscribe((snapshot) => look(snapshot as AnyMachineSnapshot));
    return unsubscribe;
  }, [actor, messages]);
}
