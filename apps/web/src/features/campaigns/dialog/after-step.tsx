import { useState } from 'react';
import { useQueues } from '../../../entities/queues/queues.api.ts';
import { useColleagues } from '../../../entities/users/users.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { FieldRow, SearchPick, SelectField, SwitchRow } from '../../../ui/index.ts';
import { NONE } from './campaign-form.ts';
import { dialogTexts } from './dialog.texts.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

const MIN_SEARCH = 3;

/** What happens to the conversation. Without a ticket its fields are disabled. */
export function AfterStep({ form }: { form: CampaignFormApi }) {
  const t = useTexts(dialogTexts);
  const queues = useQueues().data ?? [];
  const isOn = form.watch('opensTicket');
  return (
    <>
      <SwitchRow label={t('opensTicket')} text={t('opensTicketText')} {...form.toggle('opensTicket')} />
      <fieldset disabled={!isOn} style={{ display: 'contents' }}>
        <AgentPick form={form} />
        <FieldRow>
          <SelectField
            label={t('queue')}
            disabled={!isOn}
            required={form.watch('userId') !== NONE}
            options={[
              { value: NONE, label: t('noQueue') },
              ...queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
            ]}
            {...form.choice('queueId')}
          />
          <SelectField
            label={t('status')}
            disabled={!isOn}
            options={(['closed', 'pending', 'open'] as const).map((value) => ({ value, label: t(value) }))}
            {...form.choice('statusTicket')}
          />
        </FieldRow>
      </fieldset>
    </>
  );
}

/** Searches from three characters on. */
function AgentPick({ form }: { form: CampaignFormApi }) {
  const t = useTexts(dialogTexts);
  const colleagues = useColleagues().data ?? [];
  const [typed, setTyped] = useState('');
  const isLong = typed.trim().length >= MIN_SEARCH;
  const found = isLong
    ? colleagues.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase())).slice(0, 20)
    : [];
  const chosen = colleagues.find(({ id }) => id === form.watch('userId'));
  const pickable = ({ id, name }: { id: number; name: string }) => ({ id, label: name });
  return (
    <SearchPick
      label={t('agent')}
      placeholder={t('findAgent')}
      hint={!chosen && t('fromThree')}
      clearLabel={t('changeAgent')}
      options={found.map(pickable)}
      status={isLong && found.length === 0 && t('nobody')}
      chosen={chosen ? pickable(chosen) : null}
      onChoose={(option) => form.set('userId')(option?.id ?? NONE)}
      typed={typed}
      onType={setTyped}
    />
  );
}
