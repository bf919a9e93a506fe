import type { Connection } from '@balcao/contract/endpoints/connections';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { MultiSelectField, SwitchRow, TextField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import { ImportFields } from './import-fields.tsx';
import { AccountLinkingFields } from './account-linking-fields.tsx';
import { PageSignIn } from './page-sign-in.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import { canImport, isKeyed, isSignedIn } from './providers.ts';

interface ConnectionGeneralProps {
  form: ConnectionForm;
  /** Undefined for a new connection. */
  connection: Connection | undefined;
  /** Verify the keys with the channel when the form opens. */
  checksFirst: boolean;
}

export function ConnectionGeneral({ form, connection, checksFirst }: ConnectionGeneralProps) {
  const usesMetaSignIn = !connection && isSignedIn(kindOf(form));
  return (
    <>
      {!connection && <ProviderChoice form={form} />}
      {usesMetaSignIn ? <PageSignIn /> : <Typed form={form} connection={connection} checksFirst={checksFirst} />}
    </>
  );
}

function Typed({ form, connection, checksFirst }: ConnectionGeneralProps) {
  const t = useTexts(formTexts);
  const queues = useQueues();
  const kind = kindOf(form);
  return (
    <>
      <TextField label={t('name')} required maxLength={50} data-autofocus {...form.text('name')} />
      {isKeyed(kind) && <AccountLinkingFields form={form} connection={connection} checksFirst={checksFirst} />}
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
        {/* Only connections through a phone receive group messages. */}
        {kind.channel === 'whatsapp' && (
          <>
            <SwitchRow label={t('allowGroup')} text={t('allowGroupText')} {...form.toggle('allowGroup')} />
            {form.watch('allowGroup') === true && (
              <SwitchRow label={t('groupAsTicket')} text={t('groupAsTicketText')} {...form.onOff('groupAsTicket')} />
            )}
          </>
        )}
      </div>
      {canImport(kind) && <ImportFields form={form} />}
    </>
  );
}

const kindOf = (form: ConnectionForm) => ({
  provider: form.watch('provider') ?? 'beta',
  channel: form.watch('channel') ?? 'whatsapp',
});
