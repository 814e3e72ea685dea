import { useState } from 'react';
import { type LinkFinding, mostLinkRows, type SamlLinkCheck, saml } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import type { LinkRow } from '../../services/saml/linkFile.ts';
import type { samlSetting } from '../../services/saml.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { downloadText } from '../../ui/download.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

/** The reader of tables, and the words for what it finds, are larger than the rest of the screen. */
const loadReader = () => import('../../services/saml/linkFile.ts');
const loadWords = () => import('../rostering/findingWords.ts');

/** The columns that `readLinkFile` knows. */
const template = 'provider,subject,person\r\n';

/** Rows that are named one by one. */
const mostShown = 50;
const mostBytes = 5_000_000;

const words: Readonly<Record<LinkFinding, () => string>> = {
  providerUnknown: m.saml_file_providerUnknown,
  providerIncomplete: m.saml_file_providerIncomplete,
  subjectMissing: m.saml_file_subjectMissing,
  subjectTooLong: m.saml_file_subjectTooLong,
  personMissing: m.saml_file_personMissing,
  personAmbiguous: m.saml_file_personAmbiguous,
  personUnknown: m.saml_file_personUnknown,
  doubled: m.saml_file_doubled,
  linked: m.saml_file_linked,
  taken: m.saml_file_taken,
};

/** What a file would do: how many are linked, and which rows are left out and why. */
function Consequences({ checked: { rows, ready, findings } }: { checked: SamlLinkCheck }) {
  return (
    <Stack gap={3}>
      <Text>{m.saml_file_ready({ count: ready, of: rows })}</Text>
      {findings.length > 0 ? (
        <section aria-label={m.saml_file_left({ count: findings.length })}>
          <Text>{m.saml_file_left({ count: findings.length })}</Text>
          <ul>
            {findings.slice(0, mostShown).map(({ row, finding }) => (
              <li key={row}>{m.saml_file_row({ row: formatNumber(row), why: words[finding]() })}</li>
            ))}
          </ul>
          {findings.length > mostShown ? <Text>{m.saml_file_more({ count: findings.length - mostShown })}</Text> : null}
        </section>
      ) : null}
    </Stack>
  );
}

interface LinkFileProps {
  setting: ReturnType<typeof samlSetting>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Links were made or taken back. */
  onChanged: () => void;
}

/** Links subjects to accounts by a CSV file: chosen, checked row by row, confirmed, and undone as a whole. */
export default function LinkFile({ setting, isOpen, onOpenChange, onChanged }: LinkFileProps) {
  const { send } = useApp();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const linking = useCommand(
    'linkByFile',
    (rows: readonly LinkRow[], { signal }) => send(saml.addSamlLinks, { ...setting, rows: [...rows] }, { signal }),
    {
      question: { count: (rows, { signal }) => send(saml.checkSamlLinks, { ...setting, rows: [...rows] }, { signal }) },
      undo: (rows, { result: { at, rows: made }, signal }) =>
        send(saml.undoSamlLinks, { ...setting, at, rows: rows.filter(({ row }) => made.includes(row)) }, { signal }),
      onDone: onChanged,
      onUndone: onChanged,
    },
  );
  const read = async ([file]: File[]) => {
    if (!file) return;
    const { readLinkFile } = await loadReader();
    const found = await readLinkFile(file);
    if (found.kind === 'rows') {
      setWrong([]);
      onOpenChange(false);
      linking.give(found.rows);
    } else if (found.kind === 'wrong') {
      const { todoOf, whyOf } = await loadWords();
      const told = found.findings.map(
        (one) => `${one.row === null ? '' : `${m.rostering_row()} ${formatNumber(one.row)}: `}${whyOf(one)} ${todoOf(one)}`,
      );
      setWrong([...new Set(told)].slice(0, mostShown));
    } else setWrong([found.kind === 'columns' ? m.saml_file_columns() : m.saml_file_tooMany({ most: mostLinkRows })]);
  };
  const { counted, problem, result, isUncounted } = linking;
  return (
    <>
      <Dialog
        size="medium"
        title={m.saml_file()}
        isOpen={isOpen}
        onOpenChange={(open) => {
          setWrong([]);
          onOpenChange(open);
        }}
        footer={(close) => <Button onPress={close}>{m.ui_cancel()}</Button>}
      >
        <Stack gap={4}>
          <Text>{m.saml_file_text()}</Text>
          <FileDrop label={m.saml_file_choose()} accept={['.csv', '.txt']} maxBytes={mostBytes} onFiles={(files) => void read(files)} />
          {wrong.length > 0 ? (
            <Notice tone="error" title={m.saml_file_wrong()} isSaid>
              <ul>
                {wrong.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <Button icon={IconDownload} variant="quiet" onPress={() => downloadText('saml-links.csv', 'text/csv', template)}>
            {m.rostering_template()}
          </Button>
        </Stack>
      </Dialog>
      <Dialog
        size="medium"
        title={m.saml_file_question()}
        isOpen={linking.isAsking}
        isBusy={linking.isSaving}
        onOpenChange={(open) => !open && linking.dismissQuestion()}
        footer={(close) => (
          <DialogButtons
            close={close}
            isBusy={linking.isSaving}
            reason={counted?.ready === 0 ? m.saml_file_nothing() : linking.isCounting ? m.ui_wait() : null}
            onPress={() => (isUncounted ? linking.recount() : linking.confirm())}
          >
            {isUncounted ? m.common_try_again() : m.saml_file_link()}
          </DialogButtons>
        )}
      >
        <Stack gap={3}>
          {counted ? (
            <Consequences checked={counted} />
          ) : isUncounted ? null : (
            <>
              <Text tone="soft">{m.saml_file_checking()}</Text>
              <Skeleton shape="row" count={2} />
            </>
          )}
          <div data-focus="command-field" tabIndex={-1}>
            {problem && linking.isAsking ? (
              <Notice tone="error" title={isUncounted ? m.saml_file_unchecked() : undefined}>
                {problemText(problem)}
              </Notice>
            ) : null}
          </div>
        </Stack>
      </Dialog>
      {linking.isUndone ? (
        <div data-focus="command-result" tabIndex={-1}>
          <Notice tone="success" title={m.saml_file_undone()} />
        </div>
      ) : result && (linking.isUndoable || linking.isUndoing) ? (
        <div data-focus="command-problem" tabIndex={-1}>
          <Notice
            tone={problem ? 'error' : 'success'}
            title={m.saml_file_done({ count: result.rows.length })}
            action={
              <Button size="small" isPending={linking.isUndoing} onPress={linking.undo}>
                {m.workspace_undo()}
              </Button>
            }
            {...(linking.isUndoing ? {} : { onDismiss: linking.dismiss })}
          >
            {problem ? problemText(problem) : result.left > 0 ? m.saml_file_left({ count: result.left }) : null}
          </Notice>
        </div>
      ) : null}
    </>
  );
}
