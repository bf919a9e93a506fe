import { aiUsage as calls } from '@balcao/contract/endpoints/ai-usage';
import { z } from 'zod';
import { useChangePrices, type AiPrice } from '../../entities/ai-usage/ai-usage.api.ts';
import { ApiError } from '../../lib/api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, FormDialog, SelectField, TextField, useToast } from '../../ui/index.ts';
import { priceTexts } from './ai-prices.texts.ts';
import { isSame } from './same-price.ts';

const { provider, model } = calls.setPrices.body.shape.prices.element.shape;
const units = ['inputPerMillion', 'outputPerMillion', 'perMinute', 'perMillionCharacters'] as const;
/** Reais, with up to six digits behind the comma. */
const reais = z
  .string()
  .trim()
  .regex(/^(\d{1,6}([.,]\d{1,6})?)?$/);
const Draft = z.object({
  provider,
  model,
  inputPerMillion: reais,
  outputPerMillion: reais,
  perMinute: z
    .string()
    .trim()
    .regex(/^(\d{1,3}([.,]\d{1,6})?)?$/),
  perMillionCharacters: reais,
});
const typed = (micros: number | undefined): string => (micros ? String(micros / 1e6).replace('.', ',') : '');
const microsOf = (text: string): number => Math.round(Number(text.replace(',', '.')) * 1e6);

export function PriceDialog({ price, onClose }: { price: AiPrice | undefined; onClose: () => void }) {
  const t = useTexts(priceTexts);
  const toast = useToast();
  const change = useChangePrices();
  const form = useDraftForm({
    schema: Draft,
    values: {
      provider: price?.provider ?? 'openai',
      model: price?.model ?? '',
      inputPerMillion: typed(price?.inputPerMillion),
      outputPerMillion: typed(price?.outputPerMillion),
      perMinute: typed(price?.perMinute),
      perMillionCharacters: typed(price?.perMillionCharacters),
    },
    save: (draft) => {
      const next: AiPrice = {
        ...draft,
        inputPerMillion: microsOf(draft.inputPerMillion),
        outputPerMillion: microsOf(draft.outputPerMillion),
        perMinute: microsOf(draft.perMinute),
        perMillionCharacters: microsOf(draft.perMillionCharacters),
      };
      return change.mutateAsync((prices) => withPrice(prices, price, next));
    },
    ...toast.saved(t('saved'), onClose),
    ruleText: (field, rule) => (field === 'model' && rule === 'taken' ? t('taken') : undefined),
  });
  return (
    <FormDialog
      title={price ? t('editNamed', { name: price.model }) : t('add')}
      form={form}
      verb={t('save')}
      onClose={onClose}
    >
      <FieldRow>
        <SelectField
          label={t('service')}
          options={provider.options.map((name) => ({ value: name, label: t(name) }))}
          {...form.choice('provider')}
        />
        <TextField
          label={t('model')}
          required
          hint={t('modelHint')}
          maxLength={100}
          spellCheck={false}
          data-autofocus
          {...form.text('model')}
        />
      </FieldRow>
      {[units.slice(0, 2), units.slice(2)].map((pair) => (
        <FieldRow key={pair[0]}>
          {pair.map((unit) => (
            <TextField
              key={unit}
              label={t('inReais', { name: t(unit) })}
              inputMode="decimal"
              placeholder="0,00"
              {...form.text(unit)}
            />
          ))}
        </FieldRow>
      ))}
    </FormDialog>
  );
}

/** In place of the edited one, or at the end. A name that another price has is refused. */
function withPrice(prices: AiPrice[], before: AiPrice | undefined, next: AiPrice): AiPrice[] {
  const others = prices.filter((other) => !before || !isSame(other, before));
  if (others.some((other) => isSame(other, next)))
    throw new ApiError(400, 'ERR_VALIDATION', 'ERR_VALIDATION', [{ field: 'model', rule: 'taken', message: '' }]);
  return [...others, next];
}
