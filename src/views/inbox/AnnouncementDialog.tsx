import { useState } from 'react';
import { rolesBelow } from '../../../common/may.ts';
import { groups } from '../../../contract/groups.ts';
import { wholeRoster } from '../../../contract/kit.ts';
import { type Audience, audiences, mostNotificationLetters } from '../../../contract/notifications.ts';
import { profile } from '../../../contract/profile.ts';
import { m } from '../../paraglide/messages.js';
import { type AnnouncementOrder, countNotified, sendAnnouncement } from '../../services/inbox/announcements.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { PeriodFields } from '../permissions/PeriodFields.tsx';
import { CountedQuestion } from '../shell/CountedQuestion.tsx';
import { LoadState } from '../shell/Loaded.tsx';
import { roleName } from '../shell/roleName.ts';
import { useCommand } from '../useCommand.ts';
import { audienceOptions } from './announcementWords.ts';

interface AnnouncementDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDone: () => void;
}

/** Writes a notification in two languages, chooses to whom and how long, says how many people that is, and sends it. */
export default function AnnouncementDialog({ isOpen, onOpenChange, onDone }: AnnouncementDialogProps) {
  const { send } = useApp();
  const { userPuid, districtID, role } = useUser();
  const [texts, setTexts] = useState({ text_en: '', text_es: '' });
  const [audience, setAudience] = useState<Audience>('role');
  const [chosen, setChosen] = useState<Partial<Record<Audience, string>>>({});
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const hasSchools = wholeRoster.some((one) => one === role);
  const places = useCollection(
    async (signal) => {
      const [schools, classes] = await Promise.all([
        hasSchools ? send(profile.allSchools, { district_id: districtID, logged_in_user_puid: userPuid }, { signal }) : [],
        send(groups.myGroups, { user_puid: userPuid }, { signal }),
      ]);
      return { schools, classes };
    },
    undefined,
    'collection: audiences',
  );
  const command = useCommand(
    'sendNotification',
    (order: AnnouncementOrder, { signal }) => sendAnnouncement(send, userPuid, order, signal),
    {
      question: { count: (order, { signal }) => countNotified(send, userPuid, order, signal) },
      onDone: () => {
        setTexts({ text_en: '', text_es: '' });
        onOpenChange(false);
        onDone();
      },
    },
  );
  const target = chosen[audience]?.trim() ?? '';
  const give = () => {
    const isIncomplete = target === '' || texts.text_en.trim() === '' || texts.text_es.trim() === '';
    setMissing(isIncomplete);
    if (isIncomplete) return;
    command.give({
      ...texts,
      audience,
      ...(audience === 'role' ? { role_id: Number(target) } : {}),
      ...(audience === 'school' ? { school_id: Number(target) } : {}),
      ...(audience === 'group' ? { group_puid: Number(target) } : {}),
      ...(audience === 'user' ? { user_name: target } : {}),
      from_date: from || null,
      to_date: to || null,
    });
  };
  if (command.isAsking)
    return (
      <CountedQuestion
        command={command}
        title={m.admin_notification_question()}
        confirm={m.admin_notification_send()}
        uncounted={m.admin_notification_uncounted()}
        consequences={({ people }) => <Text>{m.admin_notification_people({ count: people })}</Text>}
      />
    );
  const options: Partial<Record<Audience, readonly { key: string; label: string }[]>> = {
    role: rolesBelow(role).map((one) => ({ key: String(one), label: roleName(one) })),
    school: (places.data?.schools ?? []).map(({ school_id, name }) => ({ key: String(school_id), label: name })),
    group: (places.data?.classes ?? []).map(({ group_puid, group_name }) => ({ key: String(group_puid), label: group_name })),
  };
  const labels = { role: m.account_column_role(), school: m.account_school(), group: m.people_column_class() };
  const missing = (text: string) => (isMissing && text.trim() === '' ? m.records_missing() : null);
  const choose = (value: string) => setChosen({ ...chosen, [audience]: value });
  return (
    <Dialog
      size="large"
      title={m.admin_notification_new()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={(close) => (
        <DialogButtons close={close} isBusy={false} reason={places.data ? null : m.ui_wait()} onPress={give}>
          {m.permissions_assign_next()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        <LoadState collection={places} shape="row" count={1} />
        {(['text_en', 'text_es'] as const).map((field) => (
          <TextArea
            key={field}
            label={field === 'text_en' ? m.admin_notification_english() : m.admin_notification_spanish()}
            rows={3}
            maxLength={mostNotificationLetters}
            value={texts[field]}
            error={missing(texts[field])}
            onChange={(text) => setTexts({ ...texts, [field]: text })}
          />
        ))}
        <NativeSelect
          label={m.permissions_to()}
          placeholder={m.records_choose()}
          value={audience}
          options={audienceOptions().filter(({ key }) => hasSchools || key !== 'school')}
          onChange={(key) => setAudience(audiences.find((one) => one === key) ?? 'role')}
        />
        {audience === 'user' ? (
          <NativeField
            label={m.account_user_name()}
            value={target}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            error={missing(target)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        ) : (
          <NativeSelect
            label={labels[audience]}
            placeholder={m.records_choose()}
            value={target || null}
            options={options[audience] ?? []}
            error={isMissing && target === '' ? m.records_choose() : null}
            onChange={choose}
          />
        )}
        <PeriodFields from={from} to={to} onFrom={setFrom} onTo={setTo} help={m.admin_notification_days_help()} />
      </Stack>
    </Dialog>
  );
}
