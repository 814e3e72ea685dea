import { m } from '../../paraglide/messages.js';
import { MessagePage } from './MessagePage.tsx';

/** Shown when the user's role may not open a screen. */
export default function ForbiddenPage() {
  return (
    <MessagePage art="lost" title={m.common_forbidden()}>
      {m.common_forbidden_text()}
    </MessagePage>
  );
}
