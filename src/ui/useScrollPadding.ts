import { useEffect } from 'react';

/** Space between the focused element and the bars, px. */
const air = 16;

/**
 * Scrolls focused elements clear of the sticky bars at the top and the bottom. Sets the bar heights (px) as `--head` and `--foot` on the
 * page, for content that fills the space between them, and as `--clear` where content that stays in sight begins.
 */
export function useScrollPadding(head: HTMLElement | null, foot: HTMLElement | null = null): void {
  useEffect(() => {
    if (!head || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const [above, below] = [head.offsetHeight, foot?.offsetHeight ?? 0];
      style.setProperty('--head', `${above}px`);
      style.setProperty('--foot', `${below}px`);
      style.setProperty('--clear', `calc(${above + air}px + var(--toast-room, 0px))`);
      style.scrollPaddingBlock = `var(--clear) calc(${below + air}px + var(--strip, 0px) + var(--nav, 0px))`;
    });
    for (const bar of [head, foot]) if (bar) observer.observe(bar);
    return () => {
      observer.disconnect();
      for (const name of ['--head', '--foot', '--clear', 'scroll-padding-block']) style.removeProperty(name);
    };
  }, [head, foot]);
}
