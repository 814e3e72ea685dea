import s from './Spinner.module.css';

/** A small spinning ring in the color of the surrounding text. Decorative: the caller says in words what is happening. */
export function Spinner() {
  return <span className={s.spinner} aria-hidden="true" />;
}
