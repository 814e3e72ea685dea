import type { ReactNode } from 'react';
import s from './EmptyState.module.css';

/** Small drawings in the product's line style. Paths only; classes set the color. */
const ART = {
  orbit: (
    <>
      <ellipse cx="60" cy="44" rx="52" ry="20" className={s.soft} transform="rotate(-14 60 44)" />
      <ellipse cx="60" cy="44" rx="30" ry="11" className={s.soft} transform="rotate(-14 60 44)" />
      <circle cx="60" cy="44" r="9" className={s.sun} />
      <circle cx="104" cy="25" r="6" className={s.ink} />
      <circle cx="35" cy="55" r="4" className={s.ink} />
    </>
  ),
  search: (
    <>
      <path d="M14 70l8-3M96 16l9-4M20 20l5 3M100 68l6 3" className={s.soft} />
      <circle cx="54" cy="38" r="22" className={s.ink} />
      <path d="M70 54l20 20" className={s.ink} strokeWidth="5" />
      <ellipse cx="54" cy="38" rx="13" ry="5" className={s.soft} transform="rotate(-20 54 38)" />
      <circle cx="54" cy="38" r="3.5" className={s.sun} />
    </>
  ),
  flask: (
    <>
      <path d="M50 10h20M54 10v22L34 68a6 6 0 0 0 5 9h42a6 6 0 0 0 5-9L66 32V10" className={s.ink} />
      <path d="M43 56c8-5 12 4 20 0s10-2 14 1l7 12a3 3 0 0 1-3 5H39a3 3 0 0 1-3-5z" className={s.wash} />
      <path d="M58 46v.01M66 50v.01M62 40v.01" className={s.ink} strokeWidth="4" />
    </>
  ),
  offline: (
    <>
      <path d="M36 66h46a15 15 0 0 0 3-30 22 22 0 0 0-42-6 18 18 0 0 0-7 36z" className={s.ink} />
      <path d="M24 16l72 62" className={s.soft} strokeWidth="3" />
    </>
  ),
  done: (
    <>
      <circle cx="60" cy="44" r="27" className={s.wash} />
      <circle cx="60" cy="44" r="27" className={s.ink} />
      <path d="M48 45l9 9 16-18" className={s.ink} strokeWidth="4" />
      <path d="M20 28l6 3M94 26l6-4M18 62l7-3M96 62l7 3M60 6v6" className={s.soft} />
    </>
  ),
  lost: (
    <>
      <path d="M16 62c20-44 68-44 88 0" className={s.soft} strokeDasharray="3 5" />
      <circle cx="60" cy="52" r="17" className={s.ink} />
      <path d="M40 60c-14 8-8 12 20 2s34-18 20-18" className={s.ink} />
      <circle cx="100" cy="18" r="4" className={s.sun} />
      <path d="M22 20v8M18 24h8M94 70v6M91 73h6" className={s.soft} />
    </>
  ),
} as const;

interface EmptyStateProps {
  art?: keyof typeof ART;
  /** What is missing. */
  title: ReactNode;
  /** 1: it replaces the whole page, and the title is its heading. Default: no heading. */
  level?: 1 | undefined;
  /** `data-focus` name of the title, for states that move focus here. */
  focus?: string;
  /** What to do about it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Replaces an empty list or page, and says what to do. */
export function EmptyState({ art = 'orbit', title, level, focus, children, action }: EmptyStateProps) {
  const Title = level ? 'h1' : 'p';
  return (
    <div className={s.empty}>
      <svg viewBox="0 0 120 88" className={s.art} aria-hidden="true">
        {ART[art]}
      </svg>
      <Title className={s.title}>
        {focus ? (
          <span tabIndex={-1} data-focus={focus}>
            {title}
          </span>
        ) : (
          title
        )}
      </Title>
      {children ? <div className={s.text}>{children}</div> : null}
      {action ? <div className={s.action}>{action}</div> : null}
    </div>
  );
}
