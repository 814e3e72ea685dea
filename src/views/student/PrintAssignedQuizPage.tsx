import { useParams } from 'react-router-dom';
import { studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { OpenPage } from '../player/Closed.tsx';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import s from './paper.module.css';
import { QuizPaper } from './QuizPaper.tsx';

/** A quiz for the student's printer: no key, room to write. */
export default function PrintAssignedQuizPage() {
  const { value } = useParams();
  return (
    <OpenPage>
      <PrintQuiz key={value} ids={decodeIds(value, 3) as [number, number, number]} />
    </OpenPage>
  );
}

function PrintQuiz({ ids: [lesson_id, assignment_id, quiz_id] }: { ids: [number, number, number] }) {
  const { send } = useApp();
  const user = useUser();
  const collection = useCollection((signal) =>
    send(studentWork.printableQuiz, { user_puid: user.userPuid, lesson_id, assignment_id, quiz_id }, { signal }),
  );
  const { data } = collection;
  return (
    <Page width="narrow">
      <div className={s.onScreen}>
        <PageHeader
          title={m.student_print_title()}
          breadcrumbs={[{ label: m.student_resources_title(), href: paths.studentResources }]}
          lead={m.student_print_lead()}
          action={
            data ? (
              <Button variant="primary" icon={IconPrinter} onPress={() => window.print()}>
                {m.student_print()}
              </Button>
            ) : null
          }
        />
      </div>
      <LoadState collection={collection} shape="text" count={10} />
      {data ? <QuizPaper quiz={data} studentName={`${user.first_name} ${user.last_name}`} /> : null}
    </Page>
  );
}
