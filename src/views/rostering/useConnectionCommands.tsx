import { useNavigate } from 'react-router-dom';
import type { ConnectionTest } from '../../../contract/oneRosterApi.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { paths } from '../paths.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';
import { stopWords } from './stopWords.ts';

/** Schools that a test names on the page. */
const mostShown = 50;

/** A source of a roster, as notices name it. */
interface Named {
  name: string;
}
type Run<Order, Result> = (order: Order, stop: { signal: AbortSignal }) => Promise<Result>;

/** Signs in to a service and reads its schools. */
export const useConnectionTest = <Row extends Named>(run: Run<Row, ConnectionTest>): Command<Row, ConnectionTest> =>
  useCommand('connectionTest', (row: Row, { signal }) => run(row, { signal }), { announce: { begun: m.ui_loading } });

/** What to read from a service. */
export interface ConnectionImportOrder<Row extends Named> {
  row: Row;
  isFull: boolean;
}

/** Begins to read a service, and goes to the import, where the changes are compared and confirmed. `screen`: its address's last segment. */
export function useConnectionImport<Row extends Named>(
  screen: string,
  run: Run<ConnectionImportOrder<Row>, { job_id: number }>,
): Command<ConnectionImportOrder<Row>, { job_id: number }> {
  const navigate = useNavigate();
  return useCommand('connectionImport', (order: ConnectionImportOrder<Row>, { signal }) => run(order, { signal }), {
    onDone: (_, { job_id }) => navigate(paths.adminImport(screen, job_id)),
  });
}

const Dismiss = ({ dismiss }: { dismiss: () => void }) => <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={dismiss} />;

type Told<Order, Result> = Pick<Command<Order, Result>, 'order' | 'result' | 'problem' | 'isDone' | 'dismiss'>;

/** The result of a test: the schools that were found, or what to do. */
export function TestNotice({ order, result, problem, isDone, dismiss }: Told<Named, ConnectionTest>) {
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
export function ImportNotice({ order, problem, dismiss }: Told<{ row: Named }, unknown>) {
  return problem ? (
    <Notice tone="error" title={m.connections_failed({ name: order?.row.name ?? '' })} action={<Dismiss dismiss={dismiss} />}>
      {problemText(problem)}
    </Notice>
  ) : null;
}
