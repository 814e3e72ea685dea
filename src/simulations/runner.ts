import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A running model, as the frame sees it. */
export interface Runner {
  readonly playing: boolean;
  readonly finished: boolean;
  readonly frame: RefObject<HTMLElement | null>;
  play(): void;
  pause(): void;
  stepOnce(): void;
  reset(): void;
}

interface RunnerOptions<State> {
  /** Returns the initial state. */
  start: () => State;
  /** One step of `dt` seconds; pure. */
  step: (state: State, dt: number) => State;
  /** Length of a step in seconds of the model's screen time. */
  dt: number;
  /** Seconds that the Step button advances. */
  stride: number;
  /** Whether it starts once it is visible; never with reduced motion. */
  autoPlay?: boolean;
  /** Whether the run is over. */
  isFinished?: (state: State) => boolean;
  /** Restarts the model whenever this changes. */
  restartOn?: string;
}

/** The maximum time in seconds that one frame catches up, so that on a slow machine the model slows down instead of freezing. */
const LONGEST_FRAME = 0.1;

function prefersReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @returns whether the element is in view and the page is visible. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true);
  const [shown, setShown] = useState(() => !document.hidden);
  useEffect(() => {
    const update = () => setShown(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView && shown;
}

/** Runs a pure step function by animation frames, in fixed steps. Pauses while the simulation is out of view or the page is hidden. */
export function useRunner<State>({ start, step, dt, stride, autoPlay = false, isFinished, restartOn = '' }: RunnerOptions<State>): {
  state: State;
  /** Jumps to a state chosen by the user, and pauses there. */
  seek: (state: State) => void;
  runner: Runner;
} {
  const [state, setState] = useState(start);
  const [playing, setPlaying] = useState(() => autoPlay && !prefersReducedMotion());
  const [startedFor, setStartedFor] = useState(restartOn);
  const frame = useRef<HTMLElement>(null);
  const seen = useSeen(frame);
  const finished = isFinished?.(state) ?? false;

  if (startedFor !== restartOn) {
    setStartedFor(restartOn);
    setState(start());
  } else if (playing && finished) {
    setPlaying(false);
  }

  const advance = useEffectEvent((steps: number) => {
    setState((from) => {
      let next = from;
      for (let i = 0; i < steps && !isFinished?.(next); i++) next = step(next, dt);
      return next;
    });
  });

  const running = playing && seen;
  useEffect(() => {
    if (!running) return;
    let last: number | undefined;
    let owed = 0;
    let request = requestAnimationFrame(function tick(now) {
      owed += last === undefined ? 0 : Math.min((now - last) / 1000, LONGEST_FRAME);
      last = now;
      const steps = Math.floor(owed / dt);
      owed -= steps * dt;
      if (steps > 0) advance(steps);
      request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [running, dt]);

  const runner: Runner = {
    playing,
    finished,
    frame,
    play() {
      if (finished) setState(start());
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    stepOnce() {
      setPlaying(false);
      setState((from) => {
        let next = finished ? start() : from;
        for (let i = 0; i < Math.round(stride / dt) && !isFinished?.(next); i++) next = step(next, dt);
        return next;
      });
    },
    reset() {
      setState(start());
      setPlaying(autoPlay && !prefersReducedMotion());
    },
  };
  const seek = (to: State) => {
    setPlaying(false);
    setState(to);
  };
  return { state, seek, runner };
}
