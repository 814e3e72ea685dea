import { may } from '../../../common/may.ts';
import { privacy, type RetentionRow, retentionRules } from '../../../contract/privacy.ts';
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { keptText, retentionNames } from './privacyWords.ts';

const forGood = 'all';
type Order = Pick<RetentionRow, 'kind' | 'kept'>;

/** How long the district keeps each kind of data, and for those who may set it, a choice. It asks first: what is removed is gone. */
export function Retention({ rows, refresh }: { rows: readonly RetentionRow[]; refresh: () => void }) {
  const { send } = useApp();
  const user = useUser();
  const notices = useNotices();
  const command = useCommand(
    'retention',
    (order: Order, { signal }) => send(privacy.updateRetention, { user_puid: user.userPuid, ...order }, { signal }),
    {
      question: 'plain',
      onDone: () => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.privacy_kept_saved() });
        refresh();
      },
    },
  );
  const isFixed = !may(user, privacy.updateRetention);
  const { order } = command;
  return (
    <Stack gap={4}>
      {rows.map(({ kind, kept, is_chosen }) => {
        const [name, help] = retentionNames[kind];
        const { choices, initial } = retentionRules[kind];
        const all: readonly (number | null)[] = choices;
        return (
          <Stack key={kind} gap={1}>
            {isFixed ? (
              <Text isBold>{`${name()}: ${keptText(kind, kept)}`}</Text>
            ) : (
              <NativeSelect
                label={name()}
                placeholder={keptText(kind, kept)}
                value={String(kept ?? forGood)}
                options={all.map((one) => ({ key: String(one ?? forGood), label: keptText(kind, one) }))}
                onChange={(key) => command.give({ kind, kept: all.find((one) => String(one) === key) ?? null })}
              />
            )}
            <Text tone="soft" size={2}>
              {is_chosen ? `${help()} ${m.privacy_usual({ time: keptText(kind, initial) })}` : help()}
            </Text>
          </Stack>
        );
      })}
      {command.isAsking && order ? (
        <ConfirmDialog
          isOpen
          isDanger
          title={m.privacy_kept_question({ kind: retentionNames[order.kind][0]() })}
          confirmLabel={m.records_save()}
          isPending={command.isSaving}
          onConfirm={() => command.confirm()}
          onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
          error={command.problem ? problemText(command.problem) : null}
        >
          <Text isBold>{keptText(order.kind, order.kept)}</Text>
          <Text>{m.privacy_kept_text()}</Text>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
