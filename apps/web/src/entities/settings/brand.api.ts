/** Logos of the platform and the certificate of its payment provider. */
import type { logoModes } from '@balcao/contract/endpoints/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type LogoMode = (typeof logoModes)[number];

export function useUploadLogo() {
  const client = useQueryClient();
  return async (mode: LogoMode, file: File): Promise<void> => {
    await api.settings.uploadLogo({ body: { typeArch: 'logo', mode }, files: file });
    await client.invalidateQueries({ queryKey: api.settings.list.key() });
  };
}

export const useCertificate = () => useQuery(api.settings.certificate.query());

export function useUploadCertificate() {
  const client = useQueryClient();
  return async (ref: string, file: File, passphrase: string): Promise<void> => {
    const { mensagem } = await api.settings.uploadCertificate({ query: { ref }, body: { passphrase }, files: file });
    if (mensagem === 'Arquivo Anexado') await client.invalidateQueries({ queryKey: api.settings.certificate.key() });
  };
}
