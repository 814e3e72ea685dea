import type { ReactNode } from 'react';
import s from './reports.module.css';

/** Keeps a short cell text on one line: names, states and times read badly when broken. */
export const Whole = ({ children }: { children: ReactNode }) => <span className={s.whole}>{children}</span>;

/** The same, as the `look` of a column. */
export const whole = (text: string) => <Whole>{text}</Whole>;
