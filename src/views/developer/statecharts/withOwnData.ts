import type { AnyEventObject } from 'xstate';

/**
 * The event with the actor's own data: a field that its context has too, of the same kind, comes from there. Data from another window has
 * hidden parts and is not used where it has.
 */
export function withOwnData(event: AnyEventObject, context: unknown): AnyEventObject {
  const own = Object(context) as Record<string, unknown>;
  const isUsable = (value: unknown, sample: unknown) =>
    value !== null &&
    typeof value === typeof sample &&
    Array.isArray(value) === Array.isArray(sample) &&
    !JSON.stringify(value).includes('•••');
  const fields = Object.entries(event).map(([name, sample]) => [name, name !== 'type' && isUsable(own[name], sample) ? own[name] : sample]);
  return Object.fromEntries(fields) as AnyEventObject;
}
