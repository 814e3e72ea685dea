import { lazy, Suspense, useState } from 'react';
import { beginningOf } from '../../../common/beginningOf.ts';
import type { UserData } from '../../../contract/login.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { m } from '../../paraglide/messages.js';
import { announcementSource } from '../../services/inbox/announcements.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { periodColumns } from '../permissions/periodColumns.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { audienceText, stateNames } from './announcementWords.ts';
import { userNotification } from './userNotification.screen.ts';

// The list would be too large with the form.
const AnnouncementDialog = lazy(() => import('./AnnouncementDialog.tsx'));

/** Number of characters of a notification in its row. */
const mostLetters = 120;
const tones = { shown: 'success', later: 'accent', over: 'neutral', withdrawn: 'warning' } as const;

const columns = ({ time_zone }: UserData, language: string): TableColumn<UserNotification>[] => {
  const figures = { align: 'end' as const, isUnsortable: true, width: 's' as const };
  return [
    {
      key: 'text',
      header: m.admin_notification_text(),
      value: ({ text_en, text_es }) => beginningOf(language === 'es' ? text_es : text_en, mostLetters),
      isRowHeader: true,
      width: 'l',
    },
    { key: 'audience', header: m.permissions_to(), value: audienceText, isUnsortable: true },
    {
      key: 'state',
      header: m.account_column_state(),
      value: ({ state }) => stateNames[state](),
      look: (text, { state }) => <Badge tone={tones[state]}>{text}</Badge>,
      width: 's',
    },
    { key: 'people', header: m.people_column_people(), value: ({ people }) => people, ...figures },
    { key: 'read', header: m.admin_notification_read(), value: ({ read }) => read, ...figures },
    { key: 'putAway', header: m.admin_notification_put_away(), value: ({ put_away }) => put_away, ...figures },
    ...periodColumns(language),
    { key: 'by', header: m.admin_notification_by(), value: ({ written_by }) => written_by },
    {
      key: 'at',
      header: m.admin_inbox_sent_at(),
      value: ({ written_at }) => written_at,
      text: ({ written_at }) => formatMoment(written_at, language, time_zone),
      width: 's',
    },
  ];
};

function useAnnouncementParts({ say, refresh }: RecordFrame): RecordParts<UserNotification> {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return {
    more: (
      <Button variant="primary" onPress={() => setOpen(true)}>
        {m.admin_notification_new()}
      </Button>
    ),
    dialogs:
      isOpen === null ? null : (
        <Suspense>
          <AnnouncementDialog
            isOpen={isOpen}
            onOpenChange={setOpen}
            onDone={() => {
              say(m.admin_notification_sent());
              refresh();
            }}
          />
        </Suspense>
      ),
  };
}

/** Notifications for many people: to whom, how long, and how many have read them (`admin/manageUsers/userNotification`). */
export default recordScreen<UserNotification>({
  ...userNotification,
  title: m.admin_notification_title,
  lead: m.admin_notification_lead,
  source: announcementSource,
  nameOf: ({ text_en }) => beginningOf(text_en, 40),
  columns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  removal: {
    question: { title: m.admin_notification_withdraw_question, confirm: m.admin_notification_withdraw },
    consequences: ({ people = 0, read = 0 }) => (
      <Text>{`${m.admin_notification_people({ count: people })} ${m.admin_notification_were_shown({ count: read })}`}</Text>
    ),
    done: m.admin_notification_withdrawn_of,
    restored: m.admin_notification_restored,
    hint: m.permissions_unassign_hint,
  },
  empty: { title: m.admin_notification_none, text: m.admin_notification_none_text },
  useParts: useAnnouncementParts,
});
