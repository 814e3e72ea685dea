/** A problem in a content file. */
export interface ContentFinding {
  file: string;
  field: string;
  reason: string;
}

/** Thrown when content cannot be imported. Nothing was written. */
export class ContentUnusable extends Error {
  readonly findings: readonly ContentFinding[];

  constructor(findings: readonly ContentFinding[]) {
    super(findings.map(({ file, field, reason }) => `${file}${field ? ` (${field})` : ''}: ${reason}`).join('\n'));
    this.findings = findings;
  }
}
