import type { LogEntry } from './recorder.ts';
import { redact } from './redact.ts';

const shown = 20;

/** Text that users attach to a support question: the chart's state and how it got there, without secrets or personal data. */
export function supportCard({
  chart,
  frame,
  log,
  version,
  now,
}: {
  chart: string;
  frame: LogEntry['frame'];
  /** Entries of this actor, oldest first, up to the selected step. */
  log: readonly LogEntry[];
  version: string;
  /** ms since 1970. */
  now: number;
}): string {
  const json = (value: unknown) => JSON.stringify(redact(value, { personal: true }));
  const time = (at: number) => new Date(at).toISOString();
  const events = log.slice(-shown).map(({ at, event, taken, frame: { value, status, error } }) => {
    const { type, ...payload } = event;
    const details = Object.keys(payload).length > 0 ? ` ${json(payload)}` : '';
    const outcome = taken.length > 0 || type === 'xstate.init' ? JSON.stringify(value) : 'no transition took it';
    const failed = status === 'error' ? ` FAILED ${json(error)}` : '';
    return `${time(at)}  ${type}${details} → ${outcome}${failed}`;
  });
  return [
    `Support card, version ${version}, ${time(now)}`,
    `Chart: ${chart}`,
    `State: ${JSON.stringify(frame.value)} (${frame.status})`,
    `Tags: ${frame.tags.join(', ') || 'none'}`,
    ...(frame.error === undefined ? [] : [`Error: ${json(frame.error)}`]),
    `Context: ${json(frame.context)}`,
    `Last ${events.length} events:`,
    ...events,
    '',
  ].join('\n');
}
