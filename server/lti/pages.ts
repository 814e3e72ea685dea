import { createHash } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { frameStyle } from '../frameStyle.ts';
import { languageOf } from '../kit/language.ts';

const words = {
  en: {
    open: 'Open Orrery',
    window: 'Orrery opens in a window of its own.',
    returning: 'Back to your course',
    return: 'Continue',
    registered: 'Orrery is registered',
    confirm: 'An administrator of your district must now turn this platform on in Orrery, under Learning platforms.',
    unregistered: 'Orrery could not be registered',
    again: 'Make a new address in Orrery, under Learning platforms, and try again.',
    close: 'Close',
  },
  es: {
    open: 'Abrir Orrery',
    window: 'Orrery se abre en una ventana propia.',
    returning: 'Volver a tu curso',
    return: 'Continuar',
    registered: 'Orrery está registrado',
    confirm: 'Un administrador de tu distrito debe activar ahora esta plataforma en Orrery, en Plataformas de aprendizaje.',
    unregistered: 'No se pudo registrar Orrery',
    again: 'Crea una dirección nueva en Orrery, en Plataformas de aprendizaje, e inténtalo de nuevo.',
    close: 'Cerrar',
  },
};

/** Ends the platform's registration window (LTI Dynamic Registration 1.0, section 3.7). */
const closing =
  "document.querySelector('button').addEventListener('click',()=>(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*'));";
const submitting = 'document.forms[0].submit();';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface PageParts {
  title: string;
  text?: string;
  button: string;
  /** The form that the button sends; absent: the button closes the window. */
  form?: { action: string; target?: '_blank'; fields: Readonly<Record<string, string>> };
  script?: string;
  /** Origins that may frame the page. */
  framedBy?: readonly string[];
  /** Where the form may lead. A platform may redirect within itself. */
  leadsTo?: string;
}

/** A small page between the product and a platform. It loads nothing and runs nothing but its own line. */
function page(c: HonoContext, { title, text, button, form, script, framedBy = [], leadsTo = "'none'" }: PageParts) {
  const style = frameStyle();
  const language = languageOf(c.req.raw) ?? 'en';
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    script ? `script-src ${hashOf(script)}` : "script-src 'none'",
    `form-action ${leadsTo}`,
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "base-uri 'none'",
  ];
  c.header('content-security-policy', policy.join('; '));
  c.header('referrer-policy', 'no-referrer');
  const control = html`<button class="primary" type="${form ? 'submit' : 'button'}">${button}</button>`;
  const fields = Object.entries(form?.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const body = form
    ? html`<form method="post" action="${form.action}"${form.target ? raw(` target="${form.target}"`) : ''}>${fields}${control}</form>`
    : control;
  return c.html(
    html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(style)}</style></head><body><main><h1>${title}</h1>${text ? html`<p>${text}</p>` : ''}${body}</main>${script ? raw(`<script>${script}</script>`) : ''}</body></html>`,
  );
}
const wordsFor = (c: HonoContext) => words[languageOf(c.req.raw) ?? 'en'];

/** Stands in a platform's frame, where no session can live, and begins the launch again in a window of its own. */
export function windowPage(
  c: HonoContext,
  { action, fields, framedBy }: { action: string; fields: Record<string, string>; framedBy: string[] },
) {
  const { open, window } = wordsFor(c);
  return page(c, { title: open, text: window, button: open, form: { action, target: '_blank', fields }, framedBy, leadsTo: '*' });
}

/** Brings a teacher's choice to the platform, at once or by its button. */
export function returnPage(c: HonoContext, { action, token }: { action: string; token: string }) {
  const { returning, return: go } = wordsFor(c);
  const leadsTo = `${new URL(action).origin} https:`;
  return page(c, { title: returning, button: go, form: { action, fields: { JWT: token } }, script: submitting, leadsTo });
}

/** The end of a registration in the platform's window. */
export function registrationPage(c: HonoContext, { isDone, framedBy }: { isDone: boolean; framedBy: string[] }) {
  const { registered, confirm, unregistered, again, close } = wordsFor(c);
  const [title, text] = isDone ? [registered, confirm] : [unregistered, again];
  return page(c, { title, text, button: close, script: closing, framedBy });
}
