/** The shares of failures and opt-outs above which campaigns of a connection stop. */
import { z } from 'zod';
import { useSaveGuards, type CampaignConnection } from '../../entities/campaigns/campaigns.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, NumberField, useToast } from '../../ui/index.ts';
import { campaignsTexts } from './campaigns.texts.ts';

const percent = z.int().min(1).max(100);
const Guards = z.object({ failedPercent: percent, optedOutPercent: percent });

export function GuardsDialog({ connection, onClose }: { connection: CampaignConnection; onClose: () => void }) {
  const t = useTexts(campaignsTexts);
  const toast = useToast();
  const save = useSaveGuards();
  const form = useDraftForm({
    schema: Guards,
    values: { failedPercent: connection.failedPercent, optedOutPercent: connection.optedOutPercent },
    save: (guards) => save.mutateAsync({ id: connection.id, ...guards }),
    ...toast.saved(t('guardsSaved'), onClose),
  });
  return (
    <FormDialog
      title={t('guards', { name: connection.name })}
      width={440}
      form={form}
      verb={t('save')}
      onClose={onClose}
    >
      <p className="muted">{t('guardsText')}</p>
      <NumberField label={t('failedPercent')} min={1} max={100} {...form.number('failedPercent')} />
      <NumberField label={t('optedOutPercent')} min={1} max={100} {...form.number('optedOutPercent')} />
    </FormDialog>
  );
}
