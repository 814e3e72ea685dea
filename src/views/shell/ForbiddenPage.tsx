import { m } from '../../paraglide/messages.js';
import { MessagePage } from './MessagePage.tsx';

/** A screen that the person's role may not open. */
export default function ForbiddenPage() {
  return (
    <MessagePage art="lost" title={m.common_forbidden()}>
      {m.common_forbidden_text()}
    </MessagePage>
  );
}
