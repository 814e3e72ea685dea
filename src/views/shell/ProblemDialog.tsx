import { useSelector } from '@xstate/react';
import { defaultCode } from '../../machines/app/noticesMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/Layout.tsx';
import { useNotices } from '../hooks.ts';
import { problemText } from './problemText.ts';

/** The single popup for a failed call: what happened, its status, what to do (specification, section 8). */
export default function ProblemDialog() {
  const notices = useNotices();
  const problem = useSelector(notices, (snapshot) => snapshot.context.problem);
  const close = () => notices.send({ type: 'problem.closed' });
  return (
    <Dialog
      title={m.common_problem_title()}
      isOpen={problem !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      size="small"
      role="alertdialog"
      footer={
        <Button variant="primary" onPress={close}>
          {m.common_close()}
        </Button>
      }
    >
      <Text>{problem ? problemText(problem.code === defaultCode ? { ...problem, code: 0 } : problem) : null}</Text>
      <Text tone="soft" size={2}>
        {m.common_status({ code: problem?.code ?? 0 })}
      </Text>
    </Dialog>
  );
}
