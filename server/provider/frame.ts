import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { frameStyle } from '../frameStyle.ts';
import type { Ports } from '../kit/ports.ts';
import { frameProgram } from './frameProgram.ts';

/** Path of the provider's frame. The embedding page sandboxes it, and so does its own policy. */
export const framePath = '/api/assessment-provider/frame';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function page(): { html: string; script: string; style: string } {
  const script = `(${frameProgram.toString()})();`;
  const style = frameStyle();
  return {
    script,
    style,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Assessment</title><style>${style}</style></head><body><main></main><script>${script}</script></body></html>`,
  };
}

/**
 * Serves the frame in which a provider's assessment runs: one small page that speaks the protocol of docs/assessment-provider.md. Its
 * policy gives it an opaque origin and blocks all loading, except from Learnosity's addresses if Learnosity is configured.
 */
export function addProviderFrame(app: Hono, { learnosity }: Ports): void {
  const { html, script, style } = page();
  const sources = learnosity ? [new URL(learnosity.script).origin, ...learnosity.sources] : [];
  const theirs = sources.length > 0 ? ` ${sources.join(' ')}` : '';
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}${theirs}`,
    // Learnosity's widgets use inline styles.
    `style-src ${learnosity ? `'unsafe-inline'${theirs}` : hashOf(style)}`,
    `img-src data: blob:${theirs}`,
    `font-src data:${theirs}`,
    `media-src blob:${theirs}`,
    `connect-src ${sources.length > 0 ? sources.join(' ') : "'none'"}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
  ].join('; ');
  app.get(framePath, (c) => {
    c.header('content-security-policy', policy);
    c.header('referrer-policy', 'no-referrer');
    return c.html(html);
  });
}
