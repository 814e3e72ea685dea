import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFullScreen } from '../ui/fullScreen.ts';
import { formatNumber, withUnit } from './language.ts';
import type { NumberParameter } from './parameters.ts';
import type { Runner } from './runner.ts';
import styles from './simulation.module.css';
import type { SimulationProps } from './types.ts';

type Language = SimulationProps['language'];

const text = {
  en: {
    play: 'Play',
    pause: 'Pause',
    step: 'Step',
    reset: 'Reset',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Exit full screen',
    controls: 'Controls',
    values: 'Values',
    about: 'About this model',
    setup: 'Part of this activity’s setup cannot be used, so it starts with the usual values. For the author:',
  },
  es: {
    play: 'Reproducir',
    pause: 'Pausa',
    step: 'Paso',
    reset: 'Reiniciar',
    fullScreen: 'Pantalla completa',
    leaveFullScreen: 'Salir de pantalla completa',
    controls: 'Controles',
    values: 'Valores',
    about: 'Sobre este modelo',
    setup: 'Parte de la preparación de esta actividad no se puede usar; empieza con los valores habituales. Para el autor:',
  },
};

/** The minimum time between two messages of the live region, in milliseconds. */
const QUIET = 1000;

/** @returns the text of the live region: the message, once it has not changed for a second. */
function useAnnouncement(message: string): string {
  const [first] = useState(message);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (message === (said || first)) return;
    const timer = setTimeout(() => setSaid(message), QUIET);
    return () => clearTimeout(timer);
  }, [message, said, first]);
  return said;
}

interface SimulationFrameProps {
  language: Language;
  /** Name of the simulation, for its region. */
  title: string;
  /** The picture with its overlays. */
  stage: ReactNode;
  controls: ReactNode;
  readout: ReactNode;
  /** What the model omits, and the sources of its numbers. */
  about: string;
  /** The values after a change, in one sentence; announced once they settle. */
  summary: string;
  /** The current values; announced only while paused. */
  moment?: string;
  /** Errors in the content item's parameters. */
  problems: readonly string[];
  /** Absent if nothing moves on its own. */
  runner?: Runner;
  onReset: () => void;
}

/** The frame of every simulation: stage, play and reset, controls, values, and a polite live region. */
export function SimulationFrame(props: SimulationFrameProps) {
  const { language, runner, problems } = props;
  const t = text[language];
  const own = useRef<HTMLElement>(null);
  const frame = runner?.frame ?? own;
  const { isFull, toggle } = useFullScreen(frame);
  const said = useAnnouncement(runner?.playing || !props.moment ? props.summary : `${props.summary} ${props.moment}`);
  return (
    <section className={styles.frame} aria-label={props.title} lang={language} ref={frame}>
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.stage}>{props.stage}</div>
          <div className={styles.transport}>
            {runner && (
              <>
                <button type="button" className={styles.primary} onClick={runner.playing ? runner.pause : runner.play}>
                  <Icon path={runner.playing ? 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' : 'M7 4.5 19 12 7 19.5z'} />
                  {runner.playing ? t.pause : t.play}
                </button>
                <button type="button" className={styles.button} onClick={runner.stepOnce}>
                  <Icon path="M6 5 14 12 6 19zM15 5h3v14h-3z" />
                  {t.step}
                </button>
              </>
            )}
            <button type="button" className={styles.button} onClick={props.onReset}>
              <Icon path="M12 4a8 8 0 1 1-7.6 5.5l2.4.8A5.5 5.5 0 1 0 12 6.5V10L6.5 5.2 12 .5z" />
              {t.reset}
            </button>
            {toggle && (
              <button type="button" className={`${styles.button} ${styles.fullScreen}`} onClick={toggle}>
                <Icon
                  path={
                    isFull
                      ? 'M10 4v6H4V8h4V4zM14 4v6h6V8h-4V4zM10 20v-6H4v2h4v4zM14 20v-6h6v2h-4v4z'
                      : 'M4 10V4h6v2H6v4zM20 10V4h-6v2h4v4zM4 14v6h6v-2H6v-4zM20 14v6h-6v-2h4v-4z'
                  }
                />
                <span>{isFull ? t.leaveFullScreen : t.fullScreen}</span>
              </button>
            )}
          </div>
        </div>
        <div className={styles.panel}>
          {problems.length > 0 && (
            <div className={styles.problem} role="note">
              <p>{t.setup}</p>
              <ul lang="en">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </div>
          )}
          <fieldset className={styles.controls}>
            <legend className={styles.heading}>{t.controls}</legend>
            {props.controls}
          </fieldset>
          <div>
            <p className={styles.heading}>{t.values}</p>
            {props.readout}
          </div>
          <details className={styles.about}>
            <summary>{t.about}</summary>
            <p>{props.about}</p>
          </details>
        </div>
      </div>
      <p className={styles.live} aria-live="polite">
        {said}
      </p>
    </section>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** One value of a readout. */
export interface Value {
  label: string;
  value: string;
}

/** Values with their labels, as a definition list. */
export function Values({ items }: { items: readonly Value[] }) {
  return (
    <dl className={styles.values}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DataTableProps {
  caption: string;
  columns: readonly string[];
  /** Each row starts with its header. */
  rows: readonly (readonly string[])[];
}

/** A small table: first column and first row are headers. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head = '', ...cells]) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, i) => (
              <td key={columns[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NumberControlProps {
  label: string;
  /** The unit's symbol, if it is not a plain number. */
  unit?: string;
  language: Language;
  spec: Pick<NumberParameter, 'min' | 'max' | 'step'>;
  value: number;
  onChange: (value: number) => void;
  /** Formats the value, if a number with its unit is not enough. */
  format?: (value: number) => string;
}

/** A slider that shows its value and unit. */
export function NumberControl({ label, unit = '', language, spec, value, onChange, format }: NumberControlProps) {
  const id = useId();
  const digits = String(spec.step).split('.')[1]?.length ?? 0;
  const shown = format ? format(value) : withUnit(formatNumber(language, value, digits), unit);
  return (
    <div className={styles.control}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} aria-live="off">
        {shown}
      </output>
      <input
        id={id}
        type="range"
        min={spec.min}
        max={spec.max}
        step={spec.step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

interface ChoiceControlProps<Option extends string> {
  label: string;
  options: readonly Option[];
  /** Label of each option. */
  names: Readonly<Record<Option, string>>;
  value: Option;
  onChange: (value: Option) => void;
}

/** Up to three options are side by side; more are a drop-down list. */
export function ChoiceControl<Option extends string>({ label, options, names, value, onChange }: ChoiceControlProps<Option>) {
  const id = useId();
  if (options.length > 3) {
    return (
      <div className={styles.control}>
        <label htmlFor={id}>{label}</label>
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as Option)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {names[option]}
            </option>
          ))}
        </select>
      </div>
    );
  }
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={id} value={option} checked={option === value} onChange={() => onChange(option)} />
            <span>{names[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchControlProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A yes/no choice. */
export function SwitchControl({ label, value, onChange }: SwitchControlProps) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface ActionProps {
  children: ReactNode;
  onPress: () => void;
  /** For a toggle button. */
  pressed?: boolean;
}

/** A button among the controls. */
export function Action({ children, onPress, pressed }: ActionProps) {
  return (
    <button type="button" className={styles.button} onClick={onPress} aria-pressed={pressed}>
      {children}
    </button>
  );
}

/** Buttons side by side. */
export function Actions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.actions}>{children}</div>
    </fieldset>
  );
}
