import { sandbox } from '@balcao/contract/endpoints/sandbox';
import type { SandboxCustomer } from '@balcao/contract/endpoints/sandbox';
import { z } from 'zod';
import { useNewCustomer } from '../../entities/sandbox/sandbox.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, FormDialog, SwitchRow, TextArea, TextField, useToast } from '../../ui/index.ts';
import { sandboxTexts } from './sandbox.texts.ts';
import { splitLines } from './send-forms.ts';

/** The server's schema, but the members are typed as lines. */
const Typed = sandbox.newCustomer.body.extend({ members: z.string() });

interface NewCustomerProps {
  connectionId: number;
  onCreated: (customer: SandboxCustomer) => void;
  onClose: () => void;
}

export function NewCustomer({ connectionId, onCreated, onClose }: NewCustomerProps) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const createCustomer = useNewCustomer(connectionId);
  const form = useDraftForm({
    schema: Typed,
    values: { name: '', number: '', username: '', isGroup: false, members: '' },
    save: async ({ members, ...customer }) =>
      onCreated(
        await createCustomer.mutateAsync({ ...customer, members: customer.isGroup ? splitLines(members) : [] }),
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
            inputMode="numeric"
            maxLength={15}
            {...form.text('number')}
          />
          <TextField label={t('customerUsername')} maxLength={40} {...form.text('username')} />
        </FieldRow>
      )}
    </FormDialog>
  );
}
