/** Sends through an SMTP server. The library is loaded where mail is on. */
import { once } from '../shared/once.ts';
import type { SendLetter } from './mail-worker.ts';

const TIMEOUT_MS = 20_000;

export type SmtpSettings = { readonly url: URL; readonly from: string };

export const smtpSender = ({ url, from }: SmtpSettings): SendLetter => {
  const transport = once(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      secure: url.protocol === 'smtps:',
      ...(url.username === ''
        ? {}
        : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      // A name and a password are never sent in the clear.
      requireTLS: url.protocol === 'smtp:' && url.username !== '',
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  return async ({ to, subject, text, html }) => {
    await (await transport()).sendMail({ from, to: { name: '', address: to }, subject, text, html });
  };
};
