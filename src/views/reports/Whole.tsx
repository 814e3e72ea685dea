import s from './reports.module.css';

/** Keeps a short cell text on one line: names, states and times read badly when broken. */
export const whole = (text: string) => <span className={s.whole}>{text}</span>;
