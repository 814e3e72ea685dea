import { useNavigate } from 'react-router-dom';
import type { ExportJob } from '../../../contract/exportJob.ts';
import { privacy } from '../../../contract/privacy.ts';
import { whom } from '../../services/account/users.ts';
import { useApp } from '../app.ts';
import { usageReportDownload } from '../exports/usageReportDownload.screen.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { type Command, useCommand } from '../useCommand.ts';

/** Of whom an archive is: a person or a whole district; null: the own district. */
type Subject = { district_id: number; user_puid?: number } | null;

/** Starts an archive and opens its page among the caller's exports. */
export function useArchive(): Command<Subject, ExportJob> {
  const { send } = useApp();
  const navigate = useNavigate();
  const { userPuid } = useUser();
  return useCommand(
    'archive',
    (subject: Subject, { signal }) =>
      subject?.user_puid === undefined
        ? send(privacy.archiveDistrict, { user_puid: userPuid, ...(subject ? { district_id: subject.district_id } : {}) }, { signal })
        : send(privacy.archiveUser, whom(userPuid, { district_id: subject.district_id, user_puid: subject.user_puid }), { signal }),
    { onDone: (_, { job_id }) => void navigate(addressOf(usageReportDownload, job_id)) },
  );
}
