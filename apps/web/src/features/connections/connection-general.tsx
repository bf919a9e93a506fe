import type { Connection } from '@balcao/contract/endpoints/connections';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { MultiSelectField, SwitchRow, TextField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import { ProviderChoice } from './provider-choice.tsx';
import { TokenRow } from './token.tsx';

interface ConnectionGeneralProps {
  form: ConnectionForm;
  /** None while it is being made. */
  connection: Connection | undefined;
}

export function ConnectionGeneral({ form, connection }: ConnectionGeneralProps) {
  const t = useTexts(formTexts);
  const queues = useQueues();
  return (
    <>
      {!connection && <ProviderChoice form={form} />}
      <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
      <MultiSelectField
        label={t('queues')}
        hint={t('queuesHint')}
        options={(queues.data ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }))}
        value={(form.watch('queueIds') ?? []).map(Number)}
        onChange={(ids) => form.set('queueIds')(ids)}
        error={form.error('queueIds')}
      />
      <div>
        <SwitchRow
          label={t('isDefault')}
          text={t(connection?.isDefault ? 'staysDefault' : 'isDefaultText')}
          disabled={connection?.isDefault === true}
          {...form.toggle('isDefault')}
        />
        <SwitchRow label={t('allowGroup')} text={t('allowGroupText')} {...form.toggle('allowGroup')} />
        {form.watch('allowGroup') === true && (
          <SwitchRow label={t('groupAsTicket')} text={t('groupAsTicketText')} {...form.onOff('groupAsTicket')} />
        )}
      </div>
      {connection && <TokenRow connection={connection} />}
    </>
  );
}
