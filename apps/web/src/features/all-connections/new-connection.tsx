import { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { useAddConnection } from '../../entities/companies/companies.api.ts';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useProviders } from '../../entities/connections/connections.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, TextField, useToast } from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import type { AddedChannel } from './counted-company.ts';
import type { AskedQr } from './qr-dialog.tsx';

interface NewConnectionProps {
  companyId: number;
  channel: AddedChannel;
  onCreated: (asked: AskedQr) => void;
  onClose: () => void;
}

/** A connection for the company; WhatsApp continues with its QR code, the others are linked by the company. */
export function NewConnection({ companyId, channel, onCreated, onClose }: NewConnectionProps) {
  const t = useTexts(allConnectionTexts);
  const tLabels = useTexts(connectionLabels);
  const toast = useToast();
  const add = useAddConnection();
  const providers = useProviders().data ?? [];
  const isWhatsapp = channel === 'whatsapp';
  const byQr = providers.includes('beta') ? 'beta' : 'sandbox';
  const form = useDraftForm({
    schema: ConnectionDraft.pick({ name: true }),
    values: { name: '' },
    save: async ({ name }) => {
      const added = await add.mutateAsync({ companyId, name, channel, provider: isWhatsapp ? byQr : 'official' });
      if (isWhatsapp) onCreated({ id: added.id, name: added.name, qrTicket: added.qrTicket });
    },
    ...toast.saved(t('created'), onClose),
  });
  return (
    <FormDialog
      title={t('newTitle', { channel: tLabels(channel) })}
      width={440}
      form={form}
      verb={t('create')}
      onClose={onClose}
    >
      <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
    </FormDialog>
  );
}
