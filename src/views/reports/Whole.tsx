import type { ReactNode } from 'react';
import s from './reports.module.css';

/** Words of a cell that stay on one line as long as they are short: names, states and times read badly in pieces. */
export const Whole = ({ children }: { children: ReactNode }) => <span className={s.whole}>{children}</span>;

/** The same, as the look of a column. */
export const whole = (text: string) => <Whole>{text}</Whole>;
