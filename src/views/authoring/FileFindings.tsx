import { useState } from 'react';
import type { FindingCode, ReadQuestions } from '../../../common/authoring/formats/reading.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { downloadText } from '../../ui/download.ts';
import { Row } from '../../ui/Layout.tsx';
import { toCsv } from '../../ui/tableState.ts';
import s from './authoring.module.css';

/** Findings shown at first, and added each time. A file can have thousands. */
const shownAtOnce = 50;

const findingTexts: Record<FindingCode, () => string> = {
  unreadable: m.authoring_finding_unreadable,
  noAnswers: m.authoring_finding_no_answers,
  unclosed: m.authoring_finding_unclosed,
  noText: m.authoring_finding_no_text,
  tooMany: m.authoring_finding_too_many,
  weights: m.authoring_finding_weights,
  moreOptions: m.authoring_finding_more_options,
  picture: m.authoring_finding_picture,
  category: m.authoring_finding_category,
  noRight: m.authoring_finding_no_right,
  severalRight: m.authoring_finding_several_right,
  pictureLeft: m.authoring_finding_picture_left,
  split: m.authoring_finding_split,
  interaction: m.authoring_finding_interaction,
  noInteraction: m.authoring_finding_no_interaction,
  template: m.authoring_finding_template,
  xml: m.authoring_finding_xml,
  noItems: m.authoring_finding_no_items,
  oldVersion: m.authoring_finding_old_version,
  missingFile: m.authoring_finding_missing_file,
  outside: m.authoring_finding_outside,
  tooLarge: m.authoring_finding_too_large,
  damaged: m.authoring_finding_damaged,
};

/** What could not be taken over from a file, each with its place, in parts; and all of it as a file. */
export function FileFindings({ fileName, findings }: { fileName: string; findings: ReadQuestions['findings'] }) {
  const [shown, setShown] = useState(shownAtOnce);
  const left = findings.length - shown;
  const save = async () =>
    downloadText(
      `${fileName}.csv`,
      'text/csv',
      await toCsv([
        [m.authoring_finding_where(), m.authoring_finding_line(), m.authoring_finding_what()],
        ...findings.map(({ item = '', line, code }) => [item, line, findingTexts[code]()]),
      ]),
    );
  return (
    <>
      <ul className={s.findings}>
        {findings.slice(0, shown).map(({ line, code, item }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and two findings can be the same
          <li key={at}>
            {item === undefined
              ? m.authoring_finding({ line, text: findingTexts[code]() })
              : m.authoring_finding_item({ item, line, text: findingTexts[code]() })}
          </li>
        ))}
      </ul>
      <Row>
        {left > 0 ? <Button onPress={() => setShown(shown + shownAtOnce)}>{m.authoring_finding_more({ count: left })}</Button> : null}
        <Button onPress={() => void save()}>{m.ui_table_csv()}</Button>
      </Row>
    </>
  );
}
