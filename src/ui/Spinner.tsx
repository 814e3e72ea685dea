import s from './Spinner.module.css';

/** A small turning ring in the colour of the text around it. Decorative: whoever shows it says in words what is going on. */
export function Spinner() {
  return <span className={s.spinner} aria-hidden="true" />;
}
