import type { AnyRow } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import type { RecordField } from './declaration.ts';
import s from './records.module.css';

interface VersionsProps {
  names: readonly string[];
  fields: Readonly<Record<string, Pick<RecordField, 'label'>>>;
  mine: AnyRow;
  theirs: AnyRow;
  wordsOf: (field: string, row: AnyRow) => string;
}

/** The user's edits beside the version that someone else saved. */
export function Versions({ names, fields, mine, theirs, wordsOf }: VersionsProps) {
  return (
    <div data-focus="record-versions" tabIndex={-1}>
      <Text>{m.builder_conflict_text()}</Text>
      <table className={s.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{m.builder_conflict_mine()}</th>
            <th scope="col">{m.builder_conflict_theirs()}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const [own, other] = [wordsOf(name, mine), wordsOf(name, theirs)];
            return (
              <tr key={name} data-different={own !== other || undefined}>
                <th scope="row">{fields[name]?.label()}</th>
                <td>{own}</td>
                <td>{other}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
