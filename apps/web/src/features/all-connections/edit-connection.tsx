import { ConnectionDraft, type Connection } from '@balcao/contract/endpoints/connections';
import { useChangeConnection } from '../../entities/companies/companies.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, SwitchRow, TextField, useToast } from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';

/** Name of a connection, and whether it is the default one of its company; its company sets everything else. */
export function EditConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useTexts(allConnectionTexts);
  const toast = useToast();
  const change = useChangeConnection();
  const { id, name, isDefault } = connection;
  const form = useDraftForm({
    schema: ConnectionDraft.pick({ name: true, isDefault: true }),
    values: { name, isDefault },
    save: (values) => change.mutateAsync({ id, ...values }),
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onError: toast.failed,
  });
  return (
    <FormDialog title={t('editTitle', { name })} width={440} form={form} verb={t('save')} onClose={onClose}>
      <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
      {/* A company always has a default connection: another one takes its place. */}
      {!isDefault && <SwitchRow label={t('defaultLabel')} text={t('defaultText')} {...form.toggle('isDefault')} />}
    </FormDialog>
  );
}
