import { type Finding, Findings } from '../../../common/roster/findings.ts';
import { readTable } from '../../../common/roster/readTable.ts';
import { fileOfBlob, piecesOf } from '../../../common/roster/source.ts';
import type { BodyOf } from '../../../contract/kit.ts';
import { longestLinkCell, mostLinkRows, type saml } from '../../../contract/saml.ts';

export type LinkRow = BodyOf<typeof saml.checkSamlLinks>['rows'][number];
/** A file of links that was read, or why it cannot be. */
export type LinkFile =
  | { kind: 'rows'; rows: LinkRow[] }
  | { kind: 'columns' }
  | { kind: 'tooMany' }
  | { kind: 'wrong'; findings: readonly Finding[] };

const columns = {
  provider: ['provider'],
  subject: ['subject', 'nameid'],
  person: ['person', 'username', 'sourcedid'],
} as const;
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/** Reads a CSV file of links: subjects of identity providers, and the accounts that they open. */
export async function readLinkFile(file: File): Promise<LinkFile> {
  const findings = new Findings();
  const source = { name: file.name, open: () => piecesOf(fileOfBlob(file.name, file)), isTable: true } as const;
  const rows: LinkRow[] = [];
  for await (const { header, first, rows: some } of readTable(source, [], findings)) {
    const at = (names: readonly string[]) => header.findIndex((name) => names.includes(plain(name)));
    const [provider, subject, person] = [at(columns.provider), at(columns.subject), at(columns.person)];
    if (subject < 0 || person < 0) return { kind: 'columns' };
    const cell = (values: readonly string[], index: number) => (values[index] ?? '').trim().slice(0, longestLinkCell);
    for (const [index, values] of some.entries())
      if (values.length > 0)
        rows.push({
          ...{ row: first + index, provider: cell(values, provider), subject: cell(values, subject), person: cell(values, person) },
        });
    if (rows.length > mostLinkRows) return { kind: 'tooMany' };
  }
  if (findings.errors > 0) return { kind: 'wrong', findings: findings.list };
  return rows.length === 0 ? { kind: 'columns' } : { kind: 'rows', rows };
}
