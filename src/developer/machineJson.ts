import type { AnyStateMachine } from 'xstate';
import { guardName } from '../machines/whyNot.ts';

/** A chart's configuration as JSON for XState's own tools. Functions that map params and input are left out. */
export const machineJson = (machine: AnyStateMachine): string =>
  JSON.stringify(
    machine.config,
    (key, value) => {
      if (typeof value !== 'function') return value;
      if (key === 'guard') return guardName(value);
      return (value as { type?: string }).type;
    },
    2,
  );
