/** What the law lets one person ask for, and the proof that it was done. For admins. */
import { useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, DialogCancel, Tabs } from '../../ui/index.ts';
import { ConsentList } from './consent-list.tsx';
import { PersonCopies } from './person-copies.tsx';
import { PersonErasure } from './person-erasure.tsx';
import type { Person } from './privacy.api.ts';
import { privacyTexts } from './privacy.texts.ts';
import { Receipts } from './receipts.tsx';

const tabs = ['consent', 'copy', 'erase', 'receipts'] as const;

export function PersonDataDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTexts(privacyTexts);
  const [active, setActive] = useState<(typeof tabs)[number]>('consent');
  // Who is erased is no longer asked about.
  const [erasureId, setErasureId] = useState<number | null>(null);
  const shown = erasureId === null ? tabs : (['erase', 'receipts'] as const);

  return (
    <Dialog
      title={erasureId === null ? t('titleOf', { name: person.name }) : t('parts')}
      onClose={onClose}
      tabs={
        <Tabs
          label={t('parts')}
          tabs={shown.map((key) => ({ key, label: t(key) }))}
          active={active}
          onChange={setActive}
        />
      }
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      {active === 'consent' && <ConsentList contactId={person.id} />}
      {active === 'copy' && <PersonCopies contactId={person.id} />}
      {active === 'erase' && <PersonErasure person={person} erasureId={erasureId} onBegun={setErasureId} />}
      {active === 'receipts' && <Receipts />}
    </Dialog>
  );
}
