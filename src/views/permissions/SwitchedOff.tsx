import { m } from '../../paraglide/messages.js';
import { Message } from '../shell/MessagePage.tsx';

/** Shown in place of a screen whose module the district or the school has switched off. */
export default function SwitchedOff() {
  return (
    <Message art="lost" title={m.permissions_module_off_title()}>
      {m.permissions_module_off_text()}
    </Message>
  );
}
