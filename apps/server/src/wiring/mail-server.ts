import type { MailBrand } from '@balcao/domain/mail/letter';
import { createSmtp } from '../gateways/mail/smtp.ts';
import type { Config } from '../infrastructure/config.ts';
import type { OutgoingMails } from '../infrastructure/mail/outgoing-mails.ts';
import type { Log } from '../infrastructure/log/log.ts';
import { createMails } from '../modules/mails/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Infrastructure } from './shared-services.ts';

const OWN_NAME = 'Balcão';
const OWN_COLOR = '#0000ff';
const SIX_DIGITS = /^#[0-9a-f]{6}$/i;

/** The configured mail server. Without one, mails are kept with SANDBOX on, and wait otherwise. */
export function openMail({ mail, sandbox, isProduction }: Config, log: Log): Infrastructure['mail'] {
  if (mail) return { server: createSmtp(mail), mode: 'send' };
  if (sandbox) return { server: undefined, mode: 'keep' };
  if (isProduction) log.warn('SMTP_URL is not set: no mail is sent, so passwords cannot be reset by mail');
  return { server: undefined, mode: 'none' };
}

/** The sender of stored mails. */
export const createPlatformMails = (
  base: Pick<Infrastructure, 'db' | 'clock' | 'mail' | 'publicUrl' | 'onMail' | 'onError'> & {
    outgoingMails: OutgoingMails;
  },
  settings: Settings,
) =>
  createMails({
    ...base,
    mailServer: base.mail.server,
    brand: async () => mailBrand(await settings.public(), base.publicUrl),
    onOutcome: base.onMail,
  });

/** Name, color and logo of the platform, as its owner set them. */
function mailBrand(
  publicSettings: Awaited<ReturnType<Settings['public']>>,
  publicUrl: string | undefined,
): Omit<MailBrand, 'footer'> {
  const valueOf = (name: (typeof publicSettings)[number]['key']): string => {
    const value = publicSettings.find(({ key }) => key === name)?.value;
    return typeof value === 'string' ? value : '';
  };
  const chosenColor = valueOf('primaryColorLight');
  const logo = valueOf('appLogoLight');
  return {
    name: valueOf('appName') || OWN_NAME,
    color: SIX_DIGITS.test(chosenColor) ? chosenColor : OWN_COLOR,
    // Readers of mail fetch pictures from outside, so that a logo needs a public address.
    ...(logo !== '' && publicUrl !== undefined && { logoUrl: `${publicUrl}/public/${encodeURIComponent(logo)}` }),
  };
}
