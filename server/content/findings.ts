/** What is wrong with a file of content: where, and why. */
export interface ContentFinding {
  file: string;
  field: string;
  reason: string;
}

/** Content that cannot be imported; nothing was. */
export class ContentUnusable extends Error {
  readonly findings: readonly ContentFinding[];

  constructor(findings: readonly ContentFinding[]) {
    super(findings.map(({ file, field, reason }) => `${file}${field ? ` (${field})` : ''}: ${reason}`).join('\n'));
    this.findings = findings;
  }
}
