import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react';
import s from './tip.module.css';

/** Hover time before a tip appears, and the delay before it hides so that the pointer can reach it, in ms. */
const COMING = 400;
const GOING = 150;

/** Distance from the control and from the window's edge, in px. */
const GAP = 6;

let box: HTMLElement | null = null;
let owner: Element | null = null;
let timer = 0;

/** Shows a text beside an element, above everything; at most one at a time. */
export function showTip(element: Element, text: string): void {
  clearTimeout(timer);
  if (!box?.isConnected) {
    box = document.createElement('div');
    box.className = s.tip ?? '';
    box.popover = 'manual';
    // The text repeats the control's name or description, so it is hidden from screen readers. The attribute keeps dialogs from treating it
    // as content behind them.
    box.ariaHidden = 'true';
    box.dataset.reactAriaTopLayer = 'true';
    box.addEventListener('pointerenter', () => clearTimeout(timer));
    box.addEventListener('pointerleave', hideTipSoon);
    document.body.append(box);
    document.addEventListener('scroll', place, { capture: true, passive: true });
  }
  owner = element;
  box.textContent = text;
  box.showPopover?.();
  place();
}

/** Puts the tip beside its control. When the page scrolls, it goes along, and does not stay to cover something else. */
function place(): void {
  if (!box || !owner) return;
  const at = owner.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const left = Math.min(Math.max(at.left + (at.width - own.width) / 2, GAP), document.documentElement.clientWidth - own.width - GAP);
  const top = at.top - own.height - GAP;
  box.style.left = `${left}px`;
  box.style.top = `${top >= GAP ? top : at.bottom + GAP}px`;
}

function hideTip(): void {
  clearTimeout(timer);
  owner = null;
  box?.hidePopover?.();
}

function hideTipSoon(): void {
  clearTimeout(timer);
  timer = window.setTimeout(hideTip, GOING);
}

/**
 * Properties for a control that shows a tip on hover or keyboard focus; Escape, pressing and leaving hide it. React Aria's tooltip does the
 * same, but would be a third of a page's bytes after sign-in.
 */
export function useTip(text: string | null | undefined) {
  const element = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && owner && owner === element.current) hideTip();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      if (owner && owner === element.current) hideTip();
    };
  }, []);
  if (!text) return {};
  return {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      clearTimeout(timer);
      element.current = currentTarget;
      timer = window.setTimeout(() => showTip(currentTarget, text), owner ? 0 : COMING);
    },
    onPointerLeave: hideTipSoon,
    onPointerDown: hideTip,
    onFocus: ({ currentTarget }: FocusEvent) => {
      element.current = currentTarget;
      if (currentTarget.matches(':focus-visible')) showTip(currentTarget, text);
    },
    onBlur: hideTip,
  };
}
