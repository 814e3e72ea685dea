import { m } from '../paraglide/messages.js';
import s from './SkipLink.module.css';

/** First thing on the Tab key: jumps over the frame to the content, the element with id `content`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to a place on this page, as people and screen readers know it
    <a
      href="#content"
      className={s.skip}
      onClick={(event) => {
        // The address is the router's: move focus without changing it.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {m.ui_skip()}
    </a>
  );
}
