import s from './reports.module.css';

/** Labeled numbers side by side. */
export function Figures({ figures }: { figures: readonly (readonly [name: string, value: string | number])[] }) {
  return (
    <dl className={s.metrics}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-words={value === '' || /^\p{L}/u.test(String(value)) || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
