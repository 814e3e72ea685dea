import { type AnyStateMachine, createMachine } from 'xstate';

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)]));
};

/** The same chart with its configuration changed by `edit`. */
export function variant<M extends AnyStateMachine>(machine: M, edit: (config: any) => void): M {
  const config = copy(machine.config);
  edit(config);
  return createMachine(config as never, machine.implementations as never) as unknown as M;
}
