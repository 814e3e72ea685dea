/**
 * Ref of a part that may go while it has the focus, for example because its own button was pressed. Passes the focus on to the dialog or
 * page around it; otherwise the next Tab would begin at the top.
 */
export const passFocusOn = (part: HTMLElement | null) => () => {
  if (!part?.contains(document.activeElement)) return;
  part.parentElement?.closest<HTMLElement>('main, [role$="dialog"]')?.focus({ preventScroll: true });
};
