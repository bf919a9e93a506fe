import { aiUsage as calls } from '@balcao/contract/endpoints/ai-usage';
import { z } from 'zod';
import { useSetCeilings, type AiCeilings } from '../../entities/ai-usage/ai-usage.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, FormDialog, NumberField, TextField, useToast } from '../../ui/index.ts';
import { usageTexts } from './ai-usage.texts.ts';

const { callsPerDay, turnsPerConversation, callsPerContactHour } = calls.setCeilings.body.shape;
/** Empty: no ceiling. Reais with a comma or a point. */
const Draft = z.object({
  month: z
    .string()
    .trim()
    .regex(/^(\d{1,6}([.,]\d{1,2})?)?$/),
  callsPerDay: z.union([z.literal(''), callsPerDay.unwrap()]),
  turnsPerConversation,
  callsPerContactHour,
});

export function CeilingsDialog({ ceilings, onClose }: { ceilings: AiCeilings; onClose: () => void }) {
  const t = useTexts(usageTexts);
  const toast = useToast();
  const save = useSetCeilings();
  const form = useDraftForm({
    schema: Draft,
    values: {
      month: ceilings.monthCents === null ? '' : (ceilings.monthCents / 100).toFixed(2).replace('.', ','),
      callsPerDay: ceilings.callsPerDay ?? '',
      turnsPerConversation: ceilings.turnsPerConversation,
      callsPerContactHour: ceilings.callsPerContactHour,
    },
    save: ({ month, callsPerDay: perDay, ...others }) =>
      save.mutateAsync({
        ...others,
        monthCents: month === '' ? null : Math.round(Number(month.replace(',', '.')) * 100),
        callsPerDay: perDay === '' ? null : perDay,
      }),
    ...toast.saved(t('saved'), onClose),
  });
  return (
    <FormDialog title={t('dialogTitle')} form={form} verb={t('save')} onClose={onClose}>
      <FieldRow>
        <TextField
          label={t('monthField')}
          hint={t('monthHint')}
          inputMode="decimal"
          data-autofocus
          {...form.text('month')}
        />
        <NumberField label={t('perDay')} hint={t('emptyMeansNone')} min={0} {...form.number('callsPerDay')} />
      </FieldRow>
      <FieldRow>
        <NumberField
          label={t('conversation')}
          hint={t('conversationHint')}
          min={1}
          max={20}
          {...form.number('turnsPerConversation')}
        />
        <NumberField
          label={t('contactHour')}
          hint={t('contactHint')}
          min={1}
          max={1000}
          {...form.number('callsPerContactHour')}
        />
      </FieldRow>
    </FormDialog>
  );
}
