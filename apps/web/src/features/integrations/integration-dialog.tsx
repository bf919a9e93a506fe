/** Dialog that creates an integration or changes an existing one. */
import type { Integration, SavedIntegration } from '@balcao/contract/endpoints/integrations';
import { integrationTypes } from '@balcao/domain/integration/integration-types';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { useState, type ComponentType } from 'react';
import { integrationFieldTexts } from '../../entities/integrations/integration-field.texts.ts';
import { IntegrationTile } from '../../entities/integrations/integration-tile.tsx';
import { useSaveIntegration } from '../../entities/integrations/integrations.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, FormDialog, SelectField, TextField, useToast } from '../../ui/index.ts';
import { integrationForm, sendable, valuesOf } from './integration-form.ts';
import { integrationFormTexts } from './integration-form.texts.ts';
import { DialogflowFields, FlowbuilderFields, TypebotFields, WebhookFields, type FieldsProps } from './type-fields.tsx';

interface IntegrationDialogProps {
  /** Undefined for a new integration. */
  integration: Integration | undefined;
  /** The secret in it is shown only now. */
  onSaved: (saved: SavedIntegration) => void;
  onClose: () => void;
}

const fieldsByType: Record<Integration['type'], ComponentType<FieldsProps>> = {
  dialogflow: DialogflowFields,
  n8n: WebhookFields,
  webhook: WebhookFields,
  typebot: TypebotFields,
  flowbuilder: FlowbuilderFields,
};

const fieldByCode = {
  ERR_INTEGRATION_NAME_TAKEN: 'name',
  ERR_SERVICE_ACCOUNT_INVALID: 'jsonContent',
  ERR_NO_FLOW_FOUND: 'flowId',
} as const;

export function IntegrationDialog({ integration, onSaved, onClose }: IntegrationDialogProps) {
  const t = useTexts(integrationFormTexts);
  const typeName = useTexts(integrationFieldTexts);
  const toast = useToast();
  const save = useSaveIntegration();
  const ruleText = useRuleText();
  // Read once: live updates of the same integration must not overwrite what the user is typing.
  const [initial] = useState(() => ({ values: valuesOf(integration), schema: integrationForm(integration) }));
  const form = useDraftForm({
    ...initial,
    save: async (draft) => onSaved(await save.mutateAsync({ id: integration?.id, ...sendable(draft) })),
    ...toast.saved(t(integration ? 'changed' : 'created'), onClose),
    fieldByCode,
    ruleText,
  });
  // A new signing secret cannot be shown again, so closing asks first.
  const [secret, setSecret] = useState<string>();
  const type = form.watch('type');
  const Fields = fieldsByType[type];
  return (
    <FormDialog
      title={integration ? t('editNamed', { name: integration.name }) : t('newTitle')}
      icon={<IntegrationTile type={type} size={22} />}
      width={640}
      form={form}
      dirty={secret !== undefined}
      verb={t('save')}
      onClose={onClose}
    >
      <FieldRow>
        <TextField label={t('name')} required data-autofocus {...form.text('name')} />
        <SelectField
          label={t('type')}
          required
          options={integrationTypes.map((key) => ({ value: key, label: typeName(key) }))}
          {...form.choice('type')}
        />
      </FieldRow>
      <p className="muted">{t(`${type}Text`)}</p>
      <Fields form={form} existing={integration} secret={secret} onSecret={setSecret} />
    </FormDialog>
  );
}

/** The rules that the specification quotes, and what an address, a project or a slug looks like. */
function useRuleText() {
  const t = useTexts(integrationFormTexts);
  const invalid = {
    projectName: t('projectInvalid'),
    jsonContent: t('jsonInvalid'),
    urlN8N: t('urlInvalid'),
    typebotSlug: t('slugInvalid'),
    headerName: t('headerNameInvalid'),
  };
  return (field: string, rule: FieldRule): string | undefined => {
    if (rule === 'required' || rule === 'tooShort' || rule === 'tooLong') return t(rule);
    return rule === 'invalid' && Object.hasOwn(invalid, field) ? invalid[field as keyof typeof invalid] : undefined;
  };
}
