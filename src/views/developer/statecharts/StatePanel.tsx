import { changesOf } from '../../../developer/changes.ts';
import { stateText } from '../../../developer/lit.ts';
import type { Frame } from '../../../developer/recorder.ts';
import { redact } from '../../../developer/redact.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/Badge.tsx';
import { ChangeList } from './ChangeList.tsx';
import { DataTree } from './DataTree.tsx';
import s from './statecharts.module.css';
import { statusText } from './statusText.ts';
import type { ViewStep } from './steps.ts';

interface StatePanelProps {
  frame: Frame | undefined;
  /** The step that led here. */
  step: ViewStep | undefined;
}

/** The chart's current state, with its context as a tree and the last event's payload. Secrets are hidden. */
export default function StatePanel({ frame, step }: StatePanelProps) {
  if (!frame) {
    return (
      <p className={s.empty}>
        {m.developer_nothing_to_show()} {m.developer_nothing_to_show_text()}
      </p>
    );
  }
  const before = step?.before;
  const { type: _type, ...payload } = step?.payload ?? { type: '' };
  return (
    <div className={s.sections}>
      <dl className={s.facts}>
        <dt>{m.developer_current()}</dt>
        <dd className={s.key}>{frame.value === undefined ? '–' : stateText(frame.value)}</dd>
        <dt>{m.developer_status()}</dt>
        <dd>{statusText(frame.status)}</dd>
        <dt>{m.developer_tags()}</dt>
        <dd className={s.badges}>{frame.tags.length === 0 ? '–' : frame.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}</dd>
      </dl>
      {frame.error === undefined ? null : (
        <section>
          <h3>{m.developer_error()}</h3>
          <DataTree value={redact(frame.error)} />
        </section>
      )}
      {step && Object.keys(payload).length > 0 ? (
        <section>
          <h3>
            {m.developer_event()} <span className={s.key}>{step.event}</span>
          </h3>
          <DataTree value={redact(payload)} />
        </section>
      ) : null}
      {step && before ? (
        <section>
          <h3>{m.developer_changes()}</h3>
          <ChangeList changes={changesOf(before, step.frame)} />
        </section>
      ) : null}
      {step && step.emitted.length > 0 ? (
        <section>
          <h3>{m.developer_emitted()}</h3>
          <DataTree value={redact(step.emitted)} />
        </section>
      ) : null}
      <section>
        <h3>{m.developer_context()}</h3>
        <DataTree value={redact(frame.context)} before={redact(before?.context)} isCompared={before !== undefined} />
      </section>
    </div>
  );
}
