import { m } from '../../paraglide/messages.js';
import n from '../../ui/native.module.css';
import { FormProblem } from './FormParts.tsx';
import { PublicPage } from './PublicPage.tsx';

interface LinkSentProps {
  /** Where the email went, and what to do. */
  text: string;
  isBusy: boolean;
  /** The email was sent again. */
  isAgain: boolean;
  /** The email could not be sent again. */
  hasFailed: boolean;
  onAgain: () => void;
}

/** An email with a link is on its way; it can be sent again. */
export const LinkSent = ({ text, isBusy, isAgain, hasFailed, onAgain }: LinkSentProps) => (
  <PublicPage
    title={
      <span tabIndex={-1} data-focus="sent">
        {m.account_link_sent()}
      </span>
    }
  >
    {hasFailed ? <FormProblem>{m.login_error()}</FormProblem> : null}
    <p>{text}</p>
    {isAgain ? <p role="status">{m.account_link_sent_again()}</p> : null}
    <button type="button" className={`${n.button} ${n.secondary} ${n.wide}`} aria-disabled={isBusy} onClick={onAgain}>
      {isBusy ? m.account_sending() : m.account_send_again()}
    </button>
  </PublicPage>
);
