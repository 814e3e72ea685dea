import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { downloadText } from '../../ui/download.ts';
import n from '../../ui/native.module.css';
import s from '../login/LoginForm.module.css';
import p from '../public/public.module.css';
import { copyText } from '../sharing/copyText.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** `data-focus` name of the title. */
  focus?: string;
  onKept: () => void;
}

/** Recovery codes, shown only once: to copy, to save, to write down. */
export function RecoveryCodes({ codes, focus = 'enroll-title', onKept }: RecoveryCodesProps) {
  const [said, say] = useState<string | null>(null);
  const text = codes.join('\n');
  const copy = async () => {
    const words = (await copyText(text)) ? m.login_enroll_codes_copied() : m.login_enroll_codes_not_copied();
    say(words);
    announce(words);
  };
  return (
    <div className={s.form}>
      <h2 data-focus={focus} tabIndex={-1}>
        {m.login_enroll_codes_title()}
      </h2>
      <p>{m.login_enroll_codes_text()}</p>
      <ol className={p.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={p.row}>
        <button type="button" className={`${n.button} ${n.secondary}`} onClick={() => void copy()}>
          {m.login_enroll_codes_copy()}
        </button>
        <button
          type="button"
          className={`${n.button} ${n.secondary}`}
          onClick={() => downloadText('orrery-recovery-codes.txt', 'text/plain', `${text}\n`)}
        >
          {m.login_enroll_codes_save()}
        </button>
      </div>
      {said ? <p>{said}</p> : null}
      <button type="button" className={`${n.button} ${n.primary} ${n.wide}`} onClick={onKept}>
        {m.login_enroll_codes_kept()}
      </button>
    </div>
  );
}
