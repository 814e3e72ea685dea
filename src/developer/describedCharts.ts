import type { AnyStateMachine } from 'xstate';

/**
 * Like `machines/index.ts`, but without its code, which contains every flow of the product: each chart loads from its own file, with its
 * texts.
 */
const files = import.meta.glob<Record<string, AnyStateMachine>>(['./*/*Machine.ts', '!./developer/*'], {
  base: '../machines',
  query: '?described',
});
const modules = Object.fromEntries(Object.entries(files).map(([file, load]) => [/\/(\w+)Machine\.ts$/.exec(file)?.[1], load]));

/** Names of the charts of the product. */
export const chartNames = Object.keys(modules);

/** A chart with its texts; undefined if there is no such chart. */
export const loadChart = async (name: string): Promise<AnyStateMachine | undefined> => (await modules[name]?.())?.[`${name}Machine`];
