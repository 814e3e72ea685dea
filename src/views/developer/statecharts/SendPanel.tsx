import { useState } from 'react';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import type { Cause } from '../../../developer/pureChart.ts';
import type { Choices } from '../../../developer/simulation.ts';
import { whyNot } from '../../../machines/whyNot.ts';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconEdit } from '../../../ui/icons.ts';
import s from './statecharts.module.css';
import { usePayload } from './usePayload.tsx';

/** An event to send to a chart, or the reason why it cannot be sent now. */
interface Offer {
  event: AnyEventObject;
  description: string;
  /** Absent if it can be sent. */
  reason?: string;
  group: 'now' | 'refused' | 'notHere';
}

/** Every event of a chart with the payloads in its model, sorted by whether it can happen in `snapshot`. */
function offersOf(graph: ChartGraph, samples: readonly AnyEventObject[], snapshot: AnyMachineSnapshot): Offer[] {
  const types = [...new Set(graph.edges.filter(({ kind }) => kind === 'event').map(({ eventType }) => eventType))];
  return types.flatMap((type) => {
    const known = samples.filter((sample) => sample.type === type);
    return (known.length > 0 ? known : [{ type }]).map((event): Offer => {
      const refusal = refusalOf(snapshot, event);
      const [taken] = refusal ? [] : snapshot.machine.getTransitionData(snapshot, event);
      const description = taken?.description ?? graph.edges.find((edge) => edge.eventType === type && edge.description)?.description ?? '';
      if (!refusal) return { event, description, group: 'now' };
      if (refusal.kind === 'notHere') return { event, description, group: 'notHere', reason: m.developer_reason_not_here() };
      const reason = refusal.guards
        .map((guard) => graph.guards.find(({ name }) => name === guard)?.reason ?? m.developer_reason_guard({ guard }))
        .join(' ');
      return { event, description, group: 'refused', reason };
    });
  });
}

/** A guard may throw on a payload that is not meant for this state, or on a context with hidden secrets. */
function refusalOf(snapshot: AnyMachineSnapshot, event: AnyEventObject): ReturnType<typeof whyNot> {
  try {
    return whyNot(snapshot, event);
  } catch {
    return { kind: 'notHere' };
  }
}

/** The model's payloads are made up, so there is nothing to hide. */
const payloadText = ({ type: _type, ...payload }: AnyEventObject) => (Object.keys(payload).length > 0 ? JSON.stringify(payload) : '');

interface SendPanelProps {
  graph: ChartGraph;
  samples: readonly AnyEventObject[];
  /** The snapshot to evaluate guards on; undefined when nothing runs. */
  snapshot: AnyMachineSnapshot | undefined;
  /** Why nothing at all can be sent. */
  reason: string | undefined;
  onSend: (event: AnyEventObject) => void;
  /** Choices in a simulation. */
  choices: Choices | undefined;
  onCause: (cause: Cause) => void;
}

/** Events as buttons; in a simulation also the ends of actors and delays. */
export function SendPanel({ graph, samples, snapshot, reason, onSend, choices, onCause }: SendPanelProps) {
  if (!snapshot) return <p className={s.empty}>{reason}</p>;
  const offers = offersOf(graph, samples, snapshot);
  const groups = [
    { key: 'now', title: m.developer_now() },
    { key: 'refused', title: m.developer_refused() },
    { key: 'notHere', title: m.developer_not_here() },
  ] as const;
  return (
    <div className={s.sections}>
      {reason ? <p className={s.soft}>{reason}</p> : null}
      {choices ? <Simulated choices={choices} onCause={onCause} /> : null}
      {offers.length === 0 ? <p className={s.empty}>{m.developer_no_events()}</p> : null}
      {groups.map(({ key, title }) => {
        const list = offers.filter(({ group }) => group === key);
        if (list.length === 0) return null;
        const items = list.map((offer) => (
          <OfferItem
            key={`${offer.event.type} ${payloadText(offer.event)}`}
            offer={reason ? { ...offer, reason } : offer}
            isEditable={choices !== undefined}
            onSend={onSend}
          />
        ));
        return key === 'notHere' ? (
          <details key={key} className={s.group}>
            <summary>
              {title} ({list.length})
            </summary>
            <ul className={s.plain}>{items}</ul>
          </details>
        ) : (
          <section key={key}>
            <h3>{title}</h3>
            <ul className={s.plain}>{items}</ul>
          </section>
        );
      })}
    </div>
  );
}

interface OfferItemProps {
  offer: Offer;
  /** For a simulation. The question before an event goes to a running actor has the payload to edit. */
  isEditable: boolean;
  onSend: (event: AnyEventObject) => void;
}

function OfferItem({ offer: { event, description, reason }, isEditable, onSend }: OfferItemProps) {
  const { type } = event;
  const { hasPayload, field, send } = usePayload(event, onSend);
  const [isEditing, setEditing] = useState(false);
  return (
    <li className={s.offer}>
      <div className={s.offerRow}>
        <Button
          size="small"
          variant="secondary"
          reason={reason}
          onPress={isEditing ? send : () => onSend(event)}
          aria-label={m.developer_send_event({ event: type })}
        >
          {type}
        </Button>
        {hasPayload && isEditable ? (
          <IconButton
            icon={IconEdit}
            size="small"
            label={m.developer_payload_edit({ event: type })}
            aria-expanded={isEditing}
            onPress={() => setEditing(!isEditing)}
          />
        ) : null}
      </div>
      {description ? <p className={s.soft}>{description}</p> : null}
      {reason ? <p className={s.reason}>{reason}</p> : null}
      {isEditing ? field(4) : hasPayload ? <p className={s.payload}>{payloadText(event)}</p> : null}
    </li>
  );
}

/** Ends of actors and delays, as buttons. */
function Simulated({ choices: { actors, timers }, onCause }: { choices: Choices; onCause: (cause: Cause) => void }) {
  const number = new Intl.NumberFormat(getLocale());
  return (
    <>
      {actors.length > 0 ? (
        <section>
          <h3>{m.developer_actors()}</h3>
          <ul className={s.plain}>
            {actors.map(({ id, done, error }) => (
              <li key={id} className={s.offer}>
                <p className={s.key}>{id}</p>
                {[...done, ...error].map((cause) => (
                  <div key={payloadText(cause.event) + cause.type} className={s.offerRow}>
                    <Button size="small" onPress={() => onCause(cause)}>
                      {cause.type.startsWith('xstate.done') ? m.developer_actor_done() : m.developer_actor_error()}
                    </Button>
                    <span className={s.payload}>{payloadText(cause.event)}</span>
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {timers.length > 0 ? (
        <section>
          <h3>{m.developer_timers()}</h3>
          <ul className={s.plain}>
            {timers.map(({ cause, left }) => (
              <li key={cause.id} className={s.offer}>
                <p className={s.key}>{cause.type.replace(/^xstate\.after\.([^.]+)\..*/, '$1')}</p>
                <div className={s.offerRow}>
                  <Button size="small" onPress={() => onCause(cause)}>
                    {m.developer_let_pass()}
                  </Button>
                  <span className={s.soft}>{m.developer_timer_left({ ms: number.format(left) })}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
