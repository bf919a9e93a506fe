import { phrases as calls } from '@balcao/contract/endpoints/phrases';
import { phraseModes } from '@balcao/domain/flow/phrases';
import { z } from 'zod';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { FlowField } from '../../entities/flows/flow-field.tsx';
import { useSavePhrase, type Phrase } from '../../entities/phrases/phrases.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, Segments, SelectField, SwitchRow, TextField, useToast } from '../../ui/index.ts';
import { phraseTexts } from './phrases.texts.ts';

/** A flow is missing until one is chosen. */
const Draft = calls.create.body
  .extend({ flowId: z.number().nullable(), mode: z.enum(phraseModes), status: z.boolean() })
  .refine(({ flowId }) => flowId !== null, { path: ['flowId'], params: { rule: 'required' } });

export function PhraseDialog({ phrase, onClose }: { phrase: Phrase | undefined; onClose: () => void }) {
  const t = useTexts(phraseTexts);
  const toast = useToast();
  const save = useSavePhrase();
  const form = useDraftForm({
    schema: Draft,
    values: {
      name: phrase?.name ?? '',
      phrase: phrase?.phrase ?? '',
      mode: phrase?.mode ?? 'equal',
      flowId: phrase?.flowId ?? null,
      whatsappId: phrase?.whatsappId ?? null,
      status: phrase?.status ?? true,
    },
    save: ({ flowId, ...draft }) => save.mutateAsync({ id: phrase?.id, ...draft, flowId: flowId! }),
    ...toast.saved(t(phrase ? 'changed' : 'created'), onClose),
    fieldByCode: { ERR_NO_FLOW_FOUND: 'flowId' },
    ruleText: (field) => (field === 'flowId' ? t('chooseFlow') : undefined),
  });
  return (
    <FormDialog
      title={phrase ? t('editNamed', { name: phrase.name }) : t('newTitle')}
      form={form}
      verb={t('save')}
      onClose={onClose}
    >
      <TextField label={t('name')} required maxLength={100} data-autofocus {...form.text('name')} />
      <FlowField
        label={t('flow')}
        value={form.watch('flowId') ?? null}
        onChange={form.set('flowId')}
        error={form.error('flowId')}
      />
      <Segments
        label={t('mode')}
        full
        segments={phraseModes.map((key) => ({ key, label: t(key) }))}
        value={form.watch('mode') ?? 'equal'}
        onChange={form.set('mode')}
      />
      <TextField label={t('phrase')} required hint={t('phraseHint')} maxLength={500} {...form.text('phrase')} />
      <ConnectionChoice
        value={Number(form.watch('whatsappId') ?? 0)}
        onChange={(id) => form.set('whatsappId')(id === 0 ? null : id)}
        error={form.error('whatsappId')}
      />
      <div>
        <SwitchRow label={t('active')} {...form.toggle('status')} />
      </div>
    </FormDialog>
  );
}

interface ConnectionChoiceProps {
  /** 0: every connection. */
  value: number;
  onChange: (id: number) => void;
  error?: string | undefined;
}

export function ConnectionChoice({ value, onChange, error }: ConnectionChoiceProps) {
  const t = useTexts(phraseTexts);
  const { data: connections = [] } = useConnections();
  return (
    <SelectField
      label={t('connection')}
      hint={value === 0 && t('anyConnectionHint')}
      options={[
        { value: 0, label: t('anyConnection') },
        ...connections.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
