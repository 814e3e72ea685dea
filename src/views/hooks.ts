import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { UserData } from '../../contract/login.ts';
import type { ChartMeta } from '../machines/chart.ts';
import type { noticesMachine } from '../machines/notices/noticesMachine.ts';
import type { sessionMachine } from '../machines/session/sessionMachine.ts';
import type { spinnerMachine } from '../machines/spinner/spinnerMachine.ts';
import { announce } from '../ui/announce.ts';
import { useApp } from './app.ts';

// Hooks that only start and stop effects have nothing to remember: without the compiler's cache (`'use no memo'`) the first screen is smaller.

/** Often enough for a distance in words ("2 minutes ago"), ms. */
export const aMinute = 60_000;

/** The long-lived session actor. */
export const useSession = () => useApp().actor.system.get('session') as ActorRefFrom<typeof sessionMachine>;
export const useNotices = () => useApp().actor.system.get('notices') as ActorRefFrom<typeof noticesMachine>;
export const useSpinner = () => useApp().actor.system.get('spinner') as ActorRefFrom<typeof spinnerMachine>;

/** Who is signed in; views of the signed-in area are only there while somebody is. */
export function useUser(): UserData {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  if (!user) throw new Error('Nobody is signed in.');
  return user;
}

/** Who works on a quiz, as far as its screens need to know. */
export type Worker = Pick<UserData, 'userPuid' | 'districtID' | 'first_name' | 'last_name' | 'time_zone'>;

/** The person that this browser remembers, before anybody could be asked who is here; without a name. */
export const RememberedWorker = createContext<Worker | null>(null);

/** Who works here: who is signed in, or, after a start without a connection, the person that this browser remembers. */
export function useWorker(): Worker {
  const remembered = use(RememberedWorker);
  const worker = useSelector(useSession(), (snapshot) => snapshot.context.user) ?? remembered;
  if (!worker) throw new Error('Nobody works here.');
  return worker;
}

/** Becomes true this many ms after the first drawing, by the clock of the actors: for what nobody waits for. */
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
 * The time, ms since 1970, as `App.now` tells it; the component is drawn again every `every` ms. The only way to draw a time that passes:
 * the compiler keeps what `now()` gave at the first drawing.
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

/** Calls back when the person returns to this tab: what is shown may have changed meanwhile. */
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

/** Whether a person who looks at the page sees where the element begins, clear of what sticks to its top. */
function beginsInSight(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return top >= covered && top <= window.innerHeight / 2;
}

/** Moves the focus to the element with this `data-focus`, once it is drawn; the part with `data-begin` around it is read from its start. */
export function focusElement(name: string): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
    const part = element?.closest('[data-begin]');
    element?.focus({ preventScroll: Boolean(part) });
    if (part && !beginsInSight(part)) part.scrollIntoView({ block: 'start' });
  });
}

/** Moves the focus to the element with this `data-focus` when `value` becomes another: a new page in a state that stays the same. */
export function useFocusOnChange(name: string, value: unknown): void {
  'use no memo';
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== undefined && before.current !== value) focusElement(name);
    before.current = value;
  }, [name, value]);
}

/** Messages that a chart's states announce, by the key in their `meta`. */
export type Announcements = Readonly<Record<string, () => string>>;

/**
 * Does what the states' `meta` asks for on entry: announces the message and moves the focus to the element with that `data-focus`.
 * The state in which the chart starts moves no focus: the page that opens does that.
 */
export function useChartMeta(actor: AnyActorRef, messages?: Announcements): void {
  'use no memo';
  const before = useRef<Set<string> | null>(null);
  useEffect(() => {
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
