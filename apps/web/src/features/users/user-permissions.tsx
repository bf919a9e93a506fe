import { useConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { Can } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { MultiSelectField, SelectField, SwitchGroup, SwitchRow } from '../../ui/index.ts';
import type { UserForm } from './user-form.ts';
import { userTexts } from './users.texts.ts';

/** Switches for each permission of the user. */
export function UserPermissions({ form }: { form: UserForm }) {
  const t = useTexts(userTexts);
  return (
    <>
      <Can do="user.edit-queues">
        <QueueChoice form={form} />
      </Can>
      <Can do="user.edit-profile">
        <ConnectionChoice form={form} />
        <SwitchGroup title={t('conversations')}>
          <SwitchRow label={t('allTicket')} text={t('allTicketText')} {...form.onOff('allTicket')} />
          <SwitchRow label={t('allowGroup')} text={t('allowGroupText')} {...form.toggle('allowGroup')} />
          <SwitchRow label={t('allHistoric')} text={t('allHistoricText')} {...form.onOff('allHistoric')} />
          <SwitchRow label={t('allUserChat')} text={t('allUserChatText')} {...form.onOff('allUserChat')} />
          <SwitchRow
            label={t('userClosePendingTicket')}
            text={t('userClosePendingTicketText')}
            {...form.onOff('userClosePendingTicket')}
          />
        </SwitchGroup>
        <SwitchGroup title={t('management')}>
          <SwitchRow label={t('showDashboard')} {...form.onOff('showDashboard')} />
          <SwitchRow label={t('allowRealTime')} {...form.onOff('allowRealTime')} />
          <SwitchRow
            label={t('allowConnections')}
            text={t('allowConnectionsText')}
            {...form.onOff('allowConnections')}
          />
        </SwitchGroup>
      </Can>
    </>
  );
}

function QueueChoice({ form }: { form: UserForm }) {
  const t = useTexts(userTexts);
  const queues = useQueues();
  const options = queues.data?.map(({ id, name, color }) => ({ value: id, label: name, color })) ?? [];
  return (
    <MultiSelectField
      label={t('queues')}
      options={options}
      value={(form.watch('queueIds') ?? []).map(Number)}
      onChange={form.set('queueIds')}
      error={form.error('queueIds')}
    />
  );
}

/** The connection this user starts conversations with; without one, the contact's own or the company's default. */
function ConnectionChoice({ form }: { form: UserForm }) {
  const t = useTexts(userTexts);
  const connections = useConnections();
  const options = connections.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <SelectField
      label={t('connection')}
      options={[{ value: '', label: t('anyConnection') }, ...options]}
      value={String(form.watch('whatsappId') ?? '')}
      onChange={(value) => form.set('whatsappId')(value === '' ? '' : Number(value))}
      error={form.error('whatsappId')}
    />
  );
}
