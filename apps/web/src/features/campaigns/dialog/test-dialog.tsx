/** Sends one message of the draft to a number of the user. */
import { z } from 'zod';
import { useTestCampaign, type CampaignDraft } from '../../../entities/campaigns/campaigns.api.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { FormDialog, SelectField, TextField, useToast } from '../../../ui/index.ts';
import { variants } from './campaign-form.ts';
import { dialogTexts } from './dialog.texts.ts';

const TestForm = z.object({ number: z.string().trim().min(8).max(50), variant: z.number() });

interface TestDialogProps {
  draft: CampaignDraft;
  campaignId: number | undefined;
  onClose: () => void;
}

export function TestDialog({ draft, campaignId, onClose }: TestDialogProps) {
  const t = useTexts(dialogTexts);
  const toast = useToast();
  const test = useTestCampaign();
  const filled = variants.filter((variant) => draft[`message${variant}`]?.trim());
  const form = useDraftForm({
    schema: TestForm,
    values: { number: '', variant: filled[0] ?? 1 },
    save: ({ number, variant }) => test.mutateAsync({ ...draft, id: campaignId ?? null, number, variant }),
    ...toast.saved(t('tested'), onClose),
    fieldByCode: { ERR_WAPP_INVALID_CONTACT: 'number', ERR_CAMPAIGN_TEST_COLD: 'number' },
  });
  return (
    <FormDialog title={t('testTitle')} width={440} form={form} verb={t('testSend')} onClose={onClose}>
      <TextField label={t('testNumber')} required inputMode="tel" data-autofocus {...form.text('number')} />
      {filled.length > 1 && (
        <SelectField
          label={t('testVariant')}
          options={filled.map((value) => ({ value, label: t('variant', { n: value }) }))}
          {...form.choice('variant')}
        />
      )}
      <p className="muted">{t('testText')}</p>
    </FormDialog>
  );
}
