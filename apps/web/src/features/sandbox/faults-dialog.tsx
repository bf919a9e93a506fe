import { SandboxFaults, type SandboxConnection } from '@balcao/contract/endpoints/sandbox';
import { z } from 'zod';
import { useSandboxAction } from '../../entities/sandbox/sandbox.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, FieldRow, NumberField, SelectField, SwitchRow, useToast } from '../../ui/index.ts';
import { faultTexts, rejectionTexts, sendTexts } from './faults.texts.ts';
import css from './sandbox.module.css';

/** A network without injected faults. */
export const noFaults: SandboxFaults = {
  slowMs: 0,
  sends: 'fine',
  refusal: 'other',
  retryAfterSeconds: 0,
  times: null,
  duplicateOneIn: 0,
  shuffle: 0,
  receiptsDelayMs: 0,
  receiptsReversed: false,
  mediaBroken: false,
};
/** Reason and waiting time have no effect while sends succeed. */
export const hasFaults = (faults: SandboxFaults): boolean =>
  faults.sends !== 'fine' ||
  faults.receiptsReversed ||
  faults.mediaBroken ||
  [faults.slowMs, faults.duplicateOneIn, faults.shuffle, faults.receiptsDelayMs].some((value) => value > 0);

/** An emptied number of times means: until it is changed. */
const Typed = SandboxFaults.extend({
  times: z.union([z.literal('').transform(() => null), SandboxFaults.shape.times]),
});

/** The faults that the simulated network injects. */
export function FaultsDialog({ connection, onClose }: { connection: SandboxConnection; onClose: () => void }) {
  const t = useTexts(faultTexts);
  const ends = useTexts(sendTexts);
  const reasons = useTexts(rejectionTexts);
  const toast = useToast();
  const change = useSandboxAction(connection.id);
  const apply = (faults: SandboxFaults) => change.mutateAsync({ act: 'faults', faults });
  const adjusted = () => {
    toast.done(t('saved'));
    onClose();
  };
  const form = useDraftForm({
    schema: Typed,
    values: { ...connection.faults, times: connection.faults.times ?? '' },
    save: apply,
    onSaved: adjusted,
    onError: toast.failed,
  });
  const sends = form.watch('sends');
  return (
    <Dialog
      title={t('title')}
      dirty={form.dirty}
      onClose={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={() => void apply(noFaults).then(adjusted, toast.failed)}>{t('mend')}</Button>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('intro')}</p>
      <h3 className={css.heading}>{t('ours')}</h3>
      <FieldRow>
        <SelectField
          label={t('sends')}
          options={optionsOf(sendTexts, ends)}
          value={sends}
          onChange={(value) => form.set('sends')(value)}
        />
        <NumberField label={t('times')} hint={t('timesHint')} min={1} {...form.number('times')} />
      </FieldRow>
      {sends === 'refuse' && (
        <SelectField
          label={t('refusal')}
          options={optionsOf(rejectionTexts, reasons)}
          value={form.watch('refusal')}
          onChange={(value) => form.set('refusal')(value)}
        />
      )}
      {sends === 'busy' && <NumberField label={t('retryAfter')} min={0} {...form.number('retryAfterSeconds')} />}
      <NumberField label={t('slow')} min={0} {...form.number('slowMs')} />
      <h3 className={css.heading}>{t('theirs')}</h3>
      <FieldRow>
        <NumberField label={t('duplicate')} hint={t('duplicateHint')} min={0} {...form.number('duplicateOneIn')} />
        <NumberField label={t('shuffle')} hint={t('shuffleHint')} min={0} {...form.number('shuffle')} />
      </FieldRow>
      <NumberField label={t('receipts')} min={0} {...form.number('receiptsDelayMs')} />
      <div>
        <SwitchRow label={t('reversed')} text={t('reversedText')} {...form.toggle('receiptsReversed')} />
        <SwitchRow label={t('media')} text={t('mediaText')} {...form.toggle('mediaBroken')} />
      </div>
    </Dialog>
  );
}

const optionsOf = <K extends string>(texts: Record<K, unknown>, translate: (key: K) => string) =>
  (Object.keys(texts) as K[]).map((key) => ({ value: key, label: translate(key) }));
