import { m } from '../../paraglide/messages.js';
import { MessagePage } from './MessagePage.tsx';

/** A screen that failed to load or to draw; the error goes to the console, words to the person. */
export default function BrokenPage({ error }: { error: unknown }) {
  console.error(error);
  return (
    <MessagePage art="lost" title={m.common_broken()}>
      {m.common_broken_text()}
    </MessagePage>
  );
}
