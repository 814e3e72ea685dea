import { m } from '../../paraglide/messages.js';
import { MessagePage } from './MessagePage.tsx';

/** Replaces a screen that failed to load or render. The error goes to the console, a message to the user. */
export default function BrokenPage({ error }: { error: unknown }) {
  console.error(error);
  return (
    <MessagePage art="lost" title={m.common_broken()}>
      {m.common_broken_text()}
    </MessagePage>
  );
}
