/** One company beside the list: data, subscription, invoices, connections, use, support access and deletion. */
import { useCallback, useRef, useState, type ComponentType } from 'react';
import { useCompany } from '../../entities/companies/companies.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, ErrorState, SidePanel, Skeleton, Tabs, type SidePanelHandle } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import { ConnectionsPart } from './connections-part.tsx';
import { DataPart } from './data-part.tsx';
import { DeletionPart } from './deletion-part.tsx';
import { DirtyForms, type PartProps } from './part.ts';
import { InvoicesPart } from './invoices-part.tsx';
import { SubscriptionPart } from './subscription-part.tsx';
import { SupportPart } from './support-part.tsx';
import { UsagePart } from './usage-part.tsx';

const parts = {
  data: DataPart,
  subscription: SubscriptionPart,
  invoicesTab: InvoicesPart,
  connections: ConnectionsPart,
  usage: UsagePart,
  support: SupportPart,
  removeTab: DeletionPart,
} as const satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof parts;

export function CompanyDrawer({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const t = useTexts(companyTexts);
  const language = useLanguage();
  const company = useCompany(companyId);
  const [part, setPart] = useState<Part>('data');
  const View = parts[part];
  const panel = useRef<SidePanelHandle>(null);
  const [dirtyForms, setDirtyForms] = useState(0);
  const countDirtyForm = useCallback((change: 1 | -1) => setDirtyForms((before) => before + change), []);
  return (
    <SidePanel
      label={company.data?.name ?? t('company')}
      icon={<Avatar name={company.data?.name ?? ''} size={36} />}
      title={company.data?.name ?? <Skeleton width={160} height={16} />}
      subtitle={company.data && t('since', { id: companyId, date: formatDate(company.data.createdAt) })}
      dirty={dirtyForms > 0}
      handle={panel}
      onClose={onClose}
      tabs={
        <Tabs
          label={t('parts')}
          tabs={(Object.keys(parts) as Part[]).map((key) => ({ key, label: t(key) }))}
          active={part}
          onChange={(key) => panel.current?.leave(() => setPart(key))}
        />
      }
    >
      {company.data ? (
        <DirtyForms value={countDirtyForm}>
          <View company={company.data} />
        </DirtyForms>
      ) : company.error ? (
        <ErrorState text={errorText(company.error, language)} onRetry={() => void company.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </SidePanel>
  );
}
