import { format } from 'date-fns/format';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { changesOf } from '../../../developer/changes.ts';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { changeText } from './ChangeList.tsx';
import s from './statecharts.module.css';
import { matchingSteps, type ViewStep, withoutRepeats } from './steps.ts';

interface EventLogProps {
  steps: readonly ViewStep[];
  /** The selected step. */
  current: ViewStep | undefined;
  isPast: boolean;
  onPick: (step: ViewStep) => void;
  onPresent: () => void;
  /** Simulated time counts from 0. */
  isSimulated: boolean;
  /** Whether steps of all actors are listed; undefined if there is no choice. */
  showsAll: boolean | undefined;
  onShowAll: (all: boolean) => void;
  onClear: (() => void) | undefined;
}

/** The steps so far, to filter and to go back to. Stays usable with 10,000 steps, because only visible rows are rendered. */
export function EventLog({ steps, current, isPast, onPick, onPresent, isSimulated, showsAll, onShowAll, onClear }: EventLogProps) {
  const [text, setText] = useState('');
  const list = useRef<VListHandle>(null);
  const id = useId();
  const shown = withoutRepeats(matchingSteps(steps, text));
  const index = current ? shown.findIndex(({ step, chart }) => step >= current.step && chart === current.chart) : -1;
  const number = new Intl.NumberFormat(getLocale());
  const position = current ? steps.findIndex(({ step }) => step === current.step) : -1;

  useEffect(() => {
    const seen = index >= 0 ? index : shown.length - 1;
    if (seen >= 0) list.current?.scrollToIndex(seen, { align: 'nearest' });
  }, [index, shown.length]);

  const go = (to: number) => {
    const step = shown[Math.min(Math.max(to, 0), shown.length - 1)];
    if (step) onPick(step);
  };
  const onKeyDown = (key: KeyboardEvent) => {
    const from = index === -1 ? shown.length - 1 : index;
    const target = { ArrowUp: from - 1, ArrowDown: from + 1, PageUp: from - 10, PageDown: from + 10, Home: 0, End: shown.length - 1 }[
      key.key
    ];
    if (target === undefined) return;
    key.preventDefault();
    go(target);
  };

  return (
    <section className={s.log} aria-labelledby={`${id}-title`}>
      <div className={s.logBar}>
        <h2 id={`${id}-title`}>{m.developer_log()}</h2>
        {isPast ? (
          <Badge tone="warning">{m.developer_past()}</Badge>
        ) : steps.length > 0 ? (
          <Badge tone="success">{m.developer_live()}</Badge>
        ) : null}
        <IconButton
          icon={IconChevronLeft}
          size="small"
          label={m.developer_earlier()}
          onPress={() => go((index === -1 ? shown.length : index) - 1)}
        />
        <IconButton icon={IconChevronRight} size="small" label={m.developer_later()} onPress={() => go(index + 1)} />
        {position >= 0 ? (
          <span className={s.soft}>{m.developer_step_of({ step: number.format(position + 1), total: number.format(steps.length) })}</span>
        ) : null}
        {isPast ? (
          <Button size="small" variant="primary" onPress={onPresent}>
            {m.developer_to_present()}
          </Button>
        ) : null}
        <span className={s.space} />
        {showsAll === undefined ? null : <Checkbox label={m.developer_log_all()} isSelected={showsAll} onChange={onShowAll} />}
        <div className={s.filter}>
          <SearchField
            label={m.developer_log_filter()}
            isLabelHidden
            placeholder={m.developer_log_filter()}
            value={text}
            onChange={setText}
          />
        </div>
        {onClear ? (
          <Button size="small" variant="quiet" onPress={onClear}>
            {m.developer_log_clear()}
          </Button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className={s.empty}>
          {steps.length === 0 ? `${m.developer_log_empty()} ${m.developer_log_empty_text()}` : m.developer_log_no_match({ text })}
        </p>
      ) : (
        <VList
          ref={list}
          data={shown}
          className={s.steps}
          role="listbox"
          tabIndex={0}
          aria-label={m.developer_log()}
          aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
          onKeyDown={onKeyDown}
        >
          {(step, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
            <div
              key={step.step}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className={s.step}
              data-kind={step.kind}
              onClick={() => onPick(step)}
            >
              <span className={s.time}>
                {isSimulated ? m.developer_delay_ms({ ms: number.format(step.at) }) : format(step.at, 'HH:mm:ss.SSS')}
              </span>
              <span className={s.chart}>{step.name}</span>
              <span className={s.eventName}>
                {step.event || m.developer_restarted()}
                {step.times > 1 ? <span className={s.soft}> {m.developer_times({ count: number.format(step.times) })}</span> : null}
                {step.source ? <span className={s.soft}> {m.developer_from({ source: step.source })}</span> : null}
              </span>
              <span className={s.result}>
                {step.kind === 'unhandled' ? <Badge tone="warning">{m.developer_unhandled()}</Badge> : null}
                {step.kind === 'failed' ? <Badge tone="danger">{m.developer_status_error()}</Badge> : null}
                {step.kind === 'unhandled' ? null : `→ ${step.state}`}
                {step.kind === 'taken' ? <span className={s.changes}>{changeText(changesOf(step.before, step.frame))}</span> : null}
              </span>
            </div>
          )}
        </VList>
      )}
    </section>
  );
}
