// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { type TechnicalReport, technicalStatus } from '../../contract/technicalStatus.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { shown } from './kit/screen.tsx';
import { openTechnicalPage } from './kit/technicalPage.tsx';

installNetwork();

let opened: Screen;
const files: Blob[] = [];

beforeEach(() => {
  files.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:report';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.revokeObjectURL = () => {};
});

describeCommand({
  name: 'technicalReport',
  orders: ['the district'],
  project: () => 'the district',
  mount: async (stage) => {
    opened = await openTechnicalPage({ ...stage, held: [technicalStatus.technicalReport] });
  },
  network: () => opened.network,
  calls: { run: technicalStatus.technicalReport },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.technical_download() })) },
  see: {
    'ready.fresh': () => expect(files).toEqual([]),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.technical_download_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(technicalStatus.technicalReport)).toBe(1)),
    'ready.done': async () => {
      await waitFor(() => expect(files.length).toBeGreaterThan(0));
      shown(m.technical_downloaded());
      const report = JSON.parse(await (files.at(-1) as Blob).text()) as TechnicalReport;
      expect(report.integrations[0]).toMatchObject({ kind: 'lti', state: 'failed', cause: 'deployment', hosts: ['campus.example'] });
      expect(JSON.stringify(report)).not.toContain('Campus');
    },
  },
});
