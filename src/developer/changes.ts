import type { StateValue } from 'xstate';
import type { Frame } from './recorder.ts';
import { redact } from './redact.ts';

/** What a step changed, safe to show. */
export interface Changes {
  /** Paths of states, outermost first. */
  entered: string[];
  left: string[];
  /** Fields of the context, with their values as text. */
  fields: { name: string; before: string; after: string }[];
}

/** Paths of all active states. */
function paths(value: StateValue | undefined, above = ''): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [above + value];
  return Object.entries(value).flatMap(([key, inner]) => [above + key, ...paths(inner, `${above}${key}.`)]);
}

const longest = 60;
const text = (value: unknown) => {
  const whole = value === undefined ? '–' : JSON.stringify(value);
  return whole.length > longest ? `${whole.slice(0, longest - 1)}…` : whole;
};

/** Compares the frames around a step. Secrets are hidden. Without a frame before it, everything was entered and nothing changed. */
export function changesOf(before: Frame | undefined, after: Frame): Changes {
  const [was, is] = [paths(before?.value), paths(after.value)];
  const [old, now] = [Object(before?.context) as Record<string, unknown>, Object(after.context) as Record<string, unknown>];
  const names = before ? [...new Set([...Object.keys(old), ...Object.keys(now)])] : [];
  const safe = (part: Record<string, unknown>, name: string) =>
    name in part ? (redact({ [name]: part[name] }) as Record<string, unknown>)[name] : undefined;
  return {
    entered: is.filter((path) => !was.includes(path)),
    left: was.filter((path) => !is.includes(path)),
    fields: names.flatMap((name) => {
      // Charts never change an object: the same one has the same content.
      if (old[name] === now[name]) return [];
      const [from, to] = [safe(old, name), safe(now, name)];
      // A secret that changed looks the same, and still changed. Other data may be a copy.
      const isHidden = from === to && typeof old[name] !== 'object';
      return isHidden || JSON.stringify(from) !== JSON.stringify(to) ? [{ name, before: text(from), after: text(to) }] : [];
    }),
  };
}
