import { m } from '../../paraglide/messages.js';
import { MessagePage } from './MessagePage.tsx';

/** The 404 page (specification, sections 2 and 8). */
export default function NotFoundPage() {
  return (
    <MessagePage art="lost" title={m.common_not_found()}>
      {m.common_not_found_text()}
    </MessagePage>
  );
}
