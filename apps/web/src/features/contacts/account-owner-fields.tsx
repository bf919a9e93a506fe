import { useQueues } from '../../entities/queues/queues.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, SelectField, SwitchGroup } from '../../ui/index.ts';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';

/** Ids start at 1; 0 stands for no user and no queue. */
const NONE = 0;

/** The account owner of a contact: an agent and, optionally, the queue of the contact's conversations. */
export function AccountOwnerFields({
  userId,
  queueId,
  onUser,
  onQueue,
}: {
  userId: number | null;
  queueId: number | null;
  onUser: (id: number | null) => void;
  onQueue: (id: number | null) => void;
}) {
  const t = useTexts(contactsTexts);
  const users = useColleagues().data ?? [];
  const queues = useQueues().data ?? [];
  return (
    <SwitchGroup title={t('accountOwner')}>
      <p className={css.walletText}>{t('walletText')}</p>
      <FieldRow>
        <SelectField
          label={t('walletUser')}
          options={[{ value: NONE, label: t('nobody') }, ...users.map(({ id, name }) => ({ value: id, label: name }))]}
          value={userId ?? NONE}
          onChange={(id) => {
            onUser(id === NONE ? null : id);
            if (id === NONE) onQueue(null);
          }}
        />
        <SelectField
          label={t('walletQueue')}
          options={[
            { value: NONE, label: t('noQueue') },
            ...queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
          ]}
          value={queueId ?? NONE}
          onChange={(id) => onQueue(id === NONE ? null : id)}
          disabled={userId === null}
        />
      </FieldRow>
    </SwitchGroup>
  );
}
