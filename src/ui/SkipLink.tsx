import type { ComponentProps } from 'react';
import { m } from '../paraglide/messages.js';
import s from './SkipLink.module.css';

/** The first tab stop: skips the frame and moves to the content, the element with id `content`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an ordinary in-page link, as users and screen readers expect
    <a
      href="#content"
      className={s.skip}
      onClick={(event) => {
        // The router owns the address: move the focus without changing it.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {m.ui_skip()}
    </a>
  );
}

/** The content of a frame, to which `SkipLink` moves. */
export function Main(props: Omit<ComponentProps<'main'>, 'id'>) {
  'use no memo'; // It is as small as its cache.
  return <main {...props} id="content" tabIndex={-1} />;
}
