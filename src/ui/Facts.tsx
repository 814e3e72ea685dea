import type { ReactNode } from 'react';
import s from './Facts.module.css';

interface FactsProps {
  /** What the facts are about. */
  label: string;
  /** Names and values. Those without a value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts about one thing, each with its name. */
export function Facts({ label, facts }: FactsProps) {
  return (
    <dl className={s.facts} aria-label={label}>
      {facts.filter(([, value]) => value).map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}.value`}>{value}</dd>])}
    </dl>
  );
}
