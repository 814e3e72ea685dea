import type { KeyboardEvent } from 'react';

/** Moves the focus to the next text field of a list after Enter, once it is there. */
export const focusField = (list: Element | null, index: number): void => {
  requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('input[type="text"]')[index]?.focus());
};

/** Enter in a field of a list goes to the next one; in the last one it adds another. */
export function onEnter(event: KeyboardEvent<HTMLElement>, act: (list: Element | null) => void): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act(event.currentTarget.closest('[data-list]'));
}
