/** The client certificate of a payment provider: checked by opening it, sealed, never returned. */
import { CERTIFICATE_REFERENCE } from '@balcao/contract/endpoints/settings';
import type { Actor } from '@balcao/domain/policy/actor';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { refuse } from '../../infrastructure/app-error.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import type { Settings } from './settings.ts';

interface Details {
  expiresAt: Date | null;
  subject: string | null;
}

export function createCertificates({ settings, limits }: { settings: Settings; limits: Limits }) {
  return {
    async upload(actor: Actor, ref: string | undefined, files: SentFile[], passphrase: string): Promise<Details> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      if (ref !== CERTIFICATE_REFERENCE) refuse('ERR_CERTIFICATE_DESTINATION');
      const [file] = files;
      if (!file) return refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      if (!/\.p12$/i.test(file.fileName)) refuse('ERR_CERTIFICATE_TYPE');
      const pfx = await readFile(file.path);
      const details = open(pfx, passphrase);
      await settings.saveCertificate(actor, pfx.toString('base64'), passphrase);
      return details;
    },

    /** What super users see of it. */
    async show(): Promise<Details & { isSet: boolean }> {
      const stored = await settings.secret('eficertificate');
      if (!stored) return { isSet: false, expiresAt: null, subject: null };
      const passphrase = (await settings.secret('efipassphrase'))?.reveal() ?? '';
      try {
        return { isSet: true, ...open(Buffer.from(stored.reveal(), 'base64'), passphrase) };
      } catch {
        // Another passphrase was saved since, or the file was stored in another way.
        return { isSet: true, expiresAt: null, subject: null };
      }
    },
  };
}
export type Certificates = ReturnType<typeof createCertificates>;

/** Refuses a file that no connection could be opened with. */
function open(pfx: Buffer, passphrase: string): Details {
  try {
    return detailsOf(createSecureContext({ pfx, passphrase }).context as { getCertificate?(): Buffer | null });
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    if (/unsupported/i.test(text)) refuse('ERR_CERTIFICATE_OLD');
    if (/mac verify|bad decrypt|password/i.test(text)) refuse('ERR_CERTIFICATE_PASSPHRASE');
    return refuse('ERR_CERTIFICATE_TYPE');
  }
}

/** Node documents no way to read the certificate of a PKCS #12 file; without this one the date stays unknown. */
function detailsOf(context: { getCertificate?(): Buffer | null }): Details {
  const der = context.getCertificate?.();
  if (!der) return { expiresAt: null, subject: null };
  const certificate = new X509Certificate(der);
  const subject = /(?:^|\n)CN=(.+)/.exec(certificate.subject)?.[1] ?? certificate.subject;
  return { expiresAt: new Date(certificate.validTo), subject };
}
