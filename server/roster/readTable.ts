import Papa from 'papaparse';
import type { Findings } from './findings.ts';

/** A CSV file as it was read: its header, and its rows with their numbers (the header is row 1). */
export interface Table {
  header: string[];
  rows: { row: number; values: string[] }[];
}

const saveAsUtf8 = 'Save the file again as “CSV UTF-8” and upload that.';

function decode(file: string, bytes: Uint8Array, findings: Findings): string | undefined {
  const [first, second, third] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.subarray(0, 64).includes(0);
  if (utf16) {
    findings.add(file, {}, 'The file is saved as UTF-16 (in Excel: “Unicode Text”), not as UTF-8.', saveAsUtf8);
    return undefined;
  }
  const text = first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    const lenient = new TextDecoder('utf-8').decode(text);
    const at = lenient.indexOf('\uFFFD');
    const row = lenient.slice(0, at).split('\n').length;
    findings.add(
      file,
      { row, value: lenient.slice(Math.max(0, at - 20), at + 20).trim() },
      'The file is not UTF-8: a letter here was saved in another encoding, probably Windows-1252.',
      saveAsUtf8,
    );
    return undefined;
  }
}

/**
 * Reads one CSV file (RFC 4180, UTF-8 with or without byte order mark). Anything that makes it unreadable becomes a finding
 * that names the real cause, and the answer is undefined.
 */
export function readTable(file: string, bytes: Uint8Array, findings: Findings): Table | undefined {
  const before = findings.total;
  const text = decode(file, bytes, findings);
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    findings.add(file, {}, 'The file is empty.', 'Export the file again; it must at least hold its header row.');
    return undefined;
  }
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: false });
  const records = data
    .map((values, index) => ({ row: index + 1, values }))
    .filter(({ values }) => values.length > 1 || values[0]?.trim() !== '');
  const header = (records.shift()?.values ?? []).map((name) => name.trim());
  for (const error of errors.filter(({ type }) => type === 'Quotes')) {
    const row = (error.row ?? 0) + 1;
    findings.add(
      file,
      { row },
      'A quoted field that begins here is not closed, so the rest of the file cannot be told apart.',
      'Close the quotation mark, or double those inside the field (""). If the file ends here, it was cut off: export it again.',
    );
  }
  const other = [';', '\t', '|'].find((delimiter) => header.length === 1 && header[0]?.includes(delimiter));
  if (other)
    findings.add(
      file,
      { row: 1 },
      `The columns are separated by ${other === '\t' ? 'tabs' : `“${other}”`}, not by commas.`,
      'Export the file with commas between the columns.',
    );
  for (const name of new Set(header.filter((one, index) => one !== '' && header.indexOf(one) !== index)))
    findings.add(file, { row: 1, column: name }, 'This column is in the header twice.', 'Remove one of the two columns.');
  if (findings.total > before) return undefined;

  for (const [index, { row, values }] of records.entries())
    if (values.length !== header.length) {
      const cut = index === records.length - 1 && values.length < header.length;
      findings.add(
        file,
        { row, value: values.join(',') },
        `This row has ${values.length} fields; the header has ${header.length}.`,
        cut
          ? 'It is the last row: the file was probably cut off on its way. Export and upload it again.'
          : 'Put fields that hold a comma in quotation marks, and keep empty fields.',
      );
    }
  return findings.total > before ? undefined : { header, rows: records };
}
