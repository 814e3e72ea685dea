import type { SamlKeys } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import { changeSamlKeys, type KeyStep, loadSamlKeys, type samlSetting } from '../../services/saml.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useCommand } from '../useCommand.ts';
import s from './saml.module.css';

interface KeysDialogProps {
  setting: ReturnType<typeof samlSetting>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDone: () => void;
}

const words: Record<KeyStep['step'], { label: () => string; text: () => string }> = {
  make: { label: m.saml_key_make, text: m.saml_key_make_text },
  use: { label: m.saml_key_use, text: m.saml_key_use_text },
  remove: { label: m.saml_key_remove, text: m.saml_key_remove_text },
};

/** Our own keys in a district, and their renewal step by step. */
export default function KeysDialog({ setting, isOpen, onOpenChange, onDone }: KeysDialogProps) {
  const { send } = useApp();
  const keys = useCollection((signal) => loadSamlKeys(send, setting, signal));
  const change = useCommand('changeSamlKeys', (order: KeyStep, { signal }) => changeSamlKeys(send, setting, order, signal), {
    question: 'plain',
    announce: { failed: () => m.saml_keys_failed() },
    onDone: () => {
      keys.refresh();
      onDone();
    },
  });
  const spare = keys.data?.spare;
  const asked = change.isAsking && change.order ? words[change.order.step] : null;
  return (
    <Dialog
      title={m.saml_keys()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isBusy={change.isSaving}
      footer={(close) =>
        asked ? (
          <DialogButtons
            close={change.dismissQuestion}
            isBusy={change.isSaving}
            isDanger={change.order?.step === 'remove'}
            onPress={() => change.confirm()}
          >
            {asked.label()}
          </DialogButtons>
        ) : (
          <Button onPress={close}>{m.ui_close()}</Button>
        )
      }
    >
      <Stack gap={4}>
        {change.problem ? <ProblemNotice title={m.saml_keys_failed()} problem={change.problem} focus="command-problem" /> : null}
        {asked ? <Text>{asked.text()}</Text> : null}
        {asked ? null : (
          <>
            <Text>{m.saml_keys_lead()}</Text>
            <LoadState collection={keys} />
            {keys.data ? <Keys keys={keys.data} /> : null}
            {keys.data && !spare ? <Button onPress={() => change.give({ step: 'make' })}>{m.saml_key_make()}</Button> : null}
            {spare ? (
              <>
                <Button variant="primary" onPress={() => change.give({ step: 'use', fingerprint: spare.fingerprint })}>
                  {m.saml_key_use()}
                </Button>
                <Button onPress={() => change.give({ step: 'remove', fingerprint: spare.fingerprint })}>{m.saml_key_remove()}</Button>
              </>
            ) : null}
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** How long the certificates of both keys last. */
function Keys({ keys: { used, spare } }: { keys: SamlKeys }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const textOf = (certificate: SamlKeys['used'] | null) => {
    if (!certificate) return m.saml_key_none();
    const when = formatMoment(certificate.until, language, time_zone);
    const ends = certificate.state === 'over' ? m.saml_key_ended({ when }) : m.saml_key_until({ when });
    return `${ends} · ${certificate.fingerprint.slice(0, 16)}`;
  };
  return (
    <dl className={s.facts}>
      {[
        [m.saml_key_used(), textOf(used)],
        [m.saml_key_spare(), textOf(spare)],
      ].map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
