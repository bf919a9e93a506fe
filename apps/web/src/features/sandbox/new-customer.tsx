import { sandbox } from '@balcao/contract/endpoints/sandbox';
import type { SandboxCustomer } from '@balcao/contract/endpoints/sandbox';
import { phoneRule } from '@balcao/contract/errors/phone-rules';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { completePhone, parsePhone } from '@balcao/domain/phone/parse-phone';
import { z } from 'zod';
import { useDefaultCountry } from '../../entities/contacts/phone-field.tsx';
import { useNewCustomer } from '../../entities/sandbox/sandbox.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, FormDialog, SwitchRow, TextArea, TextField, useToast } from '../../ui/index.ts';
import { sandboxTexts } from './sandbox.texts.ts';
import { splitLines } from './send-forms.ts';

/** The server's schema, but the members are typed as lines, and the number as people write it. */
const typedSchema = (country: DefaultCountry) =>
  sandbox.newCustomer.body.extend({
    members: z.string(),
    number: z.string().superRefine((typed, context) => {
      const rule = typed.trim() === '' ? undefined : phoneRule(parsePhone(typed, country));
      if (rule) context.addIssue({ code: 'custom', params: { rule } });
    }),
  });

interface NewCustomerProps {
  connectionId: number;
  onCreated: (customer: SandboxCustomer) => void;
  onClose: () => void;
}

export function NewCustomer({ connectionId, onCreated, onClose }: NewCustomerProps) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const createCustomer = useNewCustomer(connectionId);
  const country = useDefaultCountry();
  const form = useDraftForm({
    schema: typedSchema(country),
    values: { name: '', number: '', username: '', isGroup: false, members: '' },
    save: async ({ members, number, ...customer }) =>
      onCreated(
        await createCustomer.mutateAsync({
          ...customer,
          number: completePhone(number, country) ?? '',
          members: customer.isGroup ? splitLines(members) : [],
        }),
      ),
    onSaved: onClose,
    onError: toast.failed,
  });
  const isGroup = form.watch('isGroup') === true;
  return (
    <FormDialog title={t('newCustomer')} onClose={onClose} form={form} verb={t('saveCustomer')}>
      <TextField label={t('customerName')} required maxLength={100} data-autofocus {...form.text('name')} />
      <SwitchRow label={t('isGroup')} text={t('isGroupText')} {...form.toggle('isGroup')} />
      {isGroup ? (
        <TextArea label={t('members')} hint={t('membersHint')} {...form.text('members')} />
      ) : (
        <FieldRow>
          <TextField
            label={t('customerNumber')}
            hint={t('customerNumberHint')}
            inputMode="tel"
            maxLength={50}
            {...form.text('number')}
          />
          <TextField label={t('customerUsername')} maxLength={40} {...form.text('username')} />
        </FieldRow>
      )}
    </FormDialog>
  );
}
