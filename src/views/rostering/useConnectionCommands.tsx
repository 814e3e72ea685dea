import { useNavigate } from 'react-router-dom';
import { type ConnectionTest, oneRosterApi } from '../../../contract/oneRosterApi.ts';
import { m } from '../../paraglide/messages.js';
import type { ConnectionRow } from '../../services/rostering/connections.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';
import { stopWords } from './stopWords.ts';

/** Schools that a test names on the page. */
const mostShown = 50;

/** Signs in to a service and reads its schools. */
export function useConnectionTest(): Command<ConnectionRow, ConnectionTest> {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  return useCommand(
    'connectionTest',
    ({ connection_id }: ConnectionRow, { signal }) => send(oneRosterApi.testRosterConnection, { user_puid, connection_id }, { signal }),
    { announce: { begun: m.ui_loading } },
  );
}

/** What to read from a service. */
export interface ConnectionImportOrder {
  row: ConnectionRow;
  isFull: boolean;
}

/** Begins to read a service, and goes to the import, where the changes are compared and confirmed. */
export function useConnectionImport(): Command<ConnectionImportOrder, { job_id: number }> {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  const navigate = useNavigate();
  return useCommand(
    'connectionImport',
    ({ row: { connection_id }, isFull }: ConnectionImportOrder, { signal }) =>
      send(oneRosterApi.importFromApi, { user_puid, connection_id, is_full: isFull }, { signal }),
    { onDone: (_, { job_id }) => navigate(paths.adminImport('oneRosterImport', job_id)) },
  );
}

const Dismiss = ({ dismiss }: { dismiss: () => void }) => <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={dismiss} />;

/** The result of a test: the schools that were found, or what to do. */
export function TestNotice({ order, result, problem, isDone, dismiss }: Command<ConnectionRow, ConnectionTest>) {
  const name = order?.name ?? '';
  const action = <Dismiss dismiss={dismiss} />;
  if (problem)
    return (
      <Notice tone="error" title={m.connections_test_failed({ name })} action={action}>
        {problemText(problem)}
      </Notice>
    );
  if (!isDone || !result) return null;
  if (result.problem !== null) {
    const [why, todo] = stopWords[result.problem] ?? [];
    return (
      <Notice tone="error" title={m.connections_test_failed({ name })} action={action}>
        {why?.()} {todo?.()}
      </Notice>
    );
  }
  const named = result.schools.slice(0, mostShown).map((school) => `${school.name} (${school.sourced_id})`);
  const schools = named.join(', ') || m.audit_nothing();
  return (
    <Notice tone="success" title={m.connections_tested({ name })} action={action}>
      {m.connections_tested_text({
        schools: result.schools.length > mostShown ? m.connections_tested_more({ schools }) : schools,
      })}
    </Notice>
  );
}

/** Why an import could not begin. */
export function ImportNotice({ order, problem, dismiss }: Command<ConnectionImportOrder, unknown>) {
  return problem ? (
    <Notice tone="error" title={m.connections_failed({ name: order?.row.name ?? '' })} action={<Dismiss dismiss={dismiss} />}>
      {problemText(problem)}
    </Notice>
  ) : null;
}
