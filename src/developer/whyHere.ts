import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type Refusal, whyNot } from '../machines/whyNot.ts';
import { stateText } from './lit.ts';
import type { Recorder } from './recorder.ts';

/** An event that a page asked a chart about, or that a control sends, with the chart's answer. */
export interface Answer {
  actor: string;
  chart: string;
  event: string;
  /** The active states, as text. */
  states: string;
  /** Undefined if the chart takes the event. */
  refusal: Refusal | undefined;
}

/** Why a control cannot be used. */
export interface Explanation {
  /** By what the control was found to belong to the events; `unknown` if there are none. */
  by: 'sentence' | 'handler' | 'component' | 'unknown';
  answers: Answer[];
  isDisabled: boolean;
  /** What else the charts of the page refuse. */
  others: Answer[];
}

/** The part of React's tree that is read: React has no public way to it, and its own developer tools read the same. */
interface Fiber {
  return: Fiber | null;
  type: unknown;
  memoizedProps: Record<string, unknown> | null;
  memoizedState: unknown;
}

/** A question that a part of the page asks of an actor's snapshot: the selector of a `useSelector`. */
interface Question {
  snapshot: () => unknown;
  select: (snapshot: unknown) => unknown;
}

const fiberOf = (element: Element): Fiber | undefined => {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  return key === undefined ? undefined : (element as unknown as Record<string, Fiber>)[key];
};

/** A fiber and what it is in, innermost first. */
function* lineOf(element: Element): Generator<Fiber> {
  for (let at: Fiber | null | undefined = fiberOf(element); at; at = at.return) yield at;
}

/** `useSelector` keeps its selector among the dependencies of a memo: snapshot, server's snapshot, selector, comparison. */
function questionsOf({ type, memoizedState }: Fiber): Question[] {
  if (typeof type === 'string') return [];
  const questions: Question[] = [];
  for (
    let hook = memoizedState as { memoizedState?: unknown; next?: unknown } | null;
    hook && 'next' in hook;
    hook = hook.next as typeof hook
  ) {
    const [, kept] = Array.isArray(hook.memoizedState) ? hook.memoizedState : [];
    if (!Array.isArray(kept) || kept.length !== 4) continue;
    const [snapshot, , select] = kept;
    if (typeof snapshot === 'function' && typeof select === 'function') questions.push({ snapshot, select } as Question);
  }
  return questions;
}

/** Texts of the functions that a control runs when it is used. */
const handlersOf = ({ memoizedProps }: Fiber): string[] =>
  Object.entries(memoizedProps ?? {}).flatMap(([name, value]) =>
    /^on[A-Z]/.test(name) && typeof value === 'function' ? [Function.prototype.toString.call(value)] : [],
  );

/** Explains a control of the page by the actors that run now. */
export function explain(control: Element, recorder: Pick<Recorder, 'actors' | 'ref'>): Explanation {
  const actors = recorder.actors().flatMap(({ id, chart, status }) => {
    const ref = chart && status === 'active' ? recorder.ref(id) : undefined;
    return ref && chart ? [{ id, chart, ref }] : [];
  });
  const snapshotOf = (ref: AnyActorRef) => ref.getSnapshot() as AnyMachineSnapshot;
  const answer = ({ id, chart, ref }: (typeof actors)[number], event: AnyEventObject): Answer[] => {
    const snapshot = snapshotOf(ref);
    try {
      return [{ actor: id, chart, event: event.type, states: stateText(snapshot.value), refusal: whyNot(snapshot, event) }];
    } catch {
      // A guard that needs a payload, which nobody knows here.
      return [];
    }
  };
  /** The events that a question is about, and what it makes of the answers. */
  const ask = ({ snapshot: read, select }: Question): { value: unknown; answers: Answer[] } => {
    const snapshot = read();
    const actor = actors.find(({ ref }) => snapshotOf(ref) === snapshot);
    if (!actor) return { value: undefined, answers: [] };
    const events: AnyEventObject[] = [];
    const probe = Object.create(snapshot as object, {
      can: {
        value: (event: AnyEventObject) => {
          events.push(event);
          return (snapshot as AnyMachineSnapshot).can(event);
        },
      },
    });
    const value = select(probe);
    return { value, answers: events.flatMap((event) => answer(actor, event)) };
  };

  const sentence = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => (id && document.getElementById(id)?.textContent) || '')
    .join(' ')
    .trim();
  const isDisabled = control.getAttribute('aria-disabled') === 'true' || control.matches(':disabled');
  const line = [...lineOf(control)];
  const asked = line.map((fiber) => questionsOf(fiber).map(ask));
  const refused = (answers: readonly Answer[]) => unique(answers.filter(({ refusal }) => refusal));
  const all = unique(
    actors.flatMap((actor) =>
      snapshotOf(actor.ref)
        .machine.events.filter((type) => !type.startsWith('xstate.') && type !== '*')
        .flatMap((type) => answer(actor, { type })),
    ),
  );
  const explained = (by: Explanation['by'], answers: readonly Answer[]): Explanation => {
    const found = new Set(answers.map(keyOf));
    return { by, answers: [...answers], isDisabled, others: refused(all).filter((one) => !found.has(keyOf(one))) };
  };

  const said = asked.flat().filter(({ value }) => sentence !== '' && value === sentence);
  if (said.length > 0) return explained('sentence', refused(said.flatMap(({ answers }) => answers)));

  // The control's own handlers, up to the next element around it; a button that submits has its form's.
  const end = line.findIndex(({ type }, index) => index > 0 && typeof type === 'string');
  const form = control.matches('[type="submit"]') ? line.filter(({ type }) => type === 'form') : [];
  const texts = [...line.slice(0, end === -1 ? undefined : end), ...form].flatMap(handlersOf);
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/["'`](\w+\.\w+)["'`]/g)].map(([, type]) => type)));
  const known = unique([...asked.flat().flatMap(({ answers }) => answers), ...all]);
  const sent = known.filter(({ event }) => named.has(event));
  if (sent.length > 0) return explained('handler', sent);

  for (const questions of isDisabled ? asked : []) {
    const answers = refused(questions.flatMap((one) => one.answers));
    if (answers.length > 0) return explained('component', answers);
  }
  return explained('unknown', []);
}

const keyOf = ({ actor, event }: Answer) => `${actor} ${event}`;
/** One answer per actor and event, the first. */
const unique = (answers: readonly Answer[]): Answer[] =>
  [...new Map(answers.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
