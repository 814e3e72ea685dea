import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/**
 * Why a guard refuses, keyed by guard name: one plain English sentence each, for the docs and the visualizer. Screens map the guard name
 * returned by {@link whyNot} to a translated message.
 */
export type Reasons<GuardName extends string = string> = Record<GuardName, string>;

/**
 * Marks states and transitions that several charts spread. The built product drops their descriptions like those of the charts themselves
 * (`scripts/sentencesPlugin.ts`).
 */
export const part = <const Config>(config: Config): Config => config;

/** What a state tells the screen. Pass it to `setup` as `types: { meta: {} as ChartMeta }`. */
export interface ChartMeta {
  /** Key of the message that a screen reader announces on entry, e.g. `login_failed`. */
  announce?: string;
  /** `data-focus` name of the element that receives focus on entry, e.g. `email`. */
  focus?: string;
  /** On the root state only: the chart's `<name>Reasons`. */
  reasons?: Reasons;
}

/**
 * Placeholder for an actor that a service provides. Until it is provided, it rejects with an error that says so.
 *
 * @param name the slot's key in `setup({ actors })`
 * @param call what the real actor does, as the docs show it: `POST /Login/Index`, or a phrase if it makes no call (`reads the stored
 * session`)
 */
export function actorSlot<Output, Input = NonReducibleUnknown>(name: string, call: string): PromiseActorLogic<Output, Input> {
  const logic = fromPromise<Output, Input>(() => Promise.reject(new Error(`Actor '${name}' must be provided (${call}).`)));
  return Object.assign(logic, { call });
}

/**
 * Placeholder for an actor that watches an outside source and sends events for as long as it runs. Until a service provides it, it throws
 * an error that says so. `call` as in {@link actorSlot}.
 */
export function sourceSlot<Events extends EventObject, Input = NonReducibleUnknown, Hears extends EventObject = EventObject>(
  name: string,
  call: string,
): CallbackActorLogic<Hears, Input, Events> {
  const logic = fromCallback<Hears, Input, Events>(() => {
    throw new Error(`Actor '${name}' must be provided (${call}).`);
  });
  return Object.assign(logic, { call });
}
