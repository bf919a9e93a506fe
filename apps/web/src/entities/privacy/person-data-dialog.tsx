/** The rights of a person under data protection rules, and the receipts. For admins. */
import { useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, DialogCancel, Tabs } from '../../ui/index.ts';
import { ConsentList } from './consent-list.tsx';
import { PersonExports } from './person-exports.tsx';
import { PersonErasure } from './person-erasure.tsx';
import type { DataSubject } from './privacy.api.ts';
import { privacyTexts } from './privacy.texts.ts';
import { Receipts } from './receipts.tsx';

const tabs = ['consent', 'copy', 'erase', 'receipts'] as const;

export function PersonDataDialog({ contact, onClose }: { contact: DataSubject; onClose: () => void }) {
  const t = useTexts(privacyTexts);
  const [active, setActive] = useState<(typeof tabs)[number]>('consent');
  // After the erasure starts, the contact is no longer requested.
  const [erasureId, setErasureId] = useState<number | null>(null);
  const visibleTabs = erasureId === null ? tabs : (['erase', 'receipts'] as const);

  return (
    <Dialog
      title={erasureId === null ? t('titleOf', { name: contact.name }) : t('parts')}
      onClose={onClose}
      tabs={
        <Tabs
          label={t('parts')}
          tabs={visibleTabs.map((key) => ({ key, label: t(key) }))}
          active={active}
          onChange={setActive}
        />
      }
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      {active === 'consent' && <ConsentList contactId={contact.id} />}
      {active === 'copy' && <PersonExports contactId={contact.id} />}
      {active === 'erase' && <PersonErasure contact={contact} erasureId={erasureId} onStarted={setErasureId} />}
      {active === 'receipts' && <Receipts />}
    </Dialog>
  );
}
