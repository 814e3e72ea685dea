import { Fragment, useEffect, useRef } from 'react';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { type Box, freePlace, isFree, isWithin } from './freePlace.ts';
import s from './ToastArea.module.css';

/** Interactive elements. Labels count: they are pressed in place of hidden checkboxes. */
const controls = 'a[href], button, input, select, textarea, summary, label, [tabindex]:not([tabindex="-1"])';
/** Minimum distance of a toast from the window's edge and from a control, in px. */
const edge = 16;
const air = 4;

/** How often to check whether a control has moved under the toasts, in ms: content that loads shifts the page. */
const lookEvery = 200;

/** Boxes of the controls in the window, with some margin. */
function obstaclesOf(area: HTMLElement, height: number): Box[] {
  return [...document.querySelectorAll(controls)]
    .filter((control) => !area.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < height)
    .map((box) => ({ left: box.left - air, top: box.top - air, width: box.width + 2 * air, height: box.height + 2 * air }));
}

const giveRoomBack = (area: HTMLElement) => {
  delete area.dataset.room;
  document.documentElement.style.removeProperty('--toast-room');
};

/** Moves the toasts to a place that covers no control, and keeps them there while that holds. */
function keepFree(area: HTMLElement): () => void {
  let isPlaced = false;
  /** The window width for which the page has reserved space at its top. */
  let madeFor = 0;
  const look = () => {
    const { clientWidth, clientHeight } = document.documentElement;
    if (madeFor === clientWidth) return;
    giveRoomBack(area);
    const { left, top, width, height } = area.getBoundingClientRect();
    const obstacles = obstaclesOf(area, clientHeight);
    const here = { left, top, width, height };
    if (isPlaced && isWithin(here, { left: 0, top: 0, width: clientWidth, height: clientHeight }) && isFree(here, obstacles)) return;
    isPlaced = true;
    const room = { left: edge, top: edge, width: clientWidth - 2 * edge, height: clientHeight - 2 * edge };
    const found = freePlace(here, room, obstacles);
    madeFor = found ? 0 : clientWidth;
    // By script: the content security policy forbids inline styles in markup.
    area.style.insetInlineStart = `${found?.left ?? 0}px`;
    area.style.insetBlockStart = `${found?.top ?? 0}px`;
    if (found) return;
    area.dataset.room = '';
    document.documentElement.style.setProperty('--toast-room', `${area.getBoundingClientRect().height}px`);
  };
  look();
  const timer = setInterval(look, lookEvery);
  return () => {
    clearInterval(timer);
    giveRoomBack(area);
  };
}

/**
 * The area for the toasts of react-hot-toast, the newest at the bottom. The library's own `Toaster` writes inline styles and markup at run
 * time, which the content security policy forbids.
 */
export function ToastArea() {
  const { toasts } = useToaster();
  const shown = toasts.filter((toast) => toast.visible).toReversed();
  const ids = shown.map(({ id }) => id).join(' ');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current && ids !== '' ? keepFree(area.current) : undefined), [ids]);
  return (
    <div ref={area} className={s.area}>
      {shown.map((toast) => (
        <Fragment key={toast.id}>{resolveValue(toast.message, toast)}</Fragment>
      ))}
    </div>
  );
}
