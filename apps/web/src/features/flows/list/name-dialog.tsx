import type { Flow } from '@balcao/contract/endpoints/flows';
import { requiredText } from '@balcao/contract/kernel/schemas';
import { z } from 'zod';
import { useCreateFlow, useRenameFlow } from '../../../entities/flows/flows.api.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { FormDialog, TextField, useToast } from '../../../ui/index.ts';
import { fillFromTemplate, type ChosenTemplate } from './create-flow.ts';
import { flowTexts } from './flows.texts.ts';
import { TOAST_MS } from './toast-time.ts';

const Draft = z.object({ name: requiredText(2, 50) });

interface FlowNameDialogProps {
  /** The flow to rename; otherwise one is created. */
  flow?: Pick<Flow, 'id' | 'name'> | undefined;
  template?: ChosenTemplate | undefined;
  onCreated?: (id: number) => void;
  onRenamed?: (name: string) => void;
  onClose: () => void;
}

export function FlowNameDialog({ flow, template, onCreated, onRenamed, onClose }: FlowNameDialogProps) {
  const t = useTexts(flowTexts);
  const language = useLanguage();
  const toast = useToast();
  const create = useCreateFlow();
  const rename = useRenameFlow();
  const form = useDraftForm({
    schema: Draft,
    values: { name: flow?.name ?? template?.name ?? '' },
    save: async ({ name }) => {
      if (flow) {
        await rename.mutateAsync({ name, flowId: flow.id });
        onRenamed?.(name);
        return;
      }
      const { id } = await create.mutateAsync({ name });
      if (template) await fillFromTemplate(id, template.key, language);
      onCreated?.(id);
    },
    onSaved: () => {
      toast.done(t('saved'), undefined, TOAST_MS);
      onClose();
    },
    onError: toast.failed,
    fieldByCode: { ERR_FLOW_NAME_TAKEN: 'name' },
    ruleText: (_field, rule) =>
      rule === 'tooShort' || rule === 'tooLong' || rule === 'required' ? t(rule) : undefined,
  });
  return (
    <FormDialog
      title={t(flow ? 'editName' : 'add')}
      onClose={onClose}
      form={form}
      verb={t(flow ? 'save' : 'create')}
      width={440}
    >
      <TextField label={t('flowName')} required data-autofocus {...form.text('name')} />
    </FormDialog>
  );
}
