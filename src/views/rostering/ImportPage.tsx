import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { administrators } from '../../../contract/kit.ts';
import { fileReadingMachine } from '../../machines/rostering/fileReadingMachine.ts';
import { importDecisionMachine } from '../../machines/rostering/importDecisionMachine.ts';
import { importOutcomeMachine } from '../../machines/rostering/importOutcomeMachine.ts';
import { importProgressMachine } from '../../machines/rostering/importProgressMachine.ts';
import { importRefusalMachine } from '../../machines/rostering/importRefusalMachine.ts';
import { importWizardMachine } from '../../machines/rostering/importWizardMachine.ts';
import { rosterFileMachine } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { importActors } from '../../services/rostering/rostering.ts';
import { IconClock } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { ImportWizard } from './ImportWizard.tsx';
import { type ImportKind, importKinds } from './importKinds.ts';

/** All import screens, which differ only in data. The open import is in the address. */
export default function ImportPage() {
  const { pathname } = useLocation();
  const name = pathname.split('/').at(-1) ?? '';
  return <Import key={name} kind={importKinds[name] as ImportKind} />;
}

function Import({ kind }: { kind: ImportKind }) {
  const { send } = useApp();
  const { role } = useUser();
  const [params, setParams] = useSearchParams();
  const [jobId] = useState(() => Number(params.get('job')) || null);
  const logic = useMemo(() => {
    const actors = importActors(send);
    return importWizardMachine.provide({
      actors: {
        find: actors.find,
        fileReading: fileReadingMachine.provide({ actors }),
        rosterFile: rosterFileMachine.provide({ actors }),
        importRefusal: importRefusalMachine.provide({ actors }),
        importDecision: importDecisionMachine.provide({ actors }),
        importProgress: importProgressMachine.provide({ actors }),
        importOutcome: importOutcomeMachine.provide({ actors }),
      },
    });
  }, [send]);
  const isAdministrator = administrators.some((one) => one === role);
  return (
    <Page width="wide">
      <PageHeader
        title={kind.title()}
        lead={kind.lead()}
        breadcrumbs={[
          kind.from === 'selection'
            ? { label: m.account_users_title(), href: addressOf(manageUsers) }
            : isAdministrator
              ? { label: m.rostering_home(), href: paths.rosters }
              : { label: m.rostering_students(), href: paths.students },
        ]}
        more={
          <LinkButton href={paths.importHistory(isAdministrator)} icon={IconClock}>
            {m.rostering_history()}
          </LinkButton>
        }
      />
      <ImportWizard
        kind={kind}
        logic={logic}
        jobId={jobId}
        onJob={(id) => setParams(id === null ? {} : { job: String(id) }, { replace: true })}
      />
    </Page>
  );
}
