import { z } from 'zod';
import { isLoopbackAddress } from '../safe-fetch/address.ts';

/** An address like smtp://user:password@host:587; characters of the password may be encoded with %. */
const smtpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^smtps?:\/\/[^/?#]+\/?$/.test(text))
  .transform((text) => smtpAddress(new URL(text)));
const ADDRESS = /^[^\s<>@"',;:\\()[\]]{1,64}@[\w.-]{1,190}$/;
const sender = z
  .string()
  .transform((text) => {
    const named = /^([^<>"\r\n]{1,60})<([^<>]+)>$/.exec(text.trim());
    return { name: named?.[1]!.trim() || undefined, address: named?.[2]!.trim() ?? text.trim() };
  })
  .refine(({ address }) => ADDRESS.test(address));
/** Rows of the table of variables. */
export const mailVariables = {
  SMTP_URL: {
    default: 'none: with SANDBOX on mails are shown at /sandbox/correio, otherwise no mail is sent',
    meaning: 'Mail server that sends codes, invitations and invoices; TLS is required except on this machine',
    expected: 'an address like smtps://user:password@mail.example.com or smtp://user:password@mail.example.com:587',
    secret: true,
    read: smtpUrl,
  },
  MAIL_FROM: {
    default: 'none; required with SMTP_URL',
    meaning: 'Sender of mails; without a name the name of the platform is shown',
    expected: 'an e-mail address, or a name and an address like Balcão <mail@example.com>',
    read: sender,
  },
} as const;

function smtpAddress({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    isLoopback: host === 'localhost' || isLoopbackAddress(host),
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
  };
}
